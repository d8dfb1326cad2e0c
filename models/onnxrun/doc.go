// Package onnxrun reads ONNX models and runs them in plain Go: those that models.WriteONNX
// writes, and those that torch.onnx.export writes for the usual networks of policies
// (docs/protocol.md lists the operators).
//
// It is an interpreter, one operator after the other, of operator sets 13 to 20 as
// https://onnx.ai/onnx/operators describes them. Floats are 32 bits wide, and a double is
// read as one; integers are 64 bits wide. Files may come from anybody: a model is checked
// before it runs, and Limits bound the memory and the work of a run.
package onnxrun
