// Package envtest holds the laws that every game obeys, as a conformance test
// that anyone can run on a game of their own.
//
// Check plays random games and reports on every law; Run does so inside a Go
// test. Record and Replay write and verify golden playthroughs: transcripts
// that a person can read. Count measures the tree of a small game exactly.
//
// The package knows no game and returns errors; it never prints.
package envtest
