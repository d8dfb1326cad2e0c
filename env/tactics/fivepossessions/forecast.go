package fivepossessions

import (
	"ringer/env/fivepossessions"
	"ringer/env/playdesign"
)

// Forecast holds what one side can expect of the other on a line before its cards
// lie. One that is made for a table is public: it follows from what both sides have
// seen.
type Forecast struct {
	// wins is how often an own card has its way on a lane against what is likely
	// there: 0 where there is nothing to gain.
	wins [maxLanes][maxCards]float32
	// colour is, for the defense, the chance of each colour of the offense's card on
	// a lane, if one comes that can win.
	colour [maxLanes][playdesign.CardColours]float32
	comes  float32 // chance that the other side has a card for a lane that is not closed
}

// situation holds what the forecasts for a line depend on.
type situation struct {
	line   int
	closed uint8 // lanes, as bits
	open   [maxLanes]card
	shown  [sides]set
}

// Forecaster makes forecasts for one table after the other and remembers the forecasts of
// the newest. It is not safe for concurrent use.
type Forecaster struct {
	m     *Model
	table situation
	known uint8 // of the table, as bits

	expected [sides]Forecast // level-k
	foreseen [sides]Forecast // one level further
}

// What a Forecaster has worked out, as bits.
const (
	knowsForeseen = 1          // shifted by the side that foresees
	knowsExpected = 1 << sides // for both sides
)

// NewForecaster returns a forecaster without memories.
func (m *Model) NewForecaster() *Forecaster { return &Forecaster{m: m} }

// look forgets what was worked out for another table.
func (f *Forecaster) look(s *fivepossessions.State) {
	t := situation{line: s.Line(), shown: [sides]set{s.Shown(offense), s.Shown(defense)}}
	for lane := range f.m.lanes {
		t.open[lane] = s.Open(lane)
		if s.Closed(lane) {
			t.closed |= 1 << lane
		}
	}
	if t != f.table {
		f.table, f.known = t, 0
	}
}

// Expected returns what a side can expect of the line, by the level-k model. The
// forecast belongs to the forecaster and holds until the next call.
func (f *Forecaster) Expected(s *fivepossessions.State, own side) *Forecast {
	f.look(s)
	if f.known&knowsExpected == 0 {
		f.m.think(s, &f.expected)
		f.known |= knowsExpected
	}
	return &f.expected[own]
}

// Foreseen returns what a side can expect of a rival that knows Expected: the mean
// over eight hands of its unseen cards, which are always the same for a table. The
// forecast belongs to the forecaster and holds until the next call.
func (f *Forecaster) Foreseen(s *fivepossessions.State, own side) *Forecast {
	f.look(s)
	if f.known&(knowsForeseen<<own) == 0 {
		if s.Line() > 0 {
			f.foresee(s, own)
		} else { // on the first line all lanes are alike
			f.foreseen[own] = *f.Expected(s, own)
		}
		f.known |= knowsForeseen << own
	}
	return &f.foreseen[own]
}

// wins returns how often a card has its way on a lane against what its side
// foresees, once both hands are drawn.
func (f *Forecaster) wins(s *fivepossessions.State, own side, c card, lane int) float32 {
	if s.Question() != fivepossessions.AskPlace || own == offense && s.Dead(c, lane) {
		return 0
	}
	return f.Foreseen(s, own).wins[lane][c]
}
