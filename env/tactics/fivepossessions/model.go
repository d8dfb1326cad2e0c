package fivepossessions

import (
	"ringer/env"
	"ringer/env/fivepossessions"
	"ringer/env/playdesign"
)

// Short names for the facts that opinions are about.
type (
	card = fivepossessions.Card
	set  = fivepossessions.Set
	side = fivepossessions.Side
)

const (
	offense  = fivepossessions.Offense
	defense  = fivepossessions.Defense
	sides    = fivepossessions.Sides
	maxLanes = fivepossessions.MaxLanes
	maxLines = fivepossessions.MaxLines
	maxCards = playdesign.MaxEachSide
)

// Model holds what opinions need of a configuration. It implements env.Judge and
// is safe for concurrent use.
type Model struct {
	lanes, lines int
	eachSide     int             // cards of a side
	handSize     []int           // by line
	pack         set             // all cards of a side
	colour       [maxCards]uint8 // of offense cards
	ofColour     [playdesign.CardColours]set
	beats        [maxCards]set // by offense card: the defense cards that it beats
	beaten       [maxCards]set // by defense card: the offense cards that beat it

	goal, score, stop float64 // yards
	hope              hopes
	orders            [sampledHands][]card
}

// NewModel returns the model of a game.
func NewModel(g *fivepossessions.Game) *Model {
	c := g.Config()
	m := &Model{
		lanes: c.Lanes, lines: c.Lines, eachSide: c.EachSide, pack: g.Pack(),
		goal: float64(c.Goal), score: float64(c.ScoreYards), stop: float64(c.StopYards),
	}
	for line := range c.Lines {
		m.handSize = append(m.handSize, g.HandSize(line))
	}
	for i := range card(c.EachSide) {
		m.colour[i] = uint8(g.Colour(offense, i))
		m.ofColour[m.colour[i]] |= fivepossessions.Single(i)
		m.beats[i], m.beaten[i] = g.Beats(i), g.Beaten(i)
	}
	m.hope = m.newHopes()
	m.orders = m.newOrders()
	return m
}

// newOrders draws the orders in which the cards of a side are dealt by
// Forecaster.Foreseen. They come in fours that begin a quarter of the cards apart,
// so that all cards are dealt about equally often.
func (m *Model) newOrders() (orders [sampledHands][]card) {
	n := m.eachSide
	for i := range orders {
		for j, c := range env.Stream(uint64(i/4), purposeForesee).Perm(n) {
			if j == 0 {
				orders[i] = make([]card, n)
			}
			orders[i][(j+i%4*n/4)%n] = card(c)
		}
	}
	return orders
}

// open returns how many lanes are not closed.
func (m *Model) open(s *fivepossessions.State) int {
	n := 0
	for lane := range m.lanes {
		if !s.Closed(lane) {
			n++
		}
	}
	return n
}
