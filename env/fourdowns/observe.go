package fourdowns

import (
	"fmt"
	"math/bits"

	"ringer/env"
	"ringer/env/layout"
)

// cardVocabulary is shared by all fields that count cards.
const cardVocabulary = "card"

// Columns of the field "decision".
const (
	columnWindow = iota
	columnAnswer
	columnOpen
	columnFollow
	columnChance
	columnOver
)

var decisionColumns = layout.Table{
	columnWindow: layout.Ask("bid", "knock or pass", "in a window before a round, or before a card"),
	columnAnswer: layout.Ask("bid", "answer", "call, fold, or knock again"),
	columnOpen:   layout.Ask("play", "open", "choose a card to open the round with"),
	columnFollow: layout.Ask("play", "follow", "choose a card to follow with"),
	columnChance: layout.Flag("chance", "chance rolls"),
	columnOver:   layout.Flag("over", "the game is over"),
}

// decisionColumn gives the column of each node.
var decisionColumn = [nodes]int{
	nodeDealer: columnChance, nodeDeal: columnChance, nodeWindow: columnWindow, nodeAnswer: columnAnswer,
	nodeOpen: columnOpen, nodeFollow: columnFollow, nodeOver: columnOver,
}

// Columns of the field "habits": counts of the whole game, which stop at
// habitHigh.
const (
	habitKnocks = iota
	habitCalls
	habitFolds
	habitHands

	habitScale = 5
	habitHigh  = 10
)

var habitColumns = layout.Table{
	habitKnocks: {Name: "knocks", Max: habitHigh / habitScale, Unit: "5 knocks"},
	habitCalls:  {Name: "calls", Max: habitHigh / habitScale, Unit: "5 calls"},
	habitFolds:  {Name: "folds", Max: habitHigh / habitScale, Unit: "5 folds"},
	habitHands:  {Name: "hands won", Max: habitHigh / habitScale, Unit: "5 hands"},
}

// Columns of the field "bids" (FD-11).
const (
	bidKnock = iota
	bidCall
	bidFold
)

func bidColumns(knocks float32) layout.Table {
	return layout.Table{
		bidKnock: {Name: "knocks", Max: knocks, Unit: "1 knock"},
		bidCall:  {Name: "calls", Max: knocks, Unit: "1 call"},
		bidFold:  layout.Flag("fold", ""),
	}
}

// spans says where each field of the observation lies.
type spans struct {
	decision, actor, dealer, opener, round, roundsLeft, finalHand layout.Span
	inGame, inHand, yards, outIfLost, outIfFolded                 layout.Span
	stake, accepted, knocker, waiting, passed                     layout.Span
	knocks, calls, habits, bids                                   layout.Span
	hand, lead, best, leader, table, takers                       layout.Span
	played, led, when, unseen, possible, lacks, handSize          layout.Span
}

// fields returns the fields of the observation and sets the spans. Seats are
// counted clockwise from the observer.
func (g *Game) fields() []env.Field {
	c, l := &g.config, &g.spans
	seats := layout.Seats(g.players)
	names := c.cardNames()
	var classNames [classes]string
	for i := range classNames {
		classNames[i] = className(i)
	}
	stakes := layout.Numbers(1, g.knocks+1)
	rounds := layout.Numbered("round", g.rounds)
	counts := layout.Counted(float32(g.knocks), rounds...)
	lost := float32(c.OutAt-1+len(stakes)*c.Yards) / float32(c.OutAt)
	var b layout.Builder
	add := func(name, doc string, columns layout.Table, rows ...string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Columns: columns, Rows: rows})
	}
	seat := func(name, doc string) layout.Span { return add(name, doc, seats.Flags()) }
	deck := func(name, doc string, rows ...string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Columns: layout.Flags(names...), Rows: rows, Vocab: cardVocabulary})
	}
	l.decision = add("decision", "one-hot: what the state waits for", decisionColumns)
	l.actor = seat("actor", "one-hot: the seat that decides")
	l.dealer = seat("dealer", "one-hot: the seat that dealt")
	l.opener = seat("opener", "one-hot: the seat that opens the round")
	l.round = add("round", "one-hot: the round of the hand", layout.Flags(rounds...))
	l.roundsLeft = add("rounds_left", "rounds of the hand that are not finished, divided by the most there can be", layout.One("rounds left", 0, 1, fmt.Sprint(g.rounds, " rounds")))
	l.finalHand = add("final_hand", "1 when the hand is the last that may be played", layout.Flags("last hand"))
	l.inGame = seat("in_game", "1 for a seat that is not out of the game")
	l.inHand = seat("in_hand", "1 for a seat that plays for the hand: dealt in and not folded")
	l.yards = add("yards", "yards lost so far, divided by those that put a player out", layout.Scaled(0, lost, fmt.Sprint(c.OutAt, " yards"), seats.Names()...))
	l.outIfLost = seat("out_if_lost", "1 for a seat that would be out of the game if it lost the hand at this stake")
	l.outIfFolded = seat("out_if_folded", "1 for a seat that would be out of the game if it folded now")
	l.stake = add("stake", "one-hot: the stake of the hand, in points", stakes)
	l.accepted = add("accepted", "one-hot by seat: the stake that the seat has accepted, which it would lose by folding", stakes, seats.Names()...)
	l.knocker = seat("last_knocker", "one-hot: the seat that knocked last in this hand")
	l.waiting = seat("waiting", "1 for a seat that is still to act in this window, in answer to this knock, or in this round")
	l.passed = seat("passed", "1 for a seat that has passed in this window")
	if g.knocks > 0 {
		l.knocks = add("knocks", "knocks of each seat before, and in, each round of this hand", counts, seats.Names()...)
		l.calls = add("calls", "calls of each seat before, and in, each round of this hand", counts, seats.Names()...)
		l.habits = add("habits", "what each seat has done in this game, divided by 5", habitColumns, seats.Names()...)
	}
	if g.anyTime() {
		var rows []string
		for _, name := range seats.Names() {
			for _, card := range layout.Numbered("before card", g.rounds*g.players) {
				rows = append(rows, name+" "+card)
			}
		}
		l.bids = add("bids", "bids of each seat before each card of this hand", bidColumns(float32(g.knocks)), rows...)
	}
	l.hand = deck("hand", "the seat's own cards")
	l.lead = deck("lead", "the card that opened this round")
	l.best = deck("best", "the card that leads this round")
	l.leader = seat("leader", "one-hot: the seat whose card leads this round")
	l.table = deck("table", "all cards of this round")
	l.takers = deck("takers", "own cards that take the lead from the best card, whether they may be played or not")
	l.played = deck("played", "cards that each seat has played in this hand", seats.Names()...)
	l.led = deck("led", "cards that opened earlier rounds of this hand")
	l.when = add("when", "the round in which a card was played in this hand, divided by the most there can be", layout.Scaled(0, 1, fmt.Sprint(g.rounds, " rounds"), names...))
	l.unseen = deck("unseen", "cards in other hands or not dealt")
	l.possible = deck("possible", "unseen cards that each other seat in the hand can hold, by what it has followed with", seats.Others()...)
	l.lacks = add("lacks", "1 for a colour and side that a seat has shown to lack", layout.Flags(classNames[:]...), seats.Names()...)
	l.handSize = add("hand_size", "cards in hand, divided by the most there can be", layout.Scaled(0, 1, fmt.Sprint(g.rounds, " cards"), seats.Names()...))
	return b.Fields()
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	g := s.game
	if len(dst) != g.spec.ObservationSize() {
		panic("fourdowns: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	s.observeProgress(int(p), dst)
	s.observeCards(int(p), dst)
	if g.anyTime() {
		s.observeBids(int(p), dst)
	}
	for k := range g.players {
		s.observeSeat(layout.Seats(g.players).Absolute(int(p), k), k, dst)
	}
}

// observeProgress writes what the state waits for, and how far the hand is.
func (s *State) observeProgress(p int, dst []float32) {
	g, l, h := s.game, &s.game.spans, &s.hand
	dst[l.decision.At+decisionColumn[s.node]] = 1
	for _, mark := range [...]struct {
		at   int
		seat int8
	}{
		{l.actor.At, max(int8(s.actor), nobody)},
		{l.dealer.At, s.dealer},
		{l.opener.At, h.opener},
		{l.knocker.At, h.knocker},
		{l.leader.At, h.leader},
	} {
		if mark.seat != nobody {
			dst[mark.at+layout.Seats(g.players).Relative(p, int(mark.seat))] = 1
		}
	}
	dst[l.round.At+int(h.round)] = 1
	dst[l.roundsLeft.At] = float32(h.rounds-h.round) / float32(g.rounds)
	if g.config.Hands > 0 && int(s.hands)+1 >= g.config.Hands {
		dst[l.finalHand.At] = 1
	}
	dst[l.stake.At+int(h.stake)-1] = 1
}

// observeCards writes what the seat knows of cards, but for those that seats
// have played.
func (s *State) observeCards(p int, dst []float32) {
	g, l, h := s.game, &s.game.spans, &s.hand
	own := h.held[p]
	mark(dst[l.hand.At:], own)
	if h.lead != none {
		dst[l.lead.At+int(h.lead)] = 1
		dst[l.best.At+int(h.best)] = 1
		mark(dst[l.takers.At:], own&s.beating())
	}
	for _, card := range h.table[:g.players] {
		if card != none {
			dst[l.table.At+int(card)] = 1
		}
	}
	mark(dst[l.led.At:], h.led)
	unseen := s.Unseen(p)
	mark(dst[l.unseen.At:], unseen)
	for k := 1; k < g.players; k++ {
		q := layout.Seats(g.players).Absolute(p, k)
		if h.in.has(q) {
			mark(l.possible.Row(dst, k-1), unseen&^g.lacked(h.void[q]))
		}
	}
}

// mark writes 1 into dst for every card of a set.
func mark(dst []float32, set cards) {
	for ; set != 0; set &= set - 1 {
		dst[bits.TrailingZeros64(set)] = 1
	}
}

// beating returns the set of cards that take the lead from the best one.
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

// observeSeat writes what is public about a seat, as row k.
func (s *State) observeSeat(seat, k int, dst []float32) {
	g, l, h, c := s.game, &s.game.spans, &s.hand, &s.game.config
	dst[l.inGame.At+k] = layout.Bit(s.in.has(seat))
	dst[l.yards.At+k] = float32(s.yards[seat]) / float32(c.OutAt)
	dst[l.waiting.At+k] = layout.Bit(s.Question() != AskNothing && h.waiting.has(seat))
	dst[l.passed.At+k] = layout.Bit(h.spoken.has(seat))
	if h.in.has(seat) {
		dst[l.inHand.At+k] = 1
		dst[l.outIfLost.At+k] = layout.Bit(int(s.yards[seat])+int(h.stake)*c.Yards >= c.OutAt)
		dst[l.outIfFolded.At+k] = layout.Bit(int(s.yards[seat])+int(h.accepted[seat])*c.Yards >= c.OutAt)
	}
	if a := int(h.accepted[seat]); a > 0 {
		l.accepted.Row(dst, k)[a-1] = 1
	}
	if g.knocks > 0 {
		layout.Counts(l.knocks.Row(dst, k), h.knocks[seat][:g.rounds])
		layout.Counts(l.calls.Row(dst, k), h.calls[seat][:g.rounds])
		habits := l.habits.Row(dst, k)
		habits[habitKnocks] = habit(s.knocked[seat])
		habits[habitCalls] = habit(s.called[seat])
		habits[habitFolds] = habit(s.folded[seat])
		habits[habitHands] = habit(s.taken[seat])
	}
	played, when := l.played.Row(dst, k), dst[l.when.At:]
	for set := h.played[seat]; set != 0; set &= set - 1 {
		card := bits.TrailingZeros64(set)
		played[card] = 1
		when[card] = g.share[h.when[card]]
	}
	lacks := l.lacks.Row(dst, k)
	for void := h.void[seat]; void != 0; void &= void - 1 {
		lacks[bits.TrailingZeros8(void)] = 1
	}
	dst[l.handSize.At+k] = float32(cardCount(h.held[seat])) / float32(g.rounds)
}

// habit returns a count of the whole game as the field "habits" shows it.
func habit(n uint8) float32 { return float32(min(n, habitHigh)) / habitScale }

// observeBids writes before which card of the hand each seat has bid, where players
// may knock at any time (FD-11).
func (s *State) observeBids(p int, dst []float32) {
	g, at := s.game, &s.game.spans.bids
	first := min(int(s.handAt[s.hands])+int(s.hand.dealt), len(s.log)) // after the deal
	played, windows := 0, g.rounds*g.players
	for _, e := range s.log[first:] {
		row := layout.Seats(g.players).Relative(p, int(e.seat))*windows + played
		switch e.kind {
		case evOpen, evFollow:
			played++
		case evKnock:
			at.Row(dst, row)[bidKnock]++
		case evCall:
			at.Row(dst, row)[bidCall]++
		case evFold:
			at.Row(dst, row)[bidFold] = 1
		}
	}
}
