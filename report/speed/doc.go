// Package speed keeps measurements of how fast configurations train, one JSON object a
// line, and writes the tables of docs/speed.md from them.
package speed
