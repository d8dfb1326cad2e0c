// Command tmux plays whole games at the terminal in tmux, as a newcomer would who types
// what the screen offers, and checks every screen: nothing is wider than it, nothing wraps, a
// page fits between its heading and its prompt, no value of a program shows through, and the
// last line is the result.
package main
