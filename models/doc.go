// Package models describes a network as data: the fields that it reads, their
// encoding, its layers and its weights. It holds the forward pass in plain Go for
// single decisions (Forward), and two file formats (safetensors and ONNX).
//
// The network reads one observation and returns a logit per action and one value. From the observation to the heads:
//
//	observation [D]
//	  plain fields          as they are
//	  counts of identities  counts × an embedding shared by the vocabulary
//	  sets of entities      a small MLP per entity, then sum and maximum over those present
//	  items                 a small MLP per item, such as a lane, over its rows of several fields, then sum and maximum
//	encoded     [E]         all of these in the order of the fields, then the items
//	trunks                  MLPs; one for the policy and one for the value, or one shared
//	heads                   logits [A] and value [1]; what items say of their own logits is added
//
// The package imports nothing of Ringer and no numeric library, so that a bot
// or a web page can run a network with nothing else. The same network on a
// computation graph, for learning and for batches, is package models/graph.
// Files on disk are the caller's: everything here takes io.Reader and
// io.Writer.
package models
