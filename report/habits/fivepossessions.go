package habits

import (
	"fmt"

	"ringer/env/fivepossessions"
	"ringer/report/evidence"
)

// lanes counts where cards are placed in 5 Possessions, from the second line on, when
// some lanes are closed.
type lanes struct {
	game        *fivepossessions.Game
	dead, cards *sheet
}

// Rows of the sheet of cards.
const (
	alive     = "offense, where it can win"
	wasted    = "offense, where it lies dead"
	contested = "defense, open lanes"
	givenUp   = "defense, closed lanes"
)

func newLanes(g *fivepossessions.Game) *lanes {
	return &lanes{
		game:  g,
		dead:  newSheet("fivepossessions-dead", true, "line 2", "line 3", "line 4"),
		cards: newSheet("fivepossessions-cards", false, alive, wasted, contested, givenUp),
	}
}

func (l *lanes) sheets() []*sheet { return []*sheet{l.dead, l.cards} }

func (l *lanes) decided(d *decision) {
	s := d.state.(*fivepossessions.State)
	if s.Question() != fivepossessions.AskPlace || s.Line() == 0 {
		return
	}
	side, lane := s.Side(), l.game.Decode(d.action).Lane
	card := s.Hand(side)[s.Put(side)]
	if side == fivepossessions.Defense {
		row := contested
		if s.Closed(lane) {
			row = givenUp
		}
		// The offense cards that do not beat it.
		l.cards.add(row, d.agent(), float64(l.game.Pack().Size()-l.game.Beaten(card).Size()), 1)
		return
	}
	row := alive
	if s.Dead(card, lane) {
		row = wasted
	}
	l.cards.add(row, d.agent(), float64(l.game.Beats(card).Size()), 1)
	dead := 0
	for _, a := range d.legal {
		if s.Dead(card, l.game.Decode(a).Lane) {
			dead++
		}
	}
	if dead == 0 || dead == len(d.legal) {
		return
	}
	line := fmt.Sprintf("line %d", s.Line()+1)
	l.dead.count(line, d, s.Dead(card, lane))
	if d.ringer {
		l.dead.add(line, evidence.Random, float64(dead)/float64(len(d.legal)), 1)
	}
}
