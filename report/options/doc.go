// Package options measures what choices are worth: how many decisions are forced, which
// actions a strong agent always or never takes, how mixed it plays, and how far the values
// of the actions of one decision lie apart, by playouts with common dice. It knows no game.
package options
