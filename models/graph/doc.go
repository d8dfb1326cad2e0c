// Package graph runs the networks of package models on a computation graph:
// float32 slices in, float32 slices out.
//
// Inference is the forward pass on batches. Learner is the update of the
// weights down the gradient of a loss that the caller writes as a LossFunc; it
// serves every trainer.
//
// This is the only package that chooses a backend of GoMLX: the one in plain
// Go, unless the environment variable GOMLX_BACKEND says otherwise. Nothing
// outside it and the loss functions of train/<algorithm> imports GoMLX.
package graph
