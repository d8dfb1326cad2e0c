// Package cluster spreads work over machines, on NATS JetStream. It moves bytes and knows
// nothing of their meaning:
//
//   - a Queue hands each message to one taker, which acknowledges it when its work is
//     done. A message that nobody acknowledges is handed out again, so that no work is
//     lost with a machine; one that is posted twice under one name is kept once. One that
//     is lost on its way, because a connection breaks, comes again after the patience.
//   - Objects keep bytes under their SHA-256, such as the weights of a network, and check
//     them when they are read.
//   - a Table keeps the newest value of each name, such as what a worker says of itself.
//
// Serve starts a server in this process, so that nobody has to install one; Connect
// goes to it, or to any server or cluster by its URL. A connection that breaks is made
// again for ever: calls wait until then, or until their context is done.
//
// What a run keeps on a server lies under the name of the run, so that several runs share
// one:
//
//	stream RINGER_JOBS        subject ringer.jobs.RUN       work to do
//	stream RINGER_RESULTS     subject ringer.results.RUN    what came of it
//	bucket RINGER_OBJECTS     RUN/SHA256                    weights, configurations, bots
//	bucket RINGER_RUNS        RUN                           what there is to work for
//	bucket RINGER_KEPT        RUN                           which runs keep something, and since when
//	bucket RINGER_STATS       any name, for a minute        who is there, and how fast
//
// The streams are on disk, and a server that is killed (SIGKILL) has them when it starts
// again; JetStream flushes them to the disk every two minutes, so that a loss of power
// takes what came in since. Whoever posts work must therefore be able to post it again; a
// Search says when.
//
// The server of this process listens at this machine alone, unless it is told another
// address; there it wants a token. NATS is in this package and nowhere else.
package cluster
