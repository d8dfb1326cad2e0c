// Package workbench holds a designer's work on one game: variants of its rules, questions about
// them, and the answers, in a folder that outlives the program. It answers by the reports and
// searches of package reporting, one at a time, and says for each the command line that does
// the same.
//
// Handler puts it on a page and on a small API of JSON over HTTP, below /design/. It opens no
// port: package server guards who may ask.
package workbench
