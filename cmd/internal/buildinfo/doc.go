// Package buildinfo says which build this is, and records it in runs.
package buildinfo
