// Package draw makes pictures of a DUEL table: an SVG for pages, replays and
// documents, and a map of characters for the terminal. A picture is plain data
// (Picture); drawing is a pure function of it. Package space computes where a
// model may go and what it sees; the caller puts that into the picture.
//
// Places are in inches from the south-west corner; north is up.
package draw
