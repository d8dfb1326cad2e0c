// Package console writes to screens and reads from keyboards: their size and colours, lines that
// are wrapped, tables that fit, Markdown as plain text, and lines that a person edits.
package console
