// Package layout states observation rows and parameters as tables.
//
// A field of an observation is rows of columns. A game lists the columns of a
// row in a table that is indexed by the constants that its writer uses, so a
// column's name, bounds, unit and meaning stand beside its position and are
// stated once. A Builder turns the tables into the fields of the spec and gives
// the writer a Span for each: where the field begins and how wide a row is.
// Seats, one-hot rows and counts have makers here, because every game has them.
//
// Knobs are the same for parameters: one table gives defaults, validation and
// documentation.
//
// Nothing here knows a game, and nothing allocates once a game is built.
package layout
