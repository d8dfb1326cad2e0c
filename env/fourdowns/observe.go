package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// cardVocabulary is shared by all fields that count cards.
const cardVocabulary = "card"

// Kinds of question, as the field "decision" shows them.
const (
	decisionChance = int(nodeFollow-nodeWindow) + 1
	decisionOver   = decisionChance + 1
	decisionWidth  = decisionOver + 1
)

// layout is where each field of the observation begins.
type layout struct {
	decision, actor, dealer, opener, round, rounds    int
	game, hand, yards, ifLost, ifFolded               int
	stake, accepted, knocker, waiting, passed         int
	knocks, calls, habits                             int
	own, lead, best, leader, table, takers            int
	played, led, unseen, possible, lacks, size, final int
}

// habitScale divides the counts of a whole game, which stop at habitHigh.
const (
	habitScale = 5
	habitHigh  = 10
)

// fields lists the observation and fills in the layout. Seats are counted
// clockwise from the observer: row 0 is its own.
func (g *Game) fields() []env.Field {
	c, n, l := &g.config, g.players, &g.layout
	var fields []env.Field
	at := 0
	add := func(place *int, high float32, name, doc string, shape ...int) {
		f := env.Field{Name: name, Shape: shape, Max: high, Doc: doc}
		*place = at
		at += f.Size()
		fields = append(fields, f)
	}
	deck := func(place *int, name, doc string, rows ...int) {
		add(place, 1, name, doc, append(rows, len(g.kinds))...)
		fields[len(fields)-1].Vocab = cardVocabulary
	}
	stakes := g.knocks + 1
	worst := float32(c.OutAt-1+stakes*c.Yards) / float32(c.OutAt)
	add(&l.decision, 1, "decision", "one-hot: knock or pass, answer a knock, open a round, follow; chance; over", decisionWidth)
	add(&l.actor, 1, "actor", "one-hot: who decides", n)
	add(&l.dealer, 1, "dealer", "one-hot: who dealt", n)
	add(&l.opener, 1, "opener", "one-hot: who opens the round", n)
	add(&l.round, 1, "round", "one-hot: round of the hand", g.rounds)
	add(&l.rounds, 1, "rounds_left", "rounds of the hand that are not finished, divided by the most there can be", 1)
	add(&l.final, 1, "final_hand", "1 when the hand is the last that may be played", 1)
	add(&l.game, 1, "in_game", "1 for a seat that is not out of the game", n)
	add(&l.hand, 1, "in_hand", "1 for a seat that plays for the hand: dealt in and not folded", n)
	add(&l.yards, worst, "yards", "yards lost so far, divided by those that put a player out", n)
	add(&l.ifLost, 1, "out_if_lost", "1 for a seat that would be out of the game if it lost the hand at this stake", n)
	add(&l.ifFolded, 1, "out_if_folded", "1 for a seat that would be out of the game if it folded now", n)
	add(&l.stake, 1, "stake", "one-hot: what the hand is played for; place 0 is a stake of 1", stakes)
	add(&l.accepted, 1, "accepted", "one-hot by seat: the stake that it has accepted, which it would lose by folding", n, stakes)
	add(&l.knocker, 1, "last_knocker", "one-hot: who knocked last in this hand", n)
	add(&l.waiting, 1, "waiting", "1 for a seat that is still to act in this window, in answer to this knock, or in this round", n)
	add(&l.passed, 1, "passed", "1 for a seat that has passed in this window", n)
	if g.knocks > 0 {
		add(&l.knocks, float32(g.knocks), "knocks", "knocks of each seat before each round of this hand", n, g.rounds)
		add(&l.calls, float32(g.knocks), "calls", "calls of each seat before each round of this hand", n, g.rounds)
		add(&l.habits, habitHigh/habitScale, "habits", "knocks, calls and folds of each seat in this game, and hands won, / 5", n, 4)
	}
	deck(&l.own, "hand", "own cards")
	deck(&l.lead, "lead", "the card that opened this round")
	deck(&l.best, "best", "the card that leads this round")
	add(&l.leader, 1, "leader", "one-hot: whose card leads this round", n)
	deck(&l.table, "table", "all cards of this round")
	deck(&l.takers, "takers", "own cards that take the lead from the best card, whether they may be played or not")
	deck(&l.played, "played", "cards that each seat has played in this hand", n)
	deck(&l.led, "led", "cards that opened earlier rounds of this hand")
	deck(&l.unseen, "unseen", "cards in other hands or not dealt")
	deck(&l.possible, "possible", "unseen cards that each other seat may hold, by what it has followed with", n-1)
	add(&l.lacks, 1, "lacks", "row: a seat; 1 for a side and colour that it has shown to lack: offense orange, purple, green, blue, then defense", n, classes)
	add(&l.size, 1, "hand_size", "cards in hand, divided by the most there can be", n)
	return fields
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	g := s.game
	if len(dst) != g.spec.ObservationSize() {
		panic("fourdowns: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	s.observeProgress(int(p), dst)
	s.observeCards(int(p), dst)
	for k := range g.players {
		s.observeSeat(g.relative(int(p), k), k, dst)
	}
}

// relative is the k-th seat clockwise from p; distance is its inverse.
func (g *Game) relative(p, k int) int {
	if k += p; k >= g.players {
		k -= g.players
	}
	return k
}

func (g *Game) distance(p int, seat int8) int {
	d := int(seat) - p
	if d < 0 {
		d += g.players
	}
	return d
}

func (s *State) observeProgress(p int, dst []float32) {
	g, l, h := s.game, &s.game.layout, &s.hand
	switch s.node {
	case nodeOver:
		dst[l.decision+decisionOver] = 1
	case nodeDealer, nodeDeal:
		dst[l.decision+decisionChance] = 1
	default:
		dst[l.decision+int(s.node-nodeWindow)] = 1
		dst[l.actor+g.distance(p, int8(s.actor))] = 1
	}
	for _, mark := range [...]struct {
		at   int
		seat int8
	}{{l.dealer, s.dealer}, {l.opener, h.opener}, {l.knocker, h.knocker}, {l.leader, h.leader}} {
		if mark.seat != nobody {
			dst[mark.at+g.distance(p, mark.seat)] = 1
		}
	}
	dst[l.round+int(h.round)] = 1
	dst[l.rounds] = float32(h.rounds-h.round) / float32(g.rounds)
	if g.config.Hands > 0 && int(s.hands)+1 >= g.config.Hands {
		dst[l.final] = 1
	}
	dst[l.stake+int(h.stake)-1] = 1
}

// observeCards writes what the seat knows of cards, but for those that seats
// have played.
func (s *State) observeCards(p int, dst []float32) {
	g, l, h := s.game, &s.game.layout, &s.hand
	mark := func(at int, set cards) {
		for ; set != 0; set &= set - 1 {
			dst[at+bits.TrailingZeros64(set)] = 1
		}
	}
	own := h.held[p]
	mark(l.own, own)
	if h.lead != none {
		dst[l.lead+int(h.lead)] = 1
		dst[l.best+int(h.best)] = 1
		mark(l.takers, own&s.beating())
	}
	for _, card := range h.table[:g.players] {
		if card != none {
			dst[l.table+int(card)] = 1
		}
	}
	mark(l.led, h.led)
	unseen := s.unseen(p)
	mark(l.unseen, unseen)
	for k := 1; k < g.players; k++ {
		q := g.relative(p, k)
		if h.in.has(q) {
			mark(l.possible+(k-1)*len(g.kinds), unseen&^g.lacked(h.void[q]))
		}
	}
}

// beating is the set of cards that take the lead from the best one.
func (s *State) beating() cards {
	h, g := &s.hand, s.game
	set := g.beats[h.lead]
	if h.best == h.lead {
		return set
	}
	var b cards
	for ; set != 0; set &= set - 1 {
		if card := bits.TrailingZeros64(set); g.kinds[card].strength > g.kinds[h.best].strength {
			b |= 1 << card
		}
	}
	return b
}

// unseen is the set of cards that a seat does not see in this hand.
func (s *State) unseen(p int) cards {
	set := s.game.all &^ s.hand.held[p]
	for _, played := range s.hand.played[:s.game.players] {
		set &^= played
	}
	return set
}

// lacked is all cards of the classes that a seat lacks.
func (g *Game) lacked(void uint8) cards {
	var set cards
	for ; void != 0; void &= void - 1 {
		set |= g.class[bits.TrailingZeros8(void)]
	}
	return set
}

// observeSeat writes what is public about a seat, as row k.
func (s *State) observeSeat(seat, k int, dst []float32) {
	g, l, h, c := s.game, &s.game.layout, &s.hand, &s.game.config
	flag := func(at int, b bool) {
		if b {
			dst[at+k] = 1
		}
	}
	flag(l.game, s.in.has(seat))
	dst[l.yards+k] = float32(s.yards[seat]) / float32(c.OutAt)
	flag(l.hand, h.in.has(seat))
	flag(l.waiting, s.node >= nodeWindow && s.node < nodeOver && h.waiting.has(seat))
	flag(l.passed, h.spoken.has(seat))
	if h.in.has(seat) {
		flag(l.ifLost, int(s.yards[seat])+int(h.stake)*c.Yards >= c.OutAt)
		flag(l.ifFolded, int(s.yards[seat])+int(h.accepted[seat])*c.Yards >= c.OutAt)
	}
	if a := int(h.accepted[seat]); a > 0 {
		dst[l.accepted+k*(g.knocks+1)+a-1] = 1
	}
	if g.knocks > 0 {
		for r := range h.rounds {
			dst[l.knocks+k*g.rounds+int(r)] = float32(h.knocks[seat][r])
			dst[l.calls+k*g.rounds+int(r)] = float32(h.calls[seat][r])
		}
		for i, x := range [...]uint8{s.knocked[seat], s.called[seat], s.folded[seat], s.taken[seat]} {
			dst[l.habits+4*k+i] = float32(min(x, habitHigh)) / habitScale
		}
	}
	for set := h.played[seat]; set != 0; set &= set - 1 {
		dst[l.played+k*len(g.kinds)+bits.TrailingZeros64(set)] = 1
	}
	for void := h.void[seat]; void != 0; void &= void - 1 {
		dst[l.lacks+k*classes+bits.TrailingZeros8(void)] = 1
	}
	dst[l.size+k] = float32(cardCount(h.held[seat])) / float32(g.rounds)
}
