// Package roster is the table of all agents: it builds one from a name such as
// "random", "greedy(worlds=8)" or "bot(heat-4p,temperature=0.5)".
//
// A kind of agent is registered by one line in table.go. How it plays lives in
// agents/<kind>. Nothing here opens a file: the caller says how a bot is found.
package roster
