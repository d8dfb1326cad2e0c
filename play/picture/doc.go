// Package picture draws for those who cannot show SVG: it sets text as SVG, and turns SVG
// of this program (its own and env/duel/draw's) into pixels, in Go alone, with the Go
// fonts.
package picture
