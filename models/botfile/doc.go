// Package botfile reads and writes NAME.bot, the one file that a trained player
// travels in: a zip archive, uncompressed, of exactly three members.
//
//	manifest.json        what the bot is, for which game, how it was trained and measured
//	weights.safetensors  the weights, for Ringer
//	policy.onnx          the same network, for everybody else (names in models.WriteONNX)
//
// The manifest holds the sha256 of the other two. Read refuses a file that is
// not exactly that, with the reason. The package touches no disk: callers hand
// it an io.Writer or io.ReaderAt.
package botfile
