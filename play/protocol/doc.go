// Package protocol lets a program in any language ask a bot for decisions:
// JSON lines in, JSON lines out.
//
// Serve first writes a hello: the bot, its game, and the layout of its observation and
// its actions. Then every line asks one question, with a seat's observation and its
// legal actions, and gets one line in answer, in order. A line that is not a question
// gets an error that says what was expected, and the next line is read.
// docs/protocol.md describes the messages for the authors of such programs.
//
// A question holds only what a seat may know, so that a bot cannot peek.
package protocol
