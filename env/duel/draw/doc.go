// Package draw makes pictures of a DUEL table as SVG. A picture is plain data
// (Picture); drawing is a pure function of it. Package space computes where a
// model may go and what it sees; the caller puts that into the picture.
//
// Places are in inches from the south-west corner; north is up.
package draw
