//! Runs a kernel on the widest registers this machine has.
//!
//! The same code is compiled for several instruction sets and one copy is chosen at run time. None of them may fuse a
//! multiplication with an addition or reorder a sum, so all give the same bits. The only `unsafe` of the learner lives here.

/// Work whose body is compiled once per instruction set. Mark `run`, and what it calls, `#[inline(always)]`.
pub trait Kernel {
    /// What the work gives back.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

/// Runs `kernel` in the copy made for the best instruction set found on this machine.
#[inline]
pub fn widest<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512dq")
            && std::arch::is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the features that the callee needs were found on the line above.
            return unsafe { with_avx512(kernel) };
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { with_avx2(kernel) };
        }
    }
    kernel.run()
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
