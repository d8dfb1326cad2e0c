// Package session holds tables for clients that speak the protocol ringer-table/1: JSON
// objects, one a message, from a page, a program or another process.
//
// A Host holds the tables, a Client is one connection. The package knows no transport, no
// disk and no clock: messages go in by Client.Handle and come out by a function, a
// Keeper keeps what happened, and all that a game or an agent is built from is
// injected. So the same host answers behind a web server, on standard streams, and in a
// browser. The messages are in message.go and request.go, schema.json and
// docs/table-protocol.md describe them.
//
// The law: a client is told what its seats may know and nothing more. Every fact of a
// message comes from the scene of the seat, from env.Tell, and from the legal
// actions of a seat that is asked. Numbers in messages count what a seat was asked and
// told, never the steps of the table, whose number can tell a secret.
package session
