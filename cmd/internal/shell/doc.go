// Package shell holds what all commands share of a terminal and a command line: output, tables and progress, flags, help and
// completion, exit statuses.
package shell
