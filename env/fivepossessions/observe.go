package fivepossessions

import (
	"fmt"
	"math"

	"ringer/env"
	"ringer/env/layout"
	"ringer/env/playdesign"
)

// cardVocabulary is shared by all fields that count cards of the deck.
const cardVocabulary = "card"

// Columns of the field "decision".
const (
	columnSide = iota
	columnPlace
	columnChance
	columnOver
)

var decisionColumns = layout.Table{
	columnSide:   layout.Ask("side", "side", "choose offense or defense"),
	columnPlace:  layout.Ask("place", "place", "choose a lane for a card"),
	columnChance: layout.Flag("chance", "chance rolls"),
	columnOver:   layout.Flag("over", "the game is over"),
}

// decisionColumn gives the column of each node.
var decisionColumn = [nodes]int{
	nodeToss: columnChance, nodeChoose: columnSide, nodeDraw: columnChance, nodePlace: columnPlace, nodeOver: columnOver,
}

// Columns of the field "progress".
const (
	progressDrawn = iota
	progressOtherDrawn
	progressPlaced
	progressOtherPlaced
)

// Columns of the field "game".
const (
	gameOver = iota
	gameSecond
	gameSudden
	gameOwnGoal
	gameOtherGoal
)

var gameColumns = layout.Table{
	gameOver:      {Name: "possessions", Max: 1, Unit: "all possessions of the cap", Doc: "possessions that are over"},
	gameSecond:    layout.Flag("second of a pair", ""),
	gameSudden:    layout.Flag("sudden death", ""),
	gameOwnGoal:   layout.Flag("own goal", "the seat has the yards of the goal, and at least as many as the other"),
	gameOtherGoal: layout.Flag("other goal", "the other has the yards of the goal, and at least as many as the seat"),
}

// Columns of the field "lanes"; the colours of the open card follow.
const (
	laneClosed = iota
	laneColours
)

// Columns of the field "slots"; the colours of the card follow.
const (
	slotThere = iota
	slotAsked
	slotPlaced
	slotColours
)

// The seats of fields with two columns or rows.
const (
	ownSeat = iota
	otherSeat
)

var seatNames = []string{ownSeat: "own", otherSeat: "other"}

// mostLead limits the scores of a lead that are told apart.
const mostLead = 3

// spans says where each field of the observation lies.
type spans struct {
	decision, actor, role, line, progress layout.Span
	yards, lead, game                     layout.Span
	lanes, open, placed, filled           layout.Span
	asked, hand, slots                    layout.Span
	stack, shown, unseen                  layout.Span
	faceDown, deadColours, lasted         layout.Span
}

// LaneItems names the lanes, which are alike, as env.Field.Items. On the last line
// they are opened in order only until the possession ends, so that no card
// that this opens or leaves closed is of any use afterwards.
const LaneItems = "lane"

// fields returns the fields of the observation and sets the spans.
func (g *Game) fields() []env.Field {
	c, l := &g.config, &g.spans
	names := make([]string, len(c.Cards))
	for i := range c.Cards {
		names[i] = c.Cards[i].Name
	}
	lanes, lines := layout.Numbered("lane", g.lanes), layout.Numbered("line", c.Lines)
	laneColumns := layout.Table{laneClosed: layout.Flag("closed", "")}.Then(colourColumns())
	slotColumns := layout.Table{
		slotThere:  layout.Flag("there", "the card is drawn"),
		slotAsked:  layout.Flag("asked", "the card is to be placed now"),
		slotPlaced: layout.Flag("placed", "the card lies on a lane"),
	}.Then(colourColumns())
	allLanes := fmt.Sprint(g.lanes, " lanes")
	progress := layout.Table{
		progressDrawn:       {Name: "own drawn", Max: 1, Unit: allLanes},
		progressOtherDrawn:  {Name: "other drawn", Max: 1, Unit: allLanes},
		progressPlaced:      {Name: "own placed", Max: 1, Unit: allLanes},
		progressOtherPlaced: {Name: "other placed", Max: 1, Unit: allLanes},
	}
	var leads layout.Table
	for n := -mostLead; n <= mostLead; n++ {
		name := fmt.Sprintf("%+d", n)
		switch n {
		case -mostLead:
			name += " or worse"
		case 0:
			name = "level"
		case mostLead:
			name += " or better"
		}
		leads = append(leads, layout.Flag(name, ""))
	}
	most := float32(g.maxPossessions()*max(c.ScoreYards, c.StopYards)) / float32(c.Goal)
	side := fmt.Sprint(c.EachSide, " cards")
	var b layout.Builder
	add := func(name, doc string, columns layout.Table, rows ...string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Columns: columns, Rows: rows})
	}
	laned := func(name, doc string, columns layout.Table, vocabulary string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Columns: columns, Rows: lanes, Vocab: vocabulary, Items: []string{LaneItems}})
	}
	deck := func(name, doc string, rows ...string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Columns: layout.Flags(names...), Rows: rows, Vocab: cardVocabulary})
	}
	l.decision = add("decision", "one-hot: what the state waits for", decisionColumns)
	l.actor = add("actor", "one-hot: the seat that decides", layout.Flags(seatNames...))
	l.role = add("role", "one-hot: the side of the seat; zero outside a possession", layout.Flags(sideNames[:]...))
	l.line = add("line", "one-hot: the line under way", layout.Flags(lines...))
	l.progress = add("progress", "cards of this line that are drawn and placed, divided by the number of lanes", progress)
	l.yards = add("yards", "yards, divided by the goal", layout.Scaled(0, most, fmt.Sprint(c.Goal, " yards"), seatNames...))
	l.lead = add("lead", "one-hot: the seat's own lead, in scores", leads)
	l.game = add("game", "how far the game is", gameColumns)
	l.lanes = laned("lanes", "the state of each lane: whether it is closed, and the colour of the card that lies open", laneColumns, "")
	l.open = laned("open", "the offense card that lies open on each lane from the line before", layout.Flags(names...), cardVocabulary)
	l.placed = laned("placed", "the seat's own card of this line on each lane", layout.Flags(names...), cardVocabulary)
	l.filled = b.Add(layout.Field{
		Name: "filled", Doc: "1 when the other has a card on the lane in this line; zero until it has placed all",
		Columns: layout.Flags(lanes...), Items: []string{LaneItems},
	})
	l.asked = deck("asked", "the card that the seat is to place")
	l.hand = deck("hand", "own cards of this line that are not placed")
	l.slots = add("slots", "cards of the seat's own hand in the order of placing", slotColumns, layout.Numbered("card", g.lanes)...)
	l.stack = deck("stack", "own cards that are not drawn in this possession")
	l.shown = deck("shown", "cards of both sides that were opened in this possession")
	l.unseen = deck("unseen", "the other's cards that were not opened in this possession")
	l.faceDown = add("face_down", "cards of earlier lines of this possession that were never opened, divided by the cards of a side", layout.Scaled(0, 1, side, seatNames...))
	l.deadColours = add("dead_colours", "the other's cards announced dead on open lanes, by their colour, divided by the cards of a side", layout.Scaled(0, 1, side, colourNames()...))
	l.lasted = add("lasted", "lanes that the offense has won in each line, divided by the number of lanes", layout.Scaled(0, 1, allLanes, lines...))
	return b.Fields()
}

// colourNames lists the colours of cards.
func colourNames() (names []string) {
	for colour := playdesign.Orange; colour.OfCards(); colour++ {
		names = append(names, colour.String())
	}
	return names
}

// colourColumns returns a column that is 0 or 1 for each colour of cards.
func colourColumns() layout.Table { return layout.Flags(colourNames()...) }

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	g := s.game
	if len(dst) != g.spec.ObservationSize() {
		panic("fivepossessions: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	s.observeGame(int(p), dst)
	if s.node != nodeDraw && s.node != nodePlace {
		return
	}
	s.observeTable(int(p), dst)
	s.observeHand(int(p), dst)
	s.observeSeen(int(p), dst)
}

// observeGame writes what the state waits for, and the score.
func (s *State) observeGame(p int, dst []float32) {
	g, l, c := s.game, &s.game.spans, &s.game.config
	dst[l.decision.At+decisionColumn[s.node]] = 1
	if s.actor >= 0 {
		dst[l.actor.At+int(s.actor)^p] = 1
	}
	own, other := s.yards[p], s.yards[1-p]
	yards := l.yards.In(dst)
	yards[ownSeat], yards[otherSeat] = float32(own)/float32(c.Goal), float32(other)/float32(c.Goal)
	lead := int(math.Round(float64(own-other) / float64(max(c.ScoreYards, c.StopYards))))
	dst[l.lead.At+mostLead+min(max(lead, -mostLead), mostLead)] = 1
	game := l.game.In(dst)
	game[gameOver] = float32(s.played) / float32(g.maxPossessions())
	game[gameSecond] = layout.Bit(s.played%2 == 1 && !s.sudden)
	game[gameSudden] = layout.Bit(s.sudden)
	goal := int32(c.Goal)
	game[gameOwnGoal] = layout.Bit(own >= goal && own >= other)
	game[gameOtherGoal] = layout.Bit(other >= goal && other >= own)
}

// observeTable writes what lies on the table.
func (s *State) observeTable(seat int, dst []float32) {
	g, l, p, t := s.game, &s.game.spans, &s.now, s.game.cards
	own, other := p.sideOf(seat), p.sideOf(1-seat)
	dst[l.role.At+int(own)] = 1
	dst[l.line.At+int(p.line)] = 1
	lanes := float32(g.lanes)
	progress := l.progress.In(dst)
	progress[progressDrawn] = float32(p.drawn[own]) / lanes
	progress[progressOtherDrawn] = float32(p.drawn[other]) / lanes
	progress[progressPlaced] = float32(p.put[own]) / lanes
	progress[progressOtherPlaced] = float32(p.put[other]) / lanes
	full := int(p.put[other]) == g.handSize[p.line]
	for lane := range g.lanes {
		row := l.lanes.Row(dst, lane)
		row[laneClosed] = layout.Bit(p.closed>>lane&1 == 1)
		if o := p.open[lane]; o != NoCard {
			row[laneColours+int(t.colour[Offense][o])] = 1
			l.open.Row(dst, lane)[t.id[Offense][o]] = 1
		}
		if c := p.placed[own][p.line][lane]; c != NoCard {
			l.placed.Row(dst, lane)[t.id[own][c]] = 1
		}
		if full && p.placed[other][p.line][lane] != NoCard {
			dst[l.filled.At+lane] = 1
		}
	}
}

// observeHand writes the seat's own hand.
func (s *State) observeHand(seat int, dst []float32) {
	l, p, t := &s.game.spans, &s.now, s.game.cards
	own := p.sideOf(seat)
	for k := range int(p.drawn[own]) {
		card := p.hand[own][k]
		slot := l.slots.Row(dst, k)
		slot[slotThere] = 1
		slot[slotColours+int(t.colour[own][card])] = 1
		if k < int(p.put[own]) {
			slot[slotPlaced] = 1
			continue
		}
		dst[l.hand.At+t.id[own][card]] = 1
		if k == int(p.put[own]) && s.node == nodePlace && s.side == own {
			slot[slotAsked] = 1
			dst[l.asked.At+t.id[own][card]] = 1
		}
	}
}

// observeSeen writes what the possession has shown so far.
func (s *State) observeSeen(seat int, dst []float32) {
	g, l, p, t := s.game, &s.game.spans, &s.now, s.game.cards
	own, other := p.sideOf(seat), p.sideOf(1-seat)
	t.mark(l.stack.In(dst), own, p.stack[own])
	t.mark(l.shown.In(dst), own, p.shown[own])
	t.mark(l.shown.In(dst), other, p.shown[other])
	t.mark(l.unseen.In(dst), other, t.all&^p.shown[other])
	share := 1 / float32(g.config.EachSide)
	lanes := float32(g.lanes)
	for line := range int(p.line) {
		won := 0
		for lane := range g.lanes {
			fate := g.fate(p, line, lane)
			if fate == laneDead {
				dst[l.faceDown.At+ownSeat] += share
				dst[l.faceDown.At+otherSeat] += share
				if under := g.under(p, line, lane); under != NoCard && other == Offense {
					dst[l.deadColours.At+int(t.colour[Offense][under])] += share
				}
			}
			if fate == laneWon {
				won++
			}
		}
		dst[l.lasted.At+line] = float32(won) / lanes
	}
}

// mark writes 1 for each card of a set into a vector over the deck.
func (t *cards) mark(dst []float32, side Side, cards Set) {
	ids := t.id[side]
	for ; cards != 0; cards &= cards - 1 {
		dst[ids[cards.First()]] = 1
	}
}
