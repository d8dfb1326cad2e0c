// Package solve solves small games on their whole trees, in folders that can be gone on with,
// and makes bots of the solutions. It knows no terminal, and prints nothing.
package solve
