// Package onnxtest tests that exported networks compute what Ringer computes: its test
// writes networks as ONNX, runs them with onnxruntime under node, and
// compares with the forward pass of package models.
//
// It runs when RINGER_ONNX=1, after `npm ci` in this folder. Nothing else of
// Ringer needs node.
package onnxtest
