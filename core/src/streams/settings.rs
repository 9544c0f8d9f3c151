//! The settings of a stream as a table that people can read: name, range, default and a line about it. The macro
//! makes the struct from it, too.

/// One setting of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// `whole`, `number` or `flag`.
    pub kind: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it is if nothing is said; flags are 0 and 1.
    pub default: f64,
    /// The smallest and largest value allowed.
    pub range: (f64, f64),
}

impl Parameter {
    /// The value if it is allowed, else what is.
    pub fn checked(&self, value: f64) -> Result<f64, String> {
        let (low, high) = self.range;
        let whole = self.kind == "number" || value.fract() == 0.0;
        if value >= low && value <= high && whole {
            return Ok(value);
        }
        let wanted = match self.kind {
            "flag" => "true or false".into(),
            "whole" => format!("a whole number from {low} to {high}"),
            _ => format!("a number from {low} to {high}"),
        };
        Err(format!("{} must be {wanted}, got {value}", self.name))
    }
}

/// A type that a setting may have.
pub trait Setting: Copy {
    /// `whole`, `number` or `flag`.
    const KIND: &'static str;
    /// From a number within the range.
    fn from_number(number: f64) -> Self;
    /// As a number.
    fn number(self) -> f64;
}

macro_rules! whole {
    ($($kind:ty),*) => {$(
        impl Setting for $kind {
            const KIND: &'static str = "whole";
            fn from_number(number: f64) -> $kind {
                number as $kind
            }
            fn number(self) -> f64 {
                self as f64
            }
        }
    )*};
}

whole!(i64, u32, usize);

impl Setting for f64 {
    const KIND: &'static str = "number";
    fn from_number(number: f64) -> f64 {
        number
    }
    fn number(self) -> f64 {
        self
    }
}

impl Setting for bool {
    const KIND: &'static str = "flag";
    fn from_number(number: f64) -> bool {
        number != 0.0
    }
    fn number(self) -> f64 {
        f64::from(self)
    }
}

/// The smallest and largest seed: an `int` of Java.
pub const SEED: (f64, f64) = (-2_147_483_648.0, 2_147_483_647.0);
/// Numbers that a stream may keep in memory: 800 MB of them.
const MOST_NUMBERS: f64 = 1e8;

/// Refuses settings whose product is more than a stream may keep.
pub fn bounded(what: &str, factors: &[usize]) -> Result<(), String> {
    let product: f64 = factors.iter().map(|factor| *factor as f64).product();
    if product <= MOST_NUMBERS {
        return Ok(());
    }
    Err(format!("{what} must be at most {MOST_NUMBERS:e}, got {product:e}; lower one of them"))
}

/// True or false.
pub const FLAG: (f64, f64) = (0.0, 1.0);

/// Declares the settings of a stream: `/// what it means`, `name: type = default, range;`.
macro_rules! settings {
    ($(#[doc = $about:literal] $name:ident: $kind:ty = $default:expr, $range:expr;)*) => {
        /// The settings, with their defaults (MOA's where it has the stream).
        #[derive(Clone, Debug)]
        pub struct Settings {
            $(#[doc = $about] pub $name: $kind,)*
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings { $($name: $default,)* }
            }
        }

        impl Settings {
            /// The table of settings.
            pub fn parameters() -> Vec<$crate::streams::settings::Parameter> {
                use $crate::streams::settings::{Parameter, Setting};
                let default = Settings::default();
                vec![$(Parameter {
                    name: stringify!($name),
                    kind: <$kind as Setting>::KIND,
                    about: $about.trim_ascii(),
                    default: default.$name.number(),
                    range: $range,
                },)*]
            }

            /// The settings from numbers, in the order of the table.
            pub fn from_numbers(numbers: &[f64]) -> Settings {
                use $crate::streams::settings::Setting;
                let mut numbers = numbers.iter().copied();
                let mut next = || numbers.next().expect("one number per setting");
                Settings { $($name: Setting::from_number(next()),)* }
            }
        }
    };
}
pub(super) use settings;
