// Package bench measures how fast networks are trained, how long they train to a strength, what that
// costs as work grows, and how fast agents search and small games are solved, by
// the names of configurations, games and agents. It keeps records of trainings in a file. It knows no
// terminal, and prints nothing.
//
// What a measurement is stands in package train/speed, and what records are in package report/speed.
package bench

// A Progress is told what is measured, how much is over, and how much there is. It may be nil.
type Progress func(what string, done, total int)

func (p Progress) tell(what string, done, total int) {
	if p != nil {
		p(what, done, total)
	}
}
