// Package evidence counts what bots do with what, against the experts of their games, by their names. It
// keeps the records in files, and counts nothing twice. It knows no terminal, and prints nothing.
//
// What the studies count is in package report/habits, and what records are in package report/evidence.
package evidence
