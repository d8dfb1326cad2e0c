package heat

import "slices"

// This file holds the facts that other packages may ask of a state. A fact that is
// not said to be public depends on hidden cards: agents see it only in resampled
// worlds.

// Game returns the game that the state belongs to.
func (s *State) Game() *Game { return s.game }

// Heist returns the number of the heist, counted from 0; public.
func (s *State) Heist() int { return int(s.heist) }

// RoundsBegun implements env.RoundCounter.
func (s *State) RoundsBegun() (int, string) {
	return min(int(s.heist)+1, s.game.config.Heists), "heist"
}

// Stage returns the number of the stage in the heist, counted from 0; public.
// During the draft it is 0.
func (s *State) Stage() int { return int(s.stage) }

// Phase returns the phase in which cards act, or NoPhase; public.
func (s *State) Phase() Phase {
	if s.step == stepNone {
		return NoPhase
	}
	return s.phase
}

// Naming reports whether targets and numbers of the phase may still be chosen, or
// no phase has begun; public.
func (s *State) Naming() bool { return s.step <= stepTargets }

// Drafting reports whether the cards of the heist are being dealt and passed;
// public.
func (s *State) Drafting() bool { return s.node <= nodePick }

// Money returns a seat's dollars; public. At the end they are the rest after
// paying for Heat, and may be negative.
func (s *State) Money(seat int) int { return int(s.now.money[seat]) }

// Heat returns the number of tokens that a seat holds; public.
func (s *State) Heat(seat int) int { return int(s.now.heat[seat]) }

// Held returns the number of tokens off the board; public.
func (s *State) Held() int { return s.now.held() }

// HeatValue returns the dollars that one Heat costs by the board as it is;
// public.
func (s *State) HeatValue() int { return s.game.value(s.now.held()) }

// InUse returns the kind of card that a seat uses in this stage, or -1; public.
func (s *State) InUse(seat int) int { return kindOrNone(s.now.inUse[seat]) }

// Acting returns the kind of card whose effects a seat uses in this phase, or -1;
// public.
func (s *State) Acting(seat int) int { return kindOrNone(s.acting[seat]) }

// Copied returns the kind of card whose later phases a seat uses, or -1; public.
func (s *State) Copied(seat int) int { return kindOrNone(s.copied[seat]) }

// Cancelled reports whether a phase of this stage does nothing for a seat; public.
func (s *State) Cancelled(seat int, phase Phase) bool { return s.cancelled[seat]>>phase&1 != 0 }

// Record returns the kinds of card in a seat's Record, oldest first; public. The
// slice must not be written to and is valid until the next Apply.
func (s *State) Record(seat int) []uint8 { return s.now.of(seat) }

// HandSize returns the number of cards in a seat's hand; public.
func (s *State) HandSize(seat int) int { return int(s.mem.size[seat]) }

// Hand returns the cards of a seat's hand as counts by kind; known to the seat.
func (s *State) Hand(seat int) []uint8 { return s.mem.hand[seat][:s.game.types] }

// Committed returns the kind of card that a seat has chosen in secret and not yet
// shown or passed, or -1; known to the seat.
func (s *State) Committed(seat int) int { return kindOrNone(s.mem.commit[seat]) }

// Discards returns the cards discarded in this heist as counts by kind; public.
func (s *State) Discards() []uint8 { return s.mem.discards[:s.game.types] }

// Known returns the cards that one seat knows to be in the hand of another, as
// counts by kind; known to the first.
func (s *State) Known(by, of int) []uint8 { return s.mem.known[by][of][:s.game.types] }

// Claim returns the kind of card whose title a seat claims in this stage, or -1;
// public.
func (s *State) Claim(seat int) int { return kindOrNone(s.claims[seat]) }

// Arrested reports whether the game ended with everyone arrested; public.
func (s *State) Arrested() bool { return s.arrested }

// Shortages returns how often everyone had to return a Heat because the board
// ran out (HEAT-8); public.
func (s *State) Shortages() int { return int(s.fires) }

// DrawsSkipped returns how often the draws of a phase were skipped because the
// deck had too few cards (HEAT-9); public.
func (s *State) DrawsSkipped() int { return int(s.skips) }

// StartPlayer returns the start player of the stage or of the draft; public.
func (s *State) StartPlayer() int { return int(s.start) }

// DraftRound returns the number of complete rounds of passing, of Config.DraftRounds;
// public.
func (s *State) DraftRound() int { return int(s.round) }

// DeckSize returns the number of cards in the deck; public.
func (s *State) DeckSize() int { return int(s.mem.left) }

// PassesTo returns the seat to which another passes in the draft of this heist; public.
func (s *State) PassesTo(seat int) int { return s.passTo(seat, s.heist) }

// Passed returns the kinds of card that a seat passed in this heist, the first one
// first; known to the seat. The slice must not be written to.
func (s *State) Passed(seat int) []uint8 { return s.mem.passed[seat].all() }

// Received returns the kinds of card that a seat was passed in this heist, the first
// one first; known to the seat. The slice must not be written to.
func (s *State) Received(seat int) []uint8 { return s.mem.received[seat].all() }

// Named returns the seat that a seat has named in this phase, or -1; public.
func (s *State) Named(seat int) int { return int(s.then.target[seat]) }

// Number returns the number that a seat has chosen in this phase; public.
func (s *State) Number(seat int) int { return int(s.then.option[seat]) }

// Claimed reports whether a seat has claimed a title or said nothing in this stage;
// public.
func (s *State) Claimed(seat int) bool { return s.claimed.Has(seat) }

// Claims returns how many claims a seat has kept and how many it has broken; public.
func (s *State) Claims(seat int) (kept, broken int) {
	return int(s.honest[seat]), int(s.lied[seat])
}

// Leaving adds to counts, by kind, the cards that have been chosen aloud in this phase
// and are still to leave the hand of a seat; public.
func (s *State) Leaving(seat int, counts []int) {
	for _, t := range s.announced() {
		if t.card != none && t.owner() == seat {
			counts[t.card]++
		}
		if t.other != none && int(t.seat) == seat {
			counts[t.other]++
		}
	}
}

// HasChosen reports whether a seat has chosen a card in secret that is not yet shown or
// passed; public.
func (s *State) HasChosen(seat int) bool { return s.mem.commit[seat] != none }

// Won reports whether a seat has won, alone or with others; public.
func (s *State) Won(seat int) bool { return s.won.Has(seat) }

// An About says what a question is about. Fields are -1 where they do not apply.
type About struct {
	Card  int  // kind whose effect asks
	Owner int  // seat that uses the card
	Seat  int  // whose cards move, who draws, or to whom a card is passed
	Given int  // kind that is given in exchange
	Front bool // the card is added to the start of the Record, not to its end
}

// About returns what the question that the state waits for is about; public.
func (s *State) About() About {
	x := About{Card: -1, Owner: -1, Seat: -1, Given: -1}
	switch s.node {
	case nodeDeal:
		x.Seat = s.seatAt(int(s.cursor) % s.game.players)
	case nodePick:
		x.Seat = s.passTo(int(s.actor), s.heist)
	case nodeTarget, nodeOption:
		x.Owner = int(s.actor)
	case nodeDraw, nodeDiscard, nodeGive, nodeTake, nodeReplace, nodeExtra, nodeLose, nodeGrab:
		t := &s.tasks[s.taskAt]
		x.Owner, x.Seat = int(t.actor), int(t.seat)
		if s.node == nodeTake {
			x.Given = kindOrNone(t.card)
		}
		x.Front = s.node == nodeExtra && t.mode == ExtraStart
	}
	if x.Owner >= 0 {
		x.Card = kindOrNone(s.acting[x.Owner])
	}
	return x
}

func kindOrNone(card uint8) int {
	if card == none {
		return -1
	}
	return int(card)
}

// A Kind is one kind of card, as the game knows it.
type Kind struct {
	ID, Title, Text string
	Copies          int      // in the deck at this number of players
	Phases          []string // in which it acts
	Icons, Tags     []string

	card *cardType
}

// ActsIn reports whether the card has effects in a phase.
func (k *Kind) ActsIn(p Phase) bool { return k.card.actsIn(p) }

// Shows reports whether the card has an icon.
func (k *Kind) Shows(i Icon) bool { return k.card.shows(i) }

// Has reports whether the card has a tag.
func (k *Kind) Has(tag Tag) bool { return k.card.has(tag) }

// Effects returns the effects of the card in one phase. The slice must not be
// written to.
func (k *Kind) Effects(p Phase) []Clause { return k.card.effects[p] }

// Kinds returns the kinds of card in the deck; their indices are the ids of the
// actions in the block "card". They are the game's own: callers only read them.
func (g *Game) Kinds() []Kind { return g.kinds }

func (g *Game) listKinds() []Kind {
	kinds := make([]Kind, g.types)
	for i := range kinds {
		t := &g.deck.types[i]
		kinds[i] = Kind{
			ID: t.id, Title: t.title, Text: t.text, Copies: int(t.copies), card: t,
			Phases: named(phaseNames[:], uint32(t.phases)), Icons: named(iconNames[:], uint32(t.icons)), Tags: named(g.deck.tags, t.tags),
		}
	}
	return kinds
}

func named(names []string, bits uint32) []string {
	var out []string
	for i, n := range names {
		if bits>>i&1 != 0 {
			out = append(out, n)
		}
	}
	return out
}

// KindOf returns the index of the kind with an id, or -1.
func (g *Game) KindOf(id string) int {
	return slices.IndexFunc(g.deck.types, func(t cardType) bool { return t.id == id })
}

// Config returns the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }
