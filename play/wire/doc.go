// Package wire lets a program in any language play at tables of a game: JSON lines in,
// JSON lines out, and vectors of tables in shared memory.
//
// Serve first writes a hello: the game, and the layout of its observation and its
// actions. Then every line asks one thing and gets one line in answer, in order. A line
// that is no request gets an error that says what was expected, and the next line is
// read; a request that fails changes nothing. docs/environment.md describes the messages
// for the authors of such programs, schema.json states them as JSON Schema, and
// testdata/vectors holds conversations that a test replays.
//
// The program holds the seats that no agent plays. It is told what these seats may know,
// each by itself, and nothing of the others.
package wire
