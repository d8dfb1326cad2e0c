// Package evidence holds what shipped bots do at the table: one record for each study of
// a bot (what it bids with which hand, which cards it keeps, where it aims), read and
// written as JSON lines, and the page and the charts that are written from them. It plays
// nothing: see package habits and ringer evidence.
package evidence
