// Package program is the table of commands, and carries one out.
package program
