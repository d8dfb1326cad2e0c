// Package draw makes pictures of a DUEL table: an SVG for pages, replays and
// documents, and a map of characters for the terminal. A picture is plain data
// (Picture); drawing is a pure function of it. What a model may do or see is not
// worked out here: package space does that, and the caller puts it in.
//
// Places are in inches from the south-west corner; north is up.
package draw
