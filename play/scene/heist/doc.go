// Package heist makes the scenes of HEIST: Jobs with their lines, what covers them and
// what is missing, crews, hands, and the question that a seat has to answer.
package heist
