// Package botfile reads and writes NAME.bot, the one file of a trained player: a zip
// archive, uncompressed. There are three kinds of bots.
//
//	manifest.json        the bot, its game, its training and its measured strength
//
// and for a bot that is a network
//
//	weights.safetensors  the weights, for Ringer, in single or in half precision
//	policy.onnx          the same network, for other runtimes (names in models.WriteONNX), with
//	                     values in the game's units where its metadata have a value_unit;
//	                     it finds its numbers in weights.safetensors, in the same folder
//
// or for a small one, a level of a ladder of opponents
//
//	weights.safetensors  the weights in half precision
//
// or for one that is a table, as solvers write it
//
//	policy.jsonl         one line an information state: see Row
//
// The manifest holds the sha256 of the others. Read refuses a file that is not
// exactly that, with the reason. The package touches no disk: callers hand it
// an io.Writer or io.ReaderAt.
package botfile
