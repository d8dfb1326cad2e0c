package payday

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"ringer/env"
	"ringer/env/layout"
	"ringer/env/payday/internal/cards"
)

// Vocabularies of cards, one a deck.
const (
	criminalVocabulary = "criminal card"
	policeVocabulary   = "police card"
	heistVocabulary    = "heist card"
)

// seats counts places to the left of a seat.
const seats layout.Seats = 2

// The bounds of scaled counts.
const (
	maxShown = 40
	maxUnit  = 50
	usual    = 32 // counts below it are looked up
)

// fields holds the place of each field in the observation.
type fields struct {
	decision, role, actor, turn, phase, table, heist         layout.Span
	asking                                                   [3]layout.Span // by deck
	effect                                                   layout.Span
	hand, hidden, discards, fresh, exposed                   [2]layout.Span
	secret                                                   layout.Span
	heisters, heisterCards, heisterLoot                      layout.Span
	officers, places, placeCards, placeHeist                 layout.Span
	columns, columnLoot, columnCards, funding, fundingTokens layout.Span
	subject, localOfficers, localHeisters                    layout.Span
}

// Columns of the field "decision" after the columns of the questions.
const (
	decisionChance = decisions
	decisionOver   = decisions + 1
)

// Columns of the field "table".
const (
	tableRounds = iota
	tableOwnCash
	tableOtherCash
	tablePending
	tableFreeUsed
	tableActed
	tableOwnHand
	tableOtherHand
	tableOwnPile
	tableOtherPile
	tableMoves
	tableOwnFielded
	tableOtherFielded
	tablePasses
	tablePlaced
	tableFree
)

var tableColumns = layout.Table{
	tableRounds:       {Name: "rounds", Max: 1, Doc: "share of the rounds that have begun"},
	tableOwnCash:      count("own cash", 10, "cash"),
	tableOtherCash:    count("other cash", 10, "cash"),
	tablePending:      count("waiting Loot", 5, "cash"),
	tableFreeUsed:     layout.Flag("free card used", "the one free card of the turn was played"),
	tableActed:        layout.Flag("something played", "a card was played or something used in this turn"),
	tableOwnHand:      count("own hand", 10, "cards"),
	tableOtherHand:    count("other hand", 10, "cards"),
	tableOwnPile:      count("own pile", 50, "cards"),
	tableOtherPile:    count("other pile", 50, "cards"),
	tableMoves:        count("move actions left", 2, "actions"),
	tableOwnFielded:   count("own combat cards", 3, "cards"),
	tableOtherFielded: count("other combat cards", 3, "cards"),
	tablePasses:       count("passes", 2, "passes in a row"),
	tablePlaced:       count("setup cards placed", 20, "cards"),
	tableFree:         layout.Flag("heister free", "no heister is on the table, so the next costs nothing"),
}

// Columns of the field "heist" before the columns of the Loot kinds.
const (
	heistLoots = iota
	heistPaydays
	heistSecured
	heistShown
	heistWidth
)

var heistColumns = layout.Table{
	heistLoots:   {Name: "Loot cards", Max: 1, Unit: "7 cards"},
	heistPaydays: {Name: "PAYDAY", Max: 1, Unit: "7 cards"},
	heistSecured: {Name: "secured", Max: 1, Unit: "7 cards", Doc: "PAYDAY that are out"},
	heistShown:   layout.Flag("laid out", "the heist lies on the table"),
}

// count returns a column that shows a number, in units of what it counts.
func count(name string, unit int, noun string) env.Column {
	return env.Column{Name: name, Max: maxShown, Unit: fmt.Sprint(unit, " ", noun)}
}

// signed returns a column as count does, for a number that may fall below zero.
func signed(name string, unit int, noun string) env.Column {
	c := count(name, unit, noun)
	c.Min = -maxShown
	return c
}

// lay returns the fields of the observation and notes where they lie.
func (l *fields) lay(g *Game) []env.Field {
	var b layout.Builder
	d := &g.deck
	questions := make(layout.Table, decisions)
	for q := range questions {
		questions[q] = layout.Ask(questionKinds[q], Question(q).String(), "")
	}
	l.decision = b.Add(layout.Field{Name: "decision", Doc: "one-hot: the question", Columns: questions.Then(layout.Flags("chance", "over"))})
	l.role = b.Add(layout.Field{Name: "role", Doc: "one-hot: the side of this seat", Columns: layout.Flags(cards.SideTitles[Criminal], cards.SideTitles[Police])})
	l.actor = b.Add(layout.Field{Name: "actor", Doc: "one-hot: the seat that decides", Columns: seats.Flags()})
	l.turn = b.Add(layout.Field{Name: "turn", Doc: "one-hot: the seat whose turn it is", Columns: seats.Flags()})
	l.phase = b.Add(layout.Field{Name: "phase", Doc: "one-hot: the phase of the round", Columns: layout.Flags(phaseNames[:]...)})
	l.table = b.Add(layout.Field{Name: "table", Doc: "counts of the round, and of both seats", Columns: tableColumns})
	l.heist = b.Add(layout.Field{Name: "heist", Doc: "Loot cards of the heist, all together and by kind", Columns: heistColumns.Then(layout.Scaled(0, 1, "7 cards", lootNames(d, "in the heist: ", lootKinds)...))})

	columns := [...]layout.Table{Criminal: columnsOf(d, Criminal), Police: columnsOf(d, Police), Heist: columnsOf(d, Heist)}
	vocabularies := [...]string{Criminal: criminalVocabulary, Police: policeVocabulary, Heist: heistVocabulary}
	of := func(side int, name, doc string, rows ...string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Rows: rows, Columns: columns[side], Vocab: vocabularies[side]})
	}
	for side, name := range cards.SideNames {
		l.asking[side] = of(side, "asking_"+name, "the card of this deck that the question is about")
	}
	l.effect = b.Add(layout.Field{Name: "effect", Doc: "the effect of that card that the question is about; the last columns are one-hot: its operation", Columns: effectColumns.Then(layout.Flags(onceNames()...))})
	for side, name := range cards.SideNames[:Heist] {
		l.hand[side] = of(side, "hand_"+name, "the hand: the seat's own, or what is known of the other")
		l.hidden[side] = of(side, "hidden_"+name, "the seat's own draw pile, or what is hidden in the other's pile and hand")
		l.discards[side] = of(side, "discards_"+name, "discarded cards that lie open")
		l.fresh[side] = of(side, "fresh_"+name, "cards that were played or discarded in this turn or combat: they reach the discards at its end")
		l.exposed[side] = of(side, "exposed_"+name, "cards of the hand that the other side knows")
	}
	l.secret = of(Police, "secret", "the seat's own secret discards")
	l.layBoard(&b, g, of)
	l.layQuestion(&b)
	return b.Fields()
}

// columnsOf returns a column for each kind of card of a side.
func columnsOf(d *cards.Deck, side int) layout.Table {
	ids := make([]string, d.KindsOf(side))
	for i := range ids {
		ids[i] = d.Kinds[d.Base[side]+i].ID
	}
	return layout.Counted(maxDeck, ids...)
}

// lootNames returns a label for each of n Loot kinds: PAYDAY, then the key items. A
// heist may have fewer key items than there is room for.
func lootNames(d *cards.Deck, prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(prefix, "no key ", i)
		if i < len(d.Loots) {
			names[i] = prefix + d.Kinds[d.Loots[i]].ID
		}
	}
	return names
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("payday: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	seat := int(p)
	s.observeTable(seat, dst)
	s.observeZones(seat, dst)
	var c crew
	s.lookAtCrew(&c)
	s.observeHeisters(&c, dst)
	if s.shown || seat == Police {
		s.observeColumns(&c, seat, dst)
	}
	s.observeFunds(dst)
	s.observeQuestion(seat, dst)
	if s.shown {
		s.observeSubject(&c, dst)
	}
}

// scaled returns a count in some unit, at most maxShown.
func scaled(n, unit int) float32 {
	if uint(n) < usual {
		return scales[unit][n]
	}
	return min(float32(n)/float32(unit), maxShown)
}

// scales holds the usual counts in every unit that a field has: a division is slow.
var scales = func() (t [maxUnit + 1][usual]float32) {
	for unit := 1; unit <= maxUnit; unit++ {
		for n := range usual {
			t[unit][n] = min(float32(n)/float32(unit), maxShown)
		}
	}
	return t
}()

func (s *State) observeTable(p int, dst []float32) {
	l, c := &s.game.fields, &s.game.config
	switch {
	case s.question == Over:
		dst[l.decision.At+decisionOver] = 1
	case s.actor == env.Chance:
		dst[l.decision.At+decisionChance] = 1
	default:
		dst[l.decision.At+int(s.question)] = 1
		dst[l.actor.At+seats.Relative(p, int(s.actor))] = 1
	}
	dst[l.role.At+p] = 1
	dst[l.turn.At+seats.Relative(p, int(s.turn))] = 1
	dst[l.phase.At+int(s.phase)] = 1
	t := l.table.In(dst)
	t[tableRounds] = float32(s.round) / float32(s.Rounds())
	t[tableOwnCash], t[tableOtherCash] = scaled(int(s.cash[p]), 10), scaled(int(s.cash[1-p]), 10)
	t[tablePending] = scaled(int(s.pending), 5)
	t[tableFreeUsed], t[tableActed] = layout.Bit(s.freeUsed), layout.Bit(s.acted)
	t[tableOwnHand], t[tableOtherHand] = scaled(int(s.zones[p].size), 10), scaled(int(s.zones[1-p].size), 10)
	t[tableOwnPile], t[tableOtherPile] = scaled(int(s.zones[p].left), 50), scaled(int(s.zones[1-p].left), 50)
	t[tableMoves] = scaled(max(0, c.MoveActions-int(s.moves)), 2)
	t[tableOwnFielded], t[tableOtherFielded] = scaled(int(s.fielded[p]), 3), scaled(int(s.fielded[1-p]), 3)
	t[tablePasses] = scaled(int(s.passes), 2)
	t[tablePlaced] = scaled(int(s.placed), 20)
	t[tableFree] = layout.Bit(s.onTable() == 0)
	h := l.heist.In(dst)
	h[heistLoots], h[heistPaydays], h[heistSecured] = float32(s.loots)/maxColumns, float32(s.paydays)/maxColumns, float32(s.secured)/maxColumns
	h[heistShown] = layout.Bit(s.shown)
	for i, n := range s.inHeist {
		h[heistWidth+i] = float32(n) / maxColumns
	}
}

// observeZones writes hands, piles and discards. The hidden cards of the other's
// pile and hand are all its cards that are neither known nor open. Counts are
// added up eight at a time, as the bytes of a word: none is above maxDeck, so that
// no sum carries over into the next.
func (s *State) observeZones(p int, dst []float32) {
	l := &s.game.fields
	for side := range s.zones {
		z := &s.zones[side]
		hand, hidden := l.hand[side].In(dst), l.hidden[side].In(dst)
		discards, fresh, exposed := l.discards[side].In(dst), l.fresh[side].In(dst), l.exposed[side].In(dst)
		for i := 0; i < len(hand); i += 8 {
			held, known := word(&z.hand, i), word(&z.known, i)
			unseen, secret := word(&z.pile, i), word(&z.secret, i)
			switch {
			case side != p:
				held, unseen = known, unseen+(held-known)+secret
			case side == Police:
				spell(l.secret.In(dst)[i:], secret)
			}
			spell(hand[i:], held)
			spellAll(hidden[i:], unseen)
			spell(discards[i:], word(&z.discards, i))
			spell(fresh[i:], word(&z.limbo, i))
			spell(exposed[i:], known)
		}
	}
}

// word returns eight counts of a zone, from kind i on.
func word(zone *[maxKinds]uint8, i int) uint64 { return binary.LittleEndian.Uint64(zone[i:]) }

// spellAll writes the counts of a word most of which are not zero, as many as dst
// holds.
func spellAll(dst []float32, word uint64) {
	if len(dst) < 8 {
		spell(dst, word)
		return
	}
	dst = dst[:8]
	for i := range dst {
		dst[i] = float32(uint8(word))
		word >>= 8
	}
}

// spell writes the counts of a word that are not zero.
func spell(dst []float32, word uint64) {
	for word != 0 {
		i := bits.TrailingZeros64(word) &^ 7
		dst[i/8] = float32(uint8(word >> i))
		word &^= 0xFF << i
	}
}
