// Package ladder holds the measured strength of shipped bots: one record for each pair of
// agents, read and written as JSON lines, and the pages that are written from them. It
// plays nothing: see ringer ladder.
package ladder
