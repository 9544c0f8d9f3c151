//! Two at once: a section is written while the next one is put together, and one is read while another becomes a tree.
//!
//! The bytes are the same as if all was done one after the other, which is how it is done where no thread can be had.
//! There are never more than two sections in memory.

use super::frame::{END, Fault, Frame, Input, Section};
use super::sections::Source;
use super::write::{self, Sink};
use crate::learner::Learner;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{Builder, scope};

/// Smaller models are not worth a thread.
pub(super) const LARGE: usize = 4 << 20;

type Full = (&'static str, Vec<u8>);

/// Hands sections on to whoever writes them.
struct Ahead {
    full: SyncSender<Full>,
    spare: Receiver<Vec<u8>>,
}

/// What is told here is never seen: who writes has ended with an error of its own.
fn gone<E>(_: E) -> io::Error {
    io::ErrorKind::BrokenPipe.into()
}

impl Sink for Ahead {
    fn section(&mut self, name: &'static str, body: Vec<u8>) -> io::Result<Vec<u8>> {
        self.full.send((name, body)).map_err(gone)?;
        self.spare.recv().map_err(gone)
    }
}

/// Writes the learning state; another thread puts it together.
pub(super) fn write<W: Write>(learner: &Learner, frame: &mut Frame<W>) -> io::Result<()> {
    scope(|scope| {
        let ((full, sections), (give, spare)) = (sync_channel(0), channel());
        let walk =
            Builder::new().spawn_scoped(scope, move || write::state(learner, &mut Ahead { full, spare }));
        let Ok(walk) = walk else { return write::state(learner, frame) };
        let _ = give.send(Vec::new());
        for (name, body) in sections {
            let _ = give.send(Sink::section(frame, name, body)?);
        }
        walk.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Sections that another thread has read.
struct Behind {
    full: Receiver<Result<Section, Fault>>,
    spare: Sender<Vec<u8>>,
}

impl Source for Behind {
    fn section(&mut self, spare: Vec<u8>) -> Result<Section, Fault> {
        let _ = self.spare.send(spare);
        self.full.recv().unwrap_or_else(|_| Err("the model goes on behind its end".into()))
    }
}

/// What `parse` makes of the sections; another thread reads them.
pub(super) fn read<T>(
    input: Input<'_>,
    parse: impl FnOnce(&mut dyn Source) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let input = Mutex::new(input);
    let file = || input.lock().unwrap_or_else(PoisonError::into_inner);
    scope(|scope| {
        let ((give, full), (spare, spares)) = (sync_channel(0), channel());
        let _ = spare.send(Vec::new());
        let read_on = move || {
            let mut file = file();
            for spare in spares {
                let section = file.section(spare);
                let last = section.as_ref().map_or(true, |section| section.name == END);
                if give.send(section).is_err() || last {
                    break;
                }
            }
        };
        match Builder::new().spawn_scoped(scope, read_on) {
            Ok(_) => parse(&mut Behind { full, spare }),
            Err(_) => parse(&mut *file()),
        }
    })
}
