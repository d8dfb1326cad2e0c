// Package rating turns who beat whom into ratings: Elo of maximum likelihood (elo.go), α-rank (alpharank.go) and
// Nash averaging (nash.go). It takes numbers and returns numbers; which games were played, and how sure a rating
// is, package eval knows.
package rating
