//! All streams by name, with what can be set.

use super::settings::Parameter;
use super::*;

/// A stream, or why there is none.
type Started = Result<Box<dyn Generator>, String>;

/// A kind of stream.
pub struct Kind {
    /// The name, as on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// The generator of MOA that makes the same rows, if there is one.
    pub moa: Option<&'static str>,
    /// What can be set.
    pub parameters: fn() -> Vec<Parameter>,
    make: fn(&[f64]) -> Started,
}

impl Kind {
    /// Starts a stream; what is not given has its default.
    pub fn start(&self, given: &[(String, f64)]) -> Started {
        (self.make)(&numbers((self.parameters)(), given).map_err(|wrong| format!("{}: {wrong}", self.name))?)
    }
}

/// The numbers of a table of settings, as given or by default.
pub fn numbers(parameters: Vec<Parameter>, given: &[(String, f64)]) -> Result<Vec<f64>, String> {
    if let Some((name, _)) = given.iter().find(|(name, _)| !parameters.iter().any(|known| known.name == name))
    {
        let known: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
        return Err(format!("there is no parameter {name:?}; there are {}", known.join(", ")));
    }
    let value = |parameter: &Parameter| match given.iter().find(|(name, _)| name == parameter.name) {
        Some((_, value)) => parameter.checked(*value),
        None => Ok(parameter.default),
    };
    parameters.iter().map(value).collect()
}

macro_rules! kinds {
    ($($name:literal $about:literal $moa:expr, $module:ident, $make:expr;)*) => {
        /// The streams there are.
        pub const KINDS: &[Kind] = &[$(Kind {
            name: $name,
            about: $about,
            moa: $moa,
            parameters: $module::Settings::parameters,
            make: |numbers| {
                let make: fn($module::Settings) -> Result<_, String> = $make;
                Ok(Box::new(make($module::Settings::from_numbers(numbers))?))
            },
        },)*];
    };
}

kinds! {
    "agrawal" "loan applicants under one of ten rules, six numeric and three nominal columns"
        Some("AgrawalGenerator"), agrawal, |settings| Ok(Agrawal::new(settings));
    "clusters" "Gaussian clusters, a few for every class" None, clusters, Clusters::new;
    "derosa-tree" "uniform points labelled by a random binary tree of 50 leaves (De Rosa & Cesa-Bianchi 2015)"
        None, derosa_tree, DerosaTree::new;
    "hyperplane" "points on either side of a hyperplane that may turn"
        Some("HyperplaneGenerator"), hyperplane, |settings| Ok(Hyperplane::new(settings));
    "led" "a digit on a faulty display of seven segments, and seventeen random bits"
        Some("LEDGenerator"), led, |settings| Ok(Led::new(settings));
    "mirkhan-tree" "uniform points of five decimals labelled by a random binary tree (Mirkhan et al. 2019)"
        None, mirkhan_tree, |settings| Ok(MirkhanTree::new(settings));
    "mixed" "two truth values and a point about a wave" Some("MixedGenerator"), mixed, |settings| Ok(Mixed::new(settings));
    "random-tree" "nominal and numeric columns labelled by a random tree"
        Some("RandomTreeGenerator"), random_tree, RandomTree::new;
    "rbf" "points about random centroids that may move" Some("RandomRBFGenerator"), rbf, Rbf::new;
    "sea" "three numbers, the sum of two of them below a threshold or not" Some("SEAGenerator"), sea, |settings| Ok(Sea::new(settings));
    "sine" "points about a sine curve" Some("SineGenerator"), sine, |settings| Ok(Sine::new(settings));
    "stagger" "things of three sizes, colours and shapes under one of three concepts"
        Some("STAGGERGenerator"), stagger, |settings| Ok(Stagger::new(settings));
    "waveform" "blends of two of three triangular waves, with noise"
        Some("WaveformGenerator"), waveform, |settings| Ok(Waveform::new(settings));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stream_starts_with_its_defaults_and_fills_its_columns() {
        for kind in KINDS {
            let mut stream = kind.start(&[]).unwrap();
            let header = stream.header();
            let mut row = vec![f64::NAN; header.columns.len()];
            for _ in 0..100 {
                assert!((stream.next(&mut row) as usize) < header.classes.len());
                for (x, column) in row.iter().zip(&header.columns) {
                    let values = column.values.len() as f64;
                    assert!(
                        x.is_finite() && (values == 0.0 || (x.fract() == 0.0 && *x >= 0.0 && *x < values))
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_not_allowed_is_refused_with_what_is() {
        let led = KINDS.iter().find(|kind| kind.name == "led").unwrap();
        let refusal = |name: &str, value| led.start(&[(name.into(), value)]).err().unwrap();
        assert_eq!(refusal("noise", 101.0), "led: noise must be a whole number from 0 to 100, got 101");
        assert_eq!(refusal("noise", 2.5), "led: noise must be a whole number from 0 to 100, got 2.5");
        assert_eq!(refusal("irrelevant", 2.0), "led: irrelevant must be true or false, got 2");
        assert_eq!(
            refusal("nois", 1.0),
            "led: there is no parameter \"nois\"; there are seed, noise, irrelevant, drifting"
        );
    }
}
