//! Applicants for a loan, and ten rules that put them into two groups (Agrawal, Imielinski & Swami 1993).
//!
//! After the label is given, the numbers are disturbed. MOA cuts the disturbed value of the house off at 135,000,
//! whatever it was before; `repaired` keeps it within the range it was drawn from.

use super::balance::Turns;
use super::settings::{FLAG, SEED, settings};
use super::{Column, Generator, Header, JavaRandom, Walk};

settings! {
    /// Seed of the rows.
    seed: i64 = 1, SEED;
    /// The rule, 1 to 10.
    function: u32 = 1, (1.0, 10.0);
    /// How far numbers are disturbed, as a share of their range.
    perturbation: f64 = 0.05, (0.0, 1.0);
    /// Whether the classes take turns.
    balanced: bool = false, FLAG;
    /// Whether the value of the house is kept within its range (not so in MOA).
    repaired: bool = false, FLAG;
}

/// Applicants.
pub struct Agrawal {
    settings: Settings,
    random: JavaRandom,
    turns: Turns,
}

impl Agrawal {
    /// Starts the stream.
    pub fn new(settings: Settings) -> Agrawal {
        Agrawal { random: JavaRandom::new(settings.seed), turns: Turns::new(settings.balanced), settings }
    }

    fn disturbed(&mut self, value: f64, range: f64, low: f64, high: f64) -> f64 {
        let moved = value + range * (2.0 * (self.random.uniform() - 0.5)) * self.settings.perturbation;
        moved.clamp(low, high)
    }

    fn disturb(&mut self, person: &mut Person) {
        person.salary = self.disturbed(person.salary, 130_000.0, 20_000.0, 150_000.0);
        if person.commission > 0.0 {
            person.commission = self.disturbed(person.commission, 65_000.0, 10_000.0, 75_000.0);
        }
        person.age = (self.disturbed(person.age, 60.0, 20.0, 80.0) + 0.5).floor();
        let area = (9.0 - person.zipcode) * 100_000.0;
        let (low, high) = if self.settings.repaired { (0.5 * area, 1.5 * area) } else { (0.0, 135_000.0) };
        person.house_value = self.disturbed(person.house_value, area, low, high);
        person.house_years = (self.disturbed(person.house_years, 29.0, 1.0, 30.0) + 0.5).floor();
        person.loan = self.disturbed(person.loan, 500_000.0, 0.0, 500_000.0);
    }
}

struct Person {
    salary: f64,
    commission: f64,
    age: f64,
    education: u32,
    car: f64,
    zipcode: f64,
    house_value: f64,
    house_years: f64,
    loan: f64,
}

/// The value for this age: below 40, from 40 to 59, from 60 on.
fn by_age<T>(age: f64, [young, middle, old]: [T; 3]) -> T {
    if age < 40.0 {
        young
    } else if age < 60.0 {
        middle
    } else {
        old
    }
}

fn within(x: f64, (low, high): (f64, f64)) -> bool {
    x >= low && x <= high
}

impl Person {
    fn draw(random: &mut JavaRandom) -> Person {
        let salary = 20_000.0 + 130_000.0 * random.uniform();
        let commission = if salary >= 75_000.0 { 0.0 } else { 10_000.0 + 65_000.0 * random.uniform() };
        let age = f64::from(20 + random.below(61));
        let education = random.below(5);
        let car = f64::from(random.below(20));
        let zipcode = f64::from(random.below(9));
        let house_value = (9.0 - zipcode) * 100_000.0 * (0.5 + random.uniform());
        let house_years = f64::from(1 + random.below(30));
        let loan = random.uniform() * 500_000.0;
        Person { salary, commission, age, education, car, zipcode, house_value, house_years, loan }
    }

    /// Whether the applicant belongs to group A.
    fn is_in_a(&self, function: u32) -> bool {
        const LOW: (f64, f64) = (25_000.0, 75_000.0);
        const MIDDLE: (f64, f64) = (50_000.0, 100_000.0);
        const HIGH: (f64, f64) = (75_000.0, 125_000.0);
        let income = self.salary + self.commission;
        let education = f64::from(self.education);
        match function {
            1 => self.age < 40.0 || self.age >= 60.0,
            2 => within(self.salary, by_age(self.age, [MIDDLE, HIGH, LOW])),
            3 => self.is_educated(),
            4 => {
                let [schooled, other] = by_age(self.age, [[LOW, MIDDLE], [MIDDLE, HIGH], [MIDDLE, LOW]]);
                within(self.salary, if self.is_educated() { schooled } else { other })
            }
            5 => {
                const LOANS: [(f64, f64); 3] =
                    [(100_000.0, 300_000.0), (200_000.0, 400_000.0), (300_000.0, 500_000.0)];
                let (paid, inside, outside) = by_age(self.age, [(MIDDLE, 0, 1), (HIGH, 1, 2), (LOW, 2, 0)]);
                within(self.loan, LOANS[if within(self.salary, paid) { inside } else { outside }])
            }
            6 => within(income, by_age(self.age, [MIDDLE, HIGH, LOW])),
            7 => 2.0 * income / 3.0 - self.loan / 5.0 - 20_000.0 > 0.0,
            8 => 2.0 * income / 3.0 - 5_000.0 * education - 20_000.0 > 0.0,
            9 => 2.0 * income / 3.0 - 5_000.0 * education - self.loan / 5.0 - 10_000.0 > 0.0,
            _ => {
                let years = self.house_years;
                let equity = if years >= 20.0 { self.house_value * (years - 20.0) / 10.0 } else { 0.0 };
                2.0 * income / 3.0 - 5_000.0 * education + equity / 5.0 - 10_000.0 > 0.0
            }
        }
    }

    /// Whether the education is within what rules 3 and 4 ask of the age.
    fn is_educated(&self) -> bool {
        by_age(self.age, [0..=1, 1..=3, 2..=4]).contains(&self.education)
    }
}

impl Generator for Agrawal {
    fn header(&self) -> Header {
        let nominal = |name: &str, prefix: &str, numbers: std::ops::Range<u32>| {
            Column::nominal(name, numbers.map(|number| format!("{prefix}{number}")))
        };
        Header {
            columns: vec![
                Column::numeric("salary"),
                Column::numeric("commission"),
                Column::numeric("age"),
                nominal("elevel", "level", 0..5),
                nominal("car", "car", 1..21),
                nominal("zipcode", "zipcode", 1..10),
                Column::numeric("hvalue"),
                Column::numeric("hyears"),
                Column::numeric("loan"),
            ],
            classes: vec!["groupA".into(), "groupB".into()],
        }
    }

    fn walk(&mut self, walk: &mut Walk) {
        self.random.walk(walk);
        self.turns.walk(walk);
    }

    fn next(&mut self, row: &mut [f64]) -> u32 {
        loop {
            let mut person = Person::draw(&mut self.random);
            let class = u32::from(!person.is_in_a(self.settings.function));
            if self.turns.accept(class) {
                if self.settings.perturbation > 0.0 {
                    self.disturb(&mut person);
                }
                let Person { salary, commission, age, car, zipcode, loan, .. } = person;
                let (value, years) = (person.house_value, person.house_years);
                let education = f64::from(person.education);
                row.copy_from_slice(&[salary, commission, age, education, car, zipcode, value, years, loan]);
                return class;
            }
        }
    }
}
