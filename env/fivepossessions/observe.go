package fivepossessions

import (
	"math"

	"ringer/env"
	"ringer/env/playdesign"
)

// cardVocabulary is shared by all fields that count cards of the deck.
const cardVocabulary = "card"

// layout is where each field of the observation begins.
type spans struct {
	decision, actor, role, line, progress               int
	yards, lead, game                                   int
	lanes, open, placed, filled, asked, hand            int
	slots, odds, askedOdds, placedOdds                  int
	does, askedDoes, placedDoes, shortfall, chance      int
	stack, shown, unseen, faceDown, deadColours, lasted int
}

// Kinds of question, as the field "decision" shows them.
const (
	askChoose = iota
	askPlace
	askChance
	askOver
	questions
)

// maxLead is how many scores of a lead are told apart.
const maxLead = 3

// slotFeatures are those of a card of the hand: there, to be placed now, lies on a
// lane, and its colour.
const slotFeatures = 3 + playdesign.CardColours

// fields lists the observation and fills in the layout. "Own" is the observer's.
func (g *Game) fields() []env.Field {
	c, l := &g.config, &g.spans
	deck, lanes := len(c.Cards), g.lanes
	var fields []env.Field
	at := 0
	add := func(place *int, low, high float32, name, doc string, shape ...int) {
		f := env.Field{Name: name, Shape: shape, Min: low, Max: high, Doc: doc}
		*place = at
		at += f.Size()
		fields = append(fields, f)
	}
	count := func(place *int, name, doc string, rows ...int) {
		add(place, 0, 1, name, doc, append(rows, deck)...)
		fields[len(fields)-1].Vocab = cardVocabulary
	}
	add(&l.decision, 0, 1, "decision", "one-hot: choose a side, place a card; chance; over", questions)
	add(&l.actor, 0, 1, "actor", "one-hot: self, the other seat", Players)
	add(&l.role, 0, 1, "role", "one-hot: on offense, on defense; zero outside a possession", sides)
	add(&l.line, 0, 1, "line", "one-hot: the line under way", c.Lines)
	add(&l.progress, 0, 1, "progress", "share of the lanes for which a card is drawn: own, other's; on which one is placed: own, other's", 4)
	yards := float32(g.maxPossessions()*max(c.ScoreYards, c.StopYards)) / float32(c.Goal)
	add(&l.yards, 0, yards, "yards", "yards / goal: own, the other's", Players)
	add(&l.lead, 0, 1, "lead", "one-hot: own lead in scores, from -3 or worse to 3 or better", 2*maxLead+1)
	add(&l.game, 0, 1, "game", "share of the possessions of the cap that are over; 1 in the second of a pair; 1 in sudden death; 1 for a seat that is level or ahead at the goal: own, other's", 5)
	add(&l.lanes, 0, 1, "lanes", "lane: 1 when closed; colour of the card that lies open: orange, purple, green, blue", lanes, 1+playdesign.CardColours)
	count(&l.open, "open", "lane: the offense card that lies open from the line before", lanes)
	count(&l.placed, "placed", "lane: the own card of this line", lanes)
	add(&l.filled, 0, 1, "filled", "lane: 1 when the other has a card there in this line; zero until it has placed all", lanes)
	count(&l.asked, "asked", "the card that this seat is to place")
	count(&l.hand, "hand", "own cards of this line that are not placed")
	add(&l.slots, 0, 1, "slots", "cards of the own hand in their order: there, to be placed now, on a lane; colour", lanes, slotFeatures)
	add(&l.odds, 0, 1, "odds", "card of the own hand that is not placed, lane: its chance to win the lane against a random unseen card that would be alive there; zero where there is nothing to win", lanes, lanes)
	add(&l.askedOdds, 0, 1, "asked_odds", "lane: the same for the card that is to be placed", lanes)
	add(&l.placedOdds, 0, 1, "placed_odds", "lane: the same for the own card that lies there", lanes)
	add(&l.does, 0, 1, "expected_odds", "like odds, against what the other will probably put there: eight hands of its unseen cards, each placed as it would like best, when it thinks a few times over about what this seat would like", lanes, lanes)
	add(&l.askedDoes, 0, 1, "asked_expected_odds", "like asked_odds, of the expected odds", lanes)
	add(&l.placedDoes, 0, 1, "placed_expected_odds", "like placed_odds, of the expected odds", lanes)
	add(&l.shortfall, 0, 1, "shortfall", "lane: by how many tenths, at most 1, the chance to have the possession falls short of that of the best way to place the hand, when the card that is to be placed goes there, and the rest of the hand as well as it then can", lanes)
	add(&l.chance, 0, 1, "chance", "the chance to have the possession (to score; to stop it) with the best way to place the hand, as reckoned from the expected odds; zero when the other is asked", 1)
	count(&l.stack, "stack", "own cards that are not drawn in this possession")
	count(&l.shown, "shown", "cards of both sides that were opened in this possession")
	count(&l.unseen, "unseen", "the other's cards that were not opened in this possession")
	add(&l.faceDown, 0, 1, "face_down", "cards of earlier lines of this possession that were never opened, as a share of a side: own, other's", Players)
	add(&l.deadColours, 0, 1, "dead_colours", "the other's cards announced dead on open lanes, by their colour, as a share of a side", playdesign.CardColours)
	add(&l.lasted, 0, 1, "lasted", "line: share of the lanes that the offense has won", c.Lines)
	return fields
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	g := s.game
	if len(dst) != g.spec.ObservationSize() {
		panic("fivepossessions: Observe needs a vector of the size that the spec says")
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

func (s *State) observeGame(p int, dst []float32) {
	g, l, c := s.game, &s.game.spans, &s.game.config
	switch s.node {
	case nodeChoose:
		dst[l.decision+askChoose] = 1
	case nodePlace:
		dst[l.decision+askPlace] = 1
	case nodeOver:
		dst[l.decision+askOver] = 1
	default:
		dst[l.decision+askChance] = 1
	}
	if s.actor >= 0 {
		dst[l.actor+int(s.actor)^p] = 1
	}
	own, other := s.yards[p], s.yards[1-p]
	dst[l.yards], dst[l.yards+1] = float32(own)/float32(c.Goal), float32(other)/float32(c.Goal)
	lead := int(math.Round(float64(own-other) / float64(max(c.ScoreYards, c.StopYards))))
	dst[l.lead+maxLead+min(max(lead, -maxLead), maxLead)] = 1
	dst[l.game] = float32(s.played) / float32(g.maxPossessions())
	dst[l.game+1] = float32(s.played % 2)
	if s.sudden {
		dst[l.game+1], dst[l.game+2] = 0, 1
	}
	goal := int32(c.Goal)
	if own >= goal && own >= other {
		dst[l.game+3] = 1
	}
	if other >= goal && other >= own {
		dst[l.game+4] = 1
	}
}

// observeTable writes what lies on the table.
func (s *State) observeTable(seat int, dst []float32) {
	g, l, p, t := s.game, &s.game.spans, &s.now, s.game.cards
	own, other := p.sideOf(seat), p.sideOf(1-seat)
	deck := len(t.number)
	dst[l.role+int(own)] = 1
	dst[l.line+int(p.line)] = 1
	lanes := float32(g.lanes)
	dst[l.progress] = float32(p.drawn[own]) / lanes
	dst[l.progress+1] = float32(p.drawn[other]) / lanes
	dst[l.progress+2] = float32(p.put[own]) / lanes
	dst[l.progress+3] = float32(p.put[other]) / lanes
	full := int(p.put[other]) == g.handSize[p.line]
	for lane := range g.lanes {
		if p.closed>>lane&1 == 1 {
			dst[l.lanes+lane*(1+playdesign.CardColours)] = 1
		}
		if o := p.open[lane]; o != none {
			dst[l.lanes+lane*(1+playdesign.CardColours)+1+int(t.colour[offense][o])] = 1
			dst[l.open+lane*deck+t.id[offense][o]] = 1
		}
		if c := p.placed[own][p.line][lane]; c != none {
			dst[l.placed+lane*deck+t.id[own][c]] = 1
		}
		if full && p.placed[other][p.line][lane] != none {
			dst[l.filled+lane] = 1
		}
	}
}

// observeHand writes the own hand and what its cards can do.
func (s *State) observeHand(seat int, dst []float32) {
	g, l, p, t := s.game, &s.game.spans, &s.now, s.game.cards
	own := p.sideOf(seat)
	var r rivals
	g.size(&r, p, own)
	for k := range int(p.drawn[own]) {
		card := p.hand[own][k]
		slot := dst[l.slots+k*slotFeatures:]
		slot[0] = 1
		slot[3+int(t.colour[own][card])] = 1
		if k < int(p.put[own]) {
			slot[2] = 1
			continue
		}
		dst[l.hand+t.id[own][card]] = 1
		at := k * g.lanes
		for lane := range g.lanes {
			dst[l.odds+at+lane], dst[l.does+at+lane] = g.odds(&r, p, card, lane), s.does(own, card, lane)
		}
		if k == int(p.put[own]) && s.node == nodePlace && s.side == own {
			slot[1] = 1
			dst[l.asked+t.id[own][card]] = 1
			copy(dst[l.askedOdds:], dst[l.odds+at:][:g.lanes])
			copy(dst[l.askedDoes:], dst[l.does+at:][:g.lanes])
		}
	}
	for lane := range g.lanes {
		if card := p.placed[own][p.line][lane]; card != none {
			dst[l.placedOdds+lane], dst[l.placedDoes+lane] = g.odds(&r, p, card, lane), s.does(own, card, lane)
		}
	}
	if s.node == nodePlace && s.side == own {
		dst[l.chance] = s.shortfalls(dst[l.shortfall:][:g.lanes])
	}
}

// observeSeen writes what the possession has shown so far.
func (s *State) observeSeen(seat int, dst []float32) {
	g, l, p, t := s.game, &s.game.spans, &s.now, s.game.cards
	own, other := p.sideOf(seat), p.sideOf(1-seat)
	t.count(dst[l.stack:], own, p.stack[own])
	t.count(dst[l.shown:], own, p.shown[own])
	t.count(dst[l.shown:], other, p.shown[other])
	t.count(dst[l.unseen:], other, t.all&^p.shown[other])
	share := 1 / float32(g.config.EachSide)
	lanes := float32(g.lanes)
	for line := range int(p.line) {
		won := 0
		for lane := range g.lanes {
			fate := g.fate(p, line, lane)
			if fate == laneDead {
				dst[l.faceDown] += share
				dst[l.faceDown+1] += share
				if under := g.under(p, line, lane); under != none && other == offense {
					dst[l.deadColours+int(t.colour[offense][under])] += share
				}
			}
			if fate == laneWon {
				won++
			}
		}
		dst[l.lasted+line] = float32(won) / lanes
	}
}

// count marks the cards of a set in a vector over the deck.
func (t *cards) count(dst []float32, side uint8, cards set) {
	for ; cards != 0; cards &= cards - 1 {
		dst[t.id[side][cards.first()]] = 1
	}
}
