// Package play seats people among agents at a table.
//
// Table deals, asks the agents and keeps the record. Terminal shows the table to a
// person, tells what happens in the words of env.Tell, and reads choices, line by
// line.
//
// Everything goes through an io.Reader and an io.Writer; only play/replay
// touches the disk. The protocol in which a bot answers a program is in
// play/protocol. A person at the table is never shown more than the seat may
// know, before the game is over.
package play
