//! Runs a kernel on the widest registers this machine has.
//!
//! The same code is compiled for several instruction sets and one copy is chosen at run time. None of them may fuse a
//! multiplication with an addition or reorder a sum, so all give the same bits. The only `unsafe` of the learner
//! lives here.

use std::sync::OnceLock;

/// Work whose body is compiled once per instruction set. Mark `run`, and what it calls, `#[inline(always)]`.
pub trait Kernel {
    /// What the work gives back.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Instruction sets, narrowest first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Registers {
    Baseline,
    Avx2,
    Avx512,
}

/// The widest registers there are, or at most those that the environment variable `RIPARIAN_REGISTERS` names
/// (`baseline`, `avx2`): that is how tests see that the bits do not depend on them.
fn registers() -> Registers {
    static FOUND: OnceLock<Registers> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let allowed = match std::env::var("RIPARIAN_REGISTERS").as_deref() {
            Ok("baseline") => Registers::Baseline,
            Ok("avx2") => Registers::Avx2,
            _ => Registers::Avx512,
        };
        let found = detected();
        if found < allowed { found } else { allowed }
    })
}

#[cfg(target_arch = "x86_64")]
fn detected() -> Registers {
    use std::arch::is_x86_feature_detected as has;
    if has!("avx512f") && has!("avx512dq") && has!("avx512vl") {
        Registers::Avx512
    } else if has!("avx2") {
        Registers::Avx2
    } else {
        Registers::Baseline
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> Registers {
    Registers::Baseline
}

/// Runs `kernel` in the copy made for the best instruction set found on this machine.
#[inline]
pub fn widest<K: Kernel>(kernel: K) -> K::Output {
    match registers() {
        // SAFETY: the features that the callee needs were found on this machine.
        #[cfg(target_arch = "x86_64")]
        Registers::Avx512 => unsafe { with_avx512(kernel) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Registers::Avx2 => unsafe { with_avx2(kernel) },
        _ => kernel.run(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
