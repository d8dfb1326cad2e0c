// Package bots measures bots and what they play against, and makes the levels of a run: bots that
// rise from a beginner to the ringer.
package bots
