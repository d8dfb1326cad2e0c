// Package protocol lets a program in any language ask a bot for decisions:
// JSON lines in, JSON lines out.
//
// Serve first says hello: which bot this is, for which game, how its
// observation and its actions are laid out. Then every line asks one question,
// what a seat sees and what it may do, and is answered by one line, in order. A
// line that is not a question is answered by an error that says what was
// expected, and the next line is read. docs/protocol.md describes the messages
// for people who write the other side.
//
// A question holds only what a seat may know, so that a bot cannot peek.
package protocol
