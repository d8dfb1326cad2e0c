// Package onnx plays with a network from elsewhere: an ONNX model that reads the
// observation of a game, as torch.onnx.export writes one.
//
// Inputs are observation [batch, n], in the order of the game's fields, and optionally mask
// [batch, actions]; outputs are logits or probs [batch, actions], and optionally value, the
// return that the seat may expect in the game's own units. Illegal actions are left out
// here, whether the model reads the mask or not.
package onnx
