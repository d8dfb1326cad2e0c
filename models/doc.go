// Package models is a network as data: which fields it reads, how each is
// encoded, which layers follow, and the weights. It holds the plain-Go
// execution for single decisions (Forward), and the two file formats weights
// travel in (safetensors and ONNX).
//
// The network reads one observation and gives a logit per action and one
// value. From the observation to the heads:
//
//	observation [D]
//	  plain fields          as they are
//	  counts of identities  counts × an embedding shared by the vocabulary
//	  sets of entities      a small MLP per entity, then sum and maximum over those present
//	encoded     [E]         all of these in the order of the fields
//	trunks                  MLPs; one for the policy and one for the value, or one shared
//	heads                   logits [A] and value [1]
//
// The package imports nothing of Ringer and no numeric library, so that a bot
// or a web page can run a network with nothing else. The same network on a
// computation graph, for learning and for batches, is package models/graph.
// Files on disk are the caller's: everything here takes io.Reader and
// io.Writer.
package models
