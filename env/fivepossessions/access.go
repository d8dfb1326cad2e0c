package fivepossessions

import "ringer/env"

// This file is for players and reports that look at a state from outside. A method
// that is not marked as public returns hidden cards: a player reads them from a
// resampled world, in which only its own are true.

// Yards returns the yards of a seat. Public.
func (s *State) Yards(seat int) int { return int(s.yards[seat]) }

// RoundsBegun implements env.RoundCounter: possessions.
func (s *State) RoundsBegun() (int, string) {
	if s.CurrentPlayer() == env.Terminal {
		return int(s.played), "possession"
	}
	return int(s.played) + 1, "possession"
}

// Played returns the number of possessions that are over. Public.
func (s *State) Played() int { return int(s.played) }

// Attacker returns the seat on offense, -1 outside a possession. Public.
func (s *State) Attacker() int { return int(s.now.attacker) }

// SideOf returns the side that a seat plays in this possession. Public.
func (s *State) SideOf(seat int) Side { return s.now.sideOf(seat) }

// Side returns the side whose hand is drawn or placed. Public.
func (s *State) Side() Side { return s.side }

// Line returns the line under way, from 0. Public.
func (s *State) Line() int { return int(s.now.line) }

// Closed reports whether a lane is closed. Public.
func (s *State) Closed(lane int) bool { return s.now.closed>>lane&1 == 1 }

// Open returns the offense card that lies open on a lane from an earlier line, or
// NoCard. Public.
func (s *State) Open(lane int) Card { return s.now.open[lane] }

// Dead reports whether an offense card would lie dead on a lane (FP-4, FP-9).
// Public.
func (s *State) Dead(c Card, lane int) bool { return s.game.dead(&s.now, c, lane) }

// Shown returns the cards of a side that were opened in this possession. Public.
func (s *State) Shown(side Side) Set { return s.now.shown[side] }

// Stack returns the cards of a side that are not drawn in this possession.
func (s *State) Stack(side Side) Set { return s.now.stack[side] }

// Hand returns the cards of a side's hand of this line, in the order of placing. The
// slice belongs to the state: the caller must not change it.
func (s *State) Hand(side Side) []Card { return s.now.hand[side][:s.now.drawn[side]] }

// Put returns how many cards of its hand a side has placed. Public.
func (s *State) Put(side Side) int { return int(s.now.put[side]) }

// Placed returns the card of a side on a lane in this line, or NoCard.
func (s *State) Placed(side Side, lane int) Card { return s.now.placed[side][s.now.line][lane] }

// Sudden reports whether this is sudden death. Public.
func (s *State) Sudden() bool { return s.sudden }

// Possession returns the seat that attacked in the i-th finished possession, how
// many lines were played, and whether the offense scored. Public.
func (s *State) Possession(i int) (attacker, lines int, scored bool) {
	var p possession
	s.game.unpack(s.past, i, &p)
	return int(p.attacker), int(p.line) + 1, s.game.scored(&p)
}

// HandSize returns the number of cards that each side places in a line.
func (g *Game) HandSize(line int) int { return g.handSize[line] }

// Pack returns all cards of a side; both sides have equally many.
func (g *Game) Pack() Set { return g.cards.all }

// Colour returns the colour of a card, as playdesign.Colour.Index.
func (g *Game) Colour(side Side, c Card) int { return int(g.cards.colour[side][c]) }

// Beats returns the defense cards that an offense card beats where both are opened
// (FP-3).
func (g *Game) Beats(attack Card) Set { return g.cards.wins[attack] }

// Beaten returns the offense cards that beat a defense card where both are opened
// (FP-3).
func (g *Game) Beaten(defend Card) Set { return g.cards.loses[defend] }

// Won reports whether a seat has won the game, alone or with the other. Public.
func (s *State) Won(seat int) bool { return s.won[seat] }

// Fate says what became of a lane in a line.
type Fate int

// The fates of a lane.
const (
	FateUnseen = Fate(laneUnseen) // not reached yet, or the possession ended before
	FateEmpty  = Fate(laneEmpty)  // gone through without an offense card
	FateDead   = Fate(laneDead)   // the offense card was dead
	FateLost   = Fate(laneLost)   // opened, and the defense held
	FateWon    = Fate(laneWon)    // opened, and the offense won
)

// Lane holds what lay on a lane in a line of a possession. Its cards are hidden where
// they were not opened: from the other seat, and the defense's card from the offense.
type Lane struct {
	Attack, Defend Card
	Fate           Fate
}

// Drive returns the lanes of the lines that were played in the i-th possession; in the
// one under way where i is Played().
func (s *State) Drive(i int) [][]Lane {
	p, lines := s.now, int(s.now.line)
	if i < int(s.played) {
		s.game.unpack(s.past, i, &p)
		lines = int(p.line) + 1
	}
	drive := make([][]Lane, lines)
	for line := range drive {
		for lane := range s.game.lanes {
			drive[line] = append(drive[line], Lane{p.placed[Offense][line][lane], p.placed[Defense][line][lane], Fate(s.game.fate(&p, line, lane))})
		}
	}
	return drive
}

// ID returns the place of a card in the deck of the configuration.
func (g *Game) ID(side Side, c Card) int { return g.cards.id[side][c] }

// Men returns how many men of a card count on a lane whose offense card has a colour,
// given as Colour returns it (FP-3).
func (g *Game) Men(side Side, c Card, colour int) int {
	return g.config.count(g.cards.id[side][c], uint8(colour))
}
