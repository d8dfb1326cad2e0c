// Package payday makes the scenes of PAYDAY DUEL: columns of objectives with the police on
// them, the heisters who face them, both hands, and the question that a seat has to answer.
package payday
