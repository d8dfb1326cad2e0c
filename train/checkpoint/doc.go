// Package checkpoint keeps a run on disk:
//
//	RUN/config.yaml                   the resolved configuration
//	RUN/start.bot                     the bot that the run began with, if any
//	RUN/lock                          the process that is training, empty when none is
//	RUN/id                            its name on servers, where it has been on one
//	RUN/builds.jsonl                  the builds that trained it, one line each
//	RUN/metrics.jsonl                 one line an iteration
//	RUN/events.out.tfevents.*         the same for TensorBoard
//	RUN/checkpoints/00000120/         one folder a checkpoint, whole or absent, with its configuration
//	RUN/pool/00000040.safetensors     frozen past selves, written once
//	RUN/opponents/duel-1f2e3d4c.bot   bots that the configuration names, written once
//
// It moves bytes and knows nothing of their meaning. A checkpoint is written
// under a temporary name, flushed to the disk, and renamed: a process that is killed
// at any moment leaves the newest whole checkpoint in place.
//
// A Run is written by one process at a time, which holds its lock. A Reader
// writes nothing, needs no lock, and sees whole checkpoints while the run goes on.
package checkpoint
