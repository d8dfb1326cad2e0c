package heat

import (
	"ringer/env"
)

// cardVocabulary is shared by all fields that count kinds of card.
const cardVocabulary = "card"

// Kinds of question, as the field "decision" shows them. The first are nodes in
// their order, without the deal.
const (
	questions      = int(nodeExtra-nodePick) + 1
	decisionChance = questions
	decisionOver   = questions + 1
	decisionWidth  = questions + 2
)

// layout is where each field of the observation begins.
type layout struct {
	decision, actor, start, heist, stage, round, phase          int
	money, heat, board, handSize, deck, direction               int
	hand, committed, passed, received, known                    int
	record, order, icons, idle, discards, unseen                int
	asking, announced, copied, copying, targets, options, stops int
	claims, claimed, kept                                       int
}

const (
	moneyScale, moneyLow, moneyHigh = 20, -10, 50
	heatScale                       = 5
	handScale                       = 5
	iconScale                       = 4
	claimScale                      = 12
)

// fields lists the observation and fills in the layout. Seats are counted from
// the observer: row 0 is its own, row 1 its left neighbour's, and so on.
func (g *Game) fields() []env.Field {
	c, n, l := &g.config, g.players, &g.layout
	copies := 1
	for _, t := range g.deck.types {
		copies = max(copies, int(t.copies))
	}
	var fields []env.Field
	at := 0
	add := func(place *int, low, high float32, name, doc string, shape ...int) {
		f := env.Field{Name: name, Shape: shape, Min: low, Max: high, Doc: doc}
		*place = at
		at += f.Size()
		fields = append(fields, f)
	}
	cards := func(place *int, high float32, name, doc string, rows ...int) {
		add(place, 0, high, name, doc, append(rows, g.types)...)
		fields[len(fields)-1].Vocab = cardVocabulary
	}
	add(&l.decision, 0, 1, "decision", "one-hot: pick, claim, play, target, option, discard, give, take, replace, extra; chance; over", decisionWidth)
	add(&l.actor, 0, 1, "actor", "one-hot: who decides", n)
	add(&l.start, 0, 1, "start", "one-hot: the start player", n)
	add(&l.heist, 0, 1, "heist", "one-hot", c.Heists)
	add(&l.stage, 0, 1, "stage", "one-hot; the first stage during the draft", c.Stages)
	add(&l.round, 0, 1, "round", "one-hot: round of the draft; the last place is for the stages", c.DraftRounds+1)
	add(&l.phase, 0, 1, "phase", "one-hot: outside the phases, A, B, C", phases+1)
	add(&l.money, moneyLow, moneyHigh, "money", "dollars / 20, held within -10 and 50; after paying for Heat at the end", n)
	add(&l.heat, 0, float32(c.Tokens)/heatScale, "heat", "tokens / 5", n)
	add(&l.board, 0, 100, "board", "share of the tokens off the board; Heat value / 5; share of the next row already empty", 3)
	add(&l.handSize, 0, 40, "hand_size", "cards in hand / 5", n)
	add(&l.deck, 0, 1, "deck", "share of the cards still in the deck", 1)
	add(&l.direction, 0, 1, "pass_left", "1 when cards are passed to the left in this heist", 1)
	high := float32(copies)
	cards(&l.hand, high, "hand", "own hand")
	cards(&l.committed, high, "committed", "own card chosen in secret and not yet revealed or passed")
	cards(&l.passed, 20, "passed", "cards passed to the neighbour in this heist's draft")
	cards(&l.received, 20, "received", "cards received from the other neighbour in this heist's draft")
	cards(&l.known, high, "known", "cards of the other hands that this seat knows of: looked at, passed last, or moved face up", n-1)
	cards(&l.record, high, "record", "Records of this heist", n)
	cards(&l.order, 2, "record_order", "Records again: the newest card counts 1, the one before 1/2, then 1/4 …", n)
	add(&l.icons, 0, maxRecord/iconScale, "record_icons", "icons in each Record / 4: "+joinWords(iconNames[:]), n, icons)
	add(&l.idle, 0, 1, "no_card", "1 for a seat without a card in use", n)
	cards(&l.discards, high, "discards", "face-up discards of this heist")
	cards(&l.unseen, high, "unseen", "cards that are neither in one's own hands nor face up: in the deck or in other hands")
	cards(&l.asking, 1, "asking", "the card whose effect asks for the decision")
	cards(&l.announced, maxTasks, "announced", "cards chosen aloud in this phase and not yet moved")
	cards(&l.copied, maxSeats, "copied", "cards whose later phases some seat uses")
	add(&l.copying, 0, 1, "copying", "1 for a seat that uses a copied card", n)
	add(&l.targets, 0, 1, "targets", "row: a seat; one-hot: whom it has named in this phase", n, n)
	add(&l.options, 0, 1, "options", "number chosen in this phase / 5", n)
	add(&l.stops, 0, 1, "cancelled", "1 for each phase A, B, C that does nothing for the seat in this stage", n, phases)
	if g.talk {
		cards(&l.claims, 1, "claims", "titles claimed in this stage", n)
		add(&l.claimed, 0, 1, "claimed", "1 for a seat that has spoken, or chosen to say nothing, in this stage", n)
		add(&l.kept, 0, float32(maxHeists*maxStages)/claimScale, "claims_kept", "claims kept and claims broken over the game / 12", n, 2)
	}
	return fields
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	g, l := s.game, &s.game.layout
	if len(dst) != g.spec.ObservationSize() {
		panic("heat: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	s.observeProgress(int(p), dst)
	s.observeCards(int(p), dst)
	for k := range g.players {
		seat := g.relative(int(p), k)
		s.observeSeat(seat, k, dst)
		if t := s.target[seat]; t >= 0 {
			dst[l.targets+k*g.players+g.distance(int(p), int(t))] = 1
		}
	}
	if s.asksForCard() {
		dst[l.asking+int(s.acting[s.asker()])] = 1
	}
	if s.step == 3 || s.step == 4 {
		for _, t := range s.tasks[s.announcedFrom():s.taskCount] {
			if t.card != none {
				dst[l.announced+int(t.card)]++
			}
			if t.other != none {
				dst[l.announced+int(t.other)]++
			}
		}
	}
}

// relative is the k-th seat to the left of p; distance is its inverse.
func (g *Game) relative(p, k int) int {
	if k += p; k >= g.players {
		k -= g.players
	}
	return k
}

func (g *Game) distance(p, seat int) int {
	if seat -= p; seat < 0 {
		seat += g.players
	}
	return seat
}

func (s *State) observeProgress(p int, dst []float32) {
	g, l, c := s.game, &s.game.layout, &s.game.config
	switch {
	case s.node == nodeOver:
		dst[l.decision+decisionOver] = 1
	case s.actor == env.Chance:
		dst[l.decision+decisionChance] = 1
	default:
		dst[l.decision+int(s.node-nodePick)] = 1
		dst[l.actor+g.distance(p, int(s.actor))] = 1
	}
	dst[l.start+g.distance(p, int(s.start))] = 1
	dst[l.heist+int(s.heist)] = 1
	dst[l.stage+int(s.stage)] = 1
	dst[l.round+int(s.round)] = 1
	if s.step == 0 {
		dst[l.phase] = 1
	} else {
		dst[l.phase+1+int(s.phase)] = 1
	}
	held := s.now.held()
	dst[l.board] = float32(held) / float32(c.Tokens)
	dst[l.board+1] = float32(g.value(held)) / 5
	dst[l.board+2] = float32(held%c.RowWidth) / float32(c.RowWidth)
	dst[l.deck] = float32(s.mem.left) / float32(g.deck.size)
	if s.heist%2 == 0 {
		dst[l.direction] = 1
	}
}

// observeCards writes what the seat knows of the cards outside the Records.
func (s *State) observeCards(p int, dst []float32) {
	g, l, m := s.game, &s.game.layout, &s.mem
	for t := range g.types {
		own := m.hand[p][t]
		dst[l.hand+t] = float32(own)
		dst[l.passed+t] = float32(m.passed[p][t])
		dst[l.received+t] = float32(m.received[p][t])
		dst[l.discards+t] = float32(m.discards[t])
		dst[l.unseen+t] = float32(g.deck.types[t].copies - own - m.faceUp[t])
	}
	if c := m.commit[p]; c != none {
		dst[l.committed+int(c)] = 1
		dst[l.unseen+int(c)]--
	}
	for k := 1; k < g.players; k++ {
		row := dst[l.known+(k-1)*g.types:][:g.types]
		for t, n := range m.known[p][g.relative(p, k)][:g.types] {
			row[t] = float32(n)
		}
	}
}

// observeSeat writes what lies face up before a seat, as row k.
func (s *State) observeSeat(seat, k int, dst []float32) {
	g, l := s.game, &s.game.layout
	dst[l.money+k] = min(max(float32(s.now.money[seat])/moneyScale, moneyLow), moneyHigh)
	dst[l.heat+k] = float32(s.now.heat[seat]) / heatScale
	dst[l.handSize+k] = float32(s.mem.size[seat]) / handScale
	weight := float32(1)
	cards := s.now.of(seat)
	for i := len(cards) - 1; i >= 0; i-- {
		card := int(cards[i])
		dst[l.record+k*g.types+card]++
		dst[l.order+k*g.types+card] += weight
		weight /= 2
		for icon := range icons {
			if g.deck.types[card].icons>>icon&1 != 0 {
				dst[l.icons+k*icons+icon] += 1. / iconScale
			}
		}
	}
	if s.now.inUse[seat] == none {
		dst[l.idle+k] = 1
	}
	if c := s.copied[seat]; c != none {
		dst[l.copied+int(c)]++
		dst[l.copying+k] = 1
	}
	dst[l.options+k] = float32(s.option[seat]) / maxChoice
	for phase := range phases {
		if s.cancelled[seat]>>phase&1 != 0 {
			dst[l.stops+k*phases+phase] = 1
		}
	}
	if !g.talk {
		return
	}
	if c := s.claims[seat]; c != none {
		dst[l.claims+k*g.types+int(c)] = 1
	}
	if s.claimed.has(seat) {
		dst[l.claimed+k] = 1
	}
	dst[l.kept+2*k] = float32(s.honest[seat]) / claimScale
	dst[l.kept+2*k+1] = float32(s.lied[seat]) / claimScale
}

// asksForCard says whether an effect of a card asks for the decision.
func (s *State) asksForCard() bool {
	return s.node >= nodeTarget && s.node <= nodeExtra && s.acting[s.asker()] != none
}

// asker is the seat whose card asks: the actor, or whoever makes it discard.
func (s *State) asker() int {
	if s.node == nodeDiscard {
		return int(s.tasks[s.taskAt].actor)
	}
	return int(s.actor)
}

// announcedFrom is the first task whose cards have not been moved.
func (s *State) announcedFrom() uint8 {
	if s.step == 4 {
		return s.taskAt
	}
	return 0
}
