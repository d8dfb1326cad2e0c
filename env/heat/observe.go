package heat

import (
	"math/bits"

	"ringer/env"
	"ringer/env/layout"
)

// cardVocabulary is shared by all fields that count kinds of card.
const cardVocabulary = "card"

// fields says where each field of the observation lies. Seats are relative to the
// observer.
type fields struct {
	decision, actor, start, heist, stage, round, phase    layout.Span
	money, heat, board, handSize, deck, direction, looked layout.Span
	hand, committed, passed, received, known              layout.Span
	exposed, record, order, icons, idle, discards, unseen layout.Span
	asking, asker, effect, partner, announced             layout.Span
	copied, targets, options, stops                       layout.Span
	claims, claimed, kept                                 layout.Span
}

// Units of the observation: the number that is shown as 1.
const (
	moneyUnit  = 20 // dollars
	heatUnit   = 5  // tokens
	valueUnit  = 5  // dollars
	handUnit   = 5  // cards
	iconUnit   = 4  // icons
	optionUnit = maxChoice
	claimUnit  = 12 // claims

	moneyLow, moneyHigh = -10, 50 // in units
)

// SeatItems names the seats, from the observer on, as env.Field.Items.
const SeatItems = "seat"

var seatItems = []string{SeatItems}

// Columns of the field "board".
const (
	boardOff = iota
	boardValue
	boardRow
)

var boardColumns = layout.Table{
	boardOff:   {Name: "tokens off", Max: 1, Doc: "share of the tokens that are off the board"},
	boardValue: {Name: "heat value", Max: 100, Unit: "5 dollars", Doc: "price of one Heat by the board as it is"},
	boardRow:   {Name: "next row", Max: 1, Doc: "share of the next row that is already empty"},
}

// Columns of the field "phase": outside the phases, and one for each phase.
const (
	phaseNone = iota
	phaseFirst
)

var phaseColumns = layout.Table{phaseNone: layout.Flag("none", "no card acts")}.Then(layout.Flags(phaseNames[:]...))

// Columns of the field "claims_kept".
const (
	claimsKept = iota
	claimsBroken
)

var keptColumns = layout.Table{
	claimsKept:   {Name: "kept", Max: float32(maxHeists*maxStages) / claimUnit, Unit: "12 claims"},
	claimsBroken: {Name: "broken", Max: float32(maxHeists*maxStages) / claimUnit, Unit: "12 claims"},
}

// lay lists the fields of the observation and notes where they lie.
func (g *Game) lay() []env.Field {
	c, f := &g.config, &g.fields
	var b layout.Builder
	seats := g.seats.Names()
	flags := g.seats.Flags()
	ids, copies := g.deck.ids(), 1
	for _, t := range g.deck.types {
		copies = max(copies, int(t.copies))
	}
	cards := func(name string, most float32, doc string, rows ...string) layout.Span {
		f := layout.Field{Name: name, Rows: rows, Columns: layout.Counted(most, ids...), Vocab: cardVocabulary, Doc: doc}
		if len(rows) == g.players {
			f.Items = seatItems
		}
		return b.Add(f)
	}
	high := float32(copies)
	f.decision = b.Add(layout.Field{Name: "decision", Columns: questions, Doc: "the question that the state waits for, one-hot"})
	f.actor = b.Add(layout.Field{Name: "actor", Columns: flags, Items: seatItems, Doc: "the seat that decides, one-hot"})
	f.start = b.Add(layout.Field{Name: "start", Columns: flags, Items: seatItems, Doc: "the start player, one-hot"})
	f.heist = b.Add(layout.Field{Name: "heist", Columns: layout.Numbers(1, c.Heists), Doc: "the heist, one-hot"})
	f.stage = b.Add(layout.Field{Name: "stage", Columns: layout.Numbers(1, c.Stages), Doc: "the stage, one-hot; the first stage during the draft"})
	f.round = b.Add(layout.Field{
		Name: "round", Columns: layout.Numbers(1, c.DraftRounds).Then(layout.Flags("stages")),
		Doc: "the round of the draft, one-hot; the last column is for the stages",
	})
	f.phase = b.Add(layout.Field{Name: "phase", Columns: phaseColumns, Doc: "the phase of the stage, one-hot"})
	f.money = b.Add(layout.Field{
		Name: "money", Items: seatItems, Columns: layout.Scaled(moneyLow, moneyHigh, "20 dollars", seats...),
		Doc: "dollars of each seat; after paying for Heat at the end",
	})
	f.heat = b.Add(layout.Field{
		Name: "heat", Items: seatItems, Columns: layout.Scaled(0, float32(c.Tokens)/heatUnit, "5 tokens", seats...), Doc: "Heat tokens of each seat",
	})
	f.board = b.Add(layout.Field{Name: "board", Columns: boardColumns, Doc: "the Heat board"})
	f.handSize = b.Add(layout.Field{Name: "hand_size", Items: seatItems, Columns: layout.Scaled(0, 40, "5 cards", seats...), Doc: "cards in hand of each seat"})
	f.deck = b.Add(layout.Field{Name: "deck", Columns: layout.One("share", 0, 1, ""), Doc: "share of the cards that are still in the deck"})
	f.direction = b.Add(layout.Field{
		Name: "pass_left", Columns: layout.Flags("left"), Doc: "1 in a heist in which cards are passed to the left",
	})
	f.looked = b.Add(layout.Field{
		Name: "looked", Rows: seats, Items: seatItems, Columns: flags,
		Doc: "rows are seats: 1 for a seat whose hand they have looked at in this heist, 1/2 when it has drawn a card since, then 1/3 and so on",
	})
	f.hand = cards("hand", high, "the observer's hand")
	f.committed = cards("committed", high, "the observer's card that is chosen in secret and not yet revealed or passed")
	f.passed = cards("passed", 2, "cards that the observer passed in this heist's draft, with the newest as 1, the one before as 1/2, then 1/4 and so on")
	f.received = cards("received", 2, "cards that the observer received in this heist's draft, in the same way")
	f.known = cards("known", high, "rows are the other seats: cards of their hands that the observer has looked at, passed last, or seen move", g.seats.Others()...)
	f.exposed = cards("exposed", high, "rows are the other seats: cards of the observer's hand that they know of in the same way", g.seats.Others()...)
	f.record = cards("record", high, "rows are seats: their Records of this heist", seats...)
	f.order = cards("record_order", 2, "rows are seats: their Records, with the newest card as 1, the one before as 1/2, then 1/4 and so on", seats...)
	f.icons = b.Add(layout.Field{
		Name: "record_icons", Rows: seats, Items: seatItems, Columns: layout.Scaled(0, float32(maxRecord)/iconUnit, "4 icons", iconNames[:]...),
		Doc: "rows are seats: icons in their Records",
	})
	f.idle = b.Add(layout.Field{Name: "no_card", Columns: flags, Items: seatItems, Doc: "1 for a seat without a card in use"})
	f.discards = cards("discards", high, "face-up discards of this heist")
	f.unseen = cards("unseen", high, "cards that are in the deck or in other hands")
	f.asking = cards("asking", 1, "the card whose effect asks for the decision")
	f.asker = b.Add(layout.Field{Name: "asker", Columns: flags, Items: seatItems, Doc: "the seat whose effect asks for the decision, one-hot"})
	f.effect = b.Add(layout.Field{
		Name: "effect", Columns: layout.Numbers(1, maxEffects),
		Doc: "the effect of the asking card in this phase that asks for a card, one-hot; a target and a number count for all of them",
	})
	f.partner = b.Add(layout.Field{Name: "partner", Columns: flags, Items: seatItems, Doc: "the other seat of the swap that is asked about, one-hot"})
	f.announced = cards("announced", maxTasks, "rows are seats: cards chosen in this phase that are still to leave their hands", seats...)
	f.copied = cards("copied", 1, "rows are seats: the card whose later phases they use in place of their own", seats...)
	f.targets = b.Add(layout.Field{Name: "targets", Rows: seats, Items: seatItems, Columns: flags, Doc: "rows are seats: the seat that each has named in this phase, one-hot"})
	f.options = b.Add(layout.Field{
		Name: "options", Items: seatItems, Columns: layout.Scaled(0, 1, "5", seats...), Doc: "the number that each seat has chosen in this phase",
	})
	f.stops = b.Add(layout.Field{
		Name: "cancelled", Rows: seats, Items: seatItems, Columns: layout.Flags(phaseNames[:]...),
		Doc: "rows are seats: 1 for a phase of this stage that does nothing for the seat",
	})
	if g.talk {
		f.claims = cards("claims", 1, "rows are seats: the titles that they claim in this stage", seats...)
		f.claimed = b.Add(layout.Field{Name: "claimed", Columns: flags, Items: seatItems, Doc: "1 for a seat that has claimed a title or said nothing in this stage"})
		f.kept = b.Add(layout.Field{Name: "claims_kept", Rows: seats, Items: seatItems, Columns: keptColumns, Doc: "rows are seats: their claims over the game"})
	}
	return b.Fields()
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	g, f := s.game, &s.game.fields
	if len(dst) != g.spec.ObservationSize() {
		panic("heat: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	s.observeProgress(int(p), dst)
	s.observeCards(int(p), dst)
	for k := range g.players {
		seat := g.seats.Absolute(int(p), k)
		s.observeSeat(int(p), seat, k, dst)
		if t := s.then.target[seat]; t >= 0 {
			f.targets.Row(dst, k)[g.seats.Relative(int(p), int(t))] = 1
		}
	}
	if g.talk {
		s.observeClaims(int(p), dst)
	}
	if s.asksForCard() {
		s.observeAsking(int(p), dst)
	}
	waiting := s.announced()
	for i := range waiting {
		t := &waiting[i]
		if t.card != none {
			f.announced.Row(dst, g.seats.Relative(int(p), t.owner()))[t.card]++
		}
		if t.other != none {
			f.announced.Row(dst, g.seats.Relative(int(p), int(t.seat)))[t.other]++
		}
	}
}

// observeAsking writes which effect asks for the decision, and about whom.
func (s *State) observeAsking(p int, dst []float32) {
	g, f := s.game, &s.game.fields
	f.asking.In(dst)[s.acting[s.asker()]] = 1
	f.asker.In(dst)[g.seats.Relative(p, s.asker())] = 1
	if s.node >= nodeDiscard {
		f.effect.In(dst)[s.tasks[s.taskAt].place] = 1
	}
	if s.node == nodeGive || s.node == nodeTake {
		f.partner.In(dst)[g.seats.Relative(p, int(s.tasks[s.taskAt].seat))] = 1
	}
}

// observeProgress writes where the game stands.
func (s *State) observeProgress(p int, dst []float32) {
	g, f, c := s.game, &s.game.fields, &s.game.config
	f.decision.In(dst)[s.Question()] = 1
	if s.actor >= 0 {
		f.actor.In(dst)[g.seats.Relative(p, int(s.actor))] = 1
	}
	f.start.In(dst)[g.seats.Relative(p, int(s.start))] = 1
	f.heist.In(dst)[s.heist] = 1
	f.stage.In(dst)[s.stage] = 1
	f.round.In(dst)[s.round] = 1
	if s.step == stepNone {
		f.phase.In(dst)[phaseNone] = 1
	} else {
		f.phase.In(dst)[phaseFirst+s.phase] = 1
	}
	held := s.now.held()
	board := f.board.In(dst)
	board[boardOff] = float32(held) / float32(c.Tokens)
	board[boardValue] = float32(g.value(held)) / valueUnit
	board[boardRow] = float32(held%c.RowWidth) / float32(c.RowWidth)
	f.deck.In(dst)[0] = float32(s.mem.left) / float32(g.deck.size)
	f.direction.In(dst)[0] = layout.Bit(s.heist%2 == 0)
}

// observeCards writes what the seat knows of the cards outside the Records.
func (s *State) observeCards(p int, dst []float32) {
	g, f, m := s.game, &s.game.fields, &s.mem
	layout.Counts(f.hand.In(dst), m.hand[p][:])
	newestFirst(f.passed.In(dst), m.passed[p].all())
	newestFirst(f.received.In(dst), m.received[p].all())
	layout.Counts(f.discards.In(dst), m.discards[:])
	unseen := f.unseen.In(dst)
	for t := range g.types {
		unseen[t] = float32(g.copies[t] - m.hand[p][t] - m.faceUp[t])
	}
	if c := m.commit[p]; c != none {
		f.committed.In(dst)[c] = 1
		unseen[c]--
	}
	for k := 1; k < g.players; k++ {
		q := g.seats.Absolute(p, k)
		layout.Counts(f.known.Row(dst, k-1), m.known[p][q][:])
		layout.Counts(f.exposed.Row(dst, k-1), m.known[q][p][:])
	}
}

// newestFirst writes a row of cards, oldest first, so that its order can be read:
// the newest one as 1, the one before as 1/2, then 1/4 and so on.
func newestFirst(dst []float32, cards []uint8) {
	weight := float32(1)
	for i := len(cards) - 1; i >= 0; i-- {
		dst[cards[i]] += weight
		weight /= 2
	}
}

// observeSeat writes what all know of a seat, as row k.
func (s *State) observeSeat(p, seat, k int, dst []float32) {
	g, f := s.game, &s.game.fields
	dst[f.money.At+k] = layout.Held(float32(s.now.money[seat])/moneyUnit, moneyLow, moneyHigh)
	dst[f.heat.At+k] = float32(s.now.heat[seat]) / heatUnit
	dst[f.handSize.At+k] = float32(s.mem.size[seat]) / handUnit
	record, signs := f.record.Row(dst, k), f.icons.Row(dst, k)
	cards := s.now.of(seat)
	newestFirst(f.order.Row(dst, k), cards)
	for _, card := range cards {
		record[card]++
		for icons := g.deck.types[card].icons; icons != 0; icons &= icons - 1 {
			signs[bits.TrailingZeros8(icons)] += 1. / iconUnit
		}
	}
	dst[f.idle.At+k] = layout.Bit(s.now.inUse[seat] == none)
	for other, n := range s.mem.looked[seat][:g.players] {
		if n > 0 {
			f.looked.Row(dst, k)[g.seats.Relative(p, other)] = 1 / float32(n)
		}
	}
	if c := s.copied[seat]; c != none {
		f.copied.Row(dst, k)[c] = 1
	}
	dst[f.options.At+k] = float32(s.then.option[seat]) / optionUnit
	if s.cancelled[seat] != 0 {
		stops := f.stops.Row(dst, k)
		for phase := range Phases {
			stops[phase] = layout.Bit(s.Cancelled(seat, phase))
		}
	}
}

// observeClaims writes what the seats have said (HEAT-11).
func (s *State) observeClaims(p int, dst []float32) {
	g, f := s.game, &s.game.fields
	for k := range g.players {
		seat := g.seats.Absolute(p, k)
		if c := s.claims[seat]; c != none {
			f.claims.Row(dst, k)[c] = 1
		}
		f.claimed.In(dst)[k] = layout.Bit(s.claimed.Has(seat))
		kept := f.kept.Row(dst, k)
		kept[claimsKept] = float32(s.honest[seat]) / claimUnit
		kept[claimsBroken] = float32(s.lied[seat]) / claimUnit
	}
}

// asksForCard reports whether an effect of a card asks for the decision.
func (s *State) asksForCard() bool {
	return s.node >= nodeTarget && s.node <= nodeExtra && s.acting[s.asker()] != none
}

// asker returns the seat whose card asks: the actor, or the seat that makes it
// discard.
func (s *State) asker() int {
	if s.node == nodeDiscard {
		return int(s.tasks[s.taskAt].actor)
	}
	return int(s.actor)
}

// announced returns the tasks of the phase whose cards have not yet moved. Those
// that have been asked about name cards, and everyone has heard them (HEAT-7).
func (s *State) announced() []task {
	switch s.step {
	case stepChoices:
		return s.tasks[:s.taskCount]
	case stepCards:
		return s.tasks[s.taskAt:s.taskCount]
	}
	return nil
}
