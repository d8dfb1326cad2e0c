// Package heat makes the scenes of HEAT: the Records, the hands, the Heat board and the
// question that a seat has to answer.
package heat
