// Package duel studies DUEL by names: how agents use the table, and how warbands fare against each
// other. It knows no terminal, and prints nothing. The studies themselves are in report/duel.
package duel
