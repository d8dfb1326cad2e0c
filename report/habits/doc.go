// Package habits plays shipped bots against the experts of their games and counts what
// they do with what: bids by the strength of the hand, cards by their names, scores by the
// situation. Each game has a file of its own; play.go plays, replays and sums. It neither
// prints nor writes files: the records belong to package evidence.
package habits
