package fivepossessions

import (
	"fmt"

	"ringer/env/playdesign"
)

// This file is for players and reports that look at a state from outside. Cards
// are indices into Config.Cards; -1 stands for no card. What is not marked as
// public holds hidden cards: a player may read it from a resampled world only
// where it is its own.

// Yards of a seat. Public.
func (s *State) Yards(seat int) int { return int(s.yards[seat]) }

// Played is the number of possessions that are over. Public.
func (s *State) Played() int { return int(s.played) }

// Attacker is the seat on offense, -1 outside a possession. Public.
func (s *State) Attacker() int { return int(s.now.attacker) }

// Line is the line under way, from 0. Public.
func (s *State) Line() int { return int(s.now.line) }

// Lanes is the number of lanes.
func (s *State) Lanes() int { return s.game.lanes }

// Closed says whether a lane is closed. Public.
func (s *State) Closed(lane int) bool { return s.now.closed>>lane&1 == 1 }

// Open is the offense card that lies open on a lane from an earlier line. Public.
func (s *State) Open(lane int) int {
	if o := s.now.open[lane]; o != none {
		return s.game.cards.id[offense][o]
	}
	return -1
}

// Shown says whether a card was opened in this possession. Public.
func (s *State) Shown(card int) bool {
	side := s.game.Side(card)
	return s.now.shown[side].has(s.game.cards.number[card])
}

// Hand appends the cards of a seat's hand of this line, in the order of placing.
func (s *State) Hand(seat int, dst []int) []int {
	if s.now.attacker < 0 {
		return dst
	}
	side := s.now.sideOf(seat)
	for _, card := range s.now.hand[side][:s.now.drawn[side]] {
		dst = append(dst, s.game.cards.id[side][card])
	}
	return dst
}

// Put is how many cards of its hand a seat has placed. Public.
func (s *State) Put(seat int) int {
	if s.now.attacker < 0 {
		return 0
	}
	return int(s.now.put[s.now.sideOf(seat)])
}

// Placed is the card of a seat on a lane in this line.
func (s *State) Placed(seat, lane int) int {
	if s.now.attacker < 0 {
		return -1
	}
	side := s.now.sideOf(seat)
	if c := s.now.placed[side][s.now.line][lane]; c != none {
		return s.game.cards.id[side][c]
	}
	return -1
}

// Undrawn says whether a card of a seat's stack was not drawn in this possession.
func (s *State) Undrawn(card int) bool {
	return s.now.stack[s.game.Side(card)].has(s.game.cards.number[card])
}

// Choosing says whether the winner of a toss is to choose. Public.
func (s *State) Choosing() bool { return s.node == nodeChoose }

// Sudden says whether this is sudden death. Public.
func (s *State) Sudden() bool { return s.sudden }

// Possession tells how the i-th finished possession went: who attacked, how many
// lines were played, and whether the offense scored. Public.
func (s *State) Possession(i int) (attacker, lines int, scored bool) {
	var p possession
	s.game.unpack(s.past, i, &p)
	return int(p.attacker), int(p.line) + 1, s.game.scored(&p)
}

// Side is 0 for offense cards and 1 for defense cards.
func (g *Game) Side(card int) int {
	if g.config.Cards[card].Side == playdesign.Offense {
		return offense
	}
	return defense
}

// Wins says whether an offense card beats a defense card where both are opened
// (FP-3).
func (g *Game) Wins(attack, defend int) bool {
	return g.cards.wins[g.cards.number[attack]].has(g.cards.number[defend])
}

// HandSize is the number of cards that each side places in a line.
func (g *Game) HandSize(line int) int { return g.handSize[line] }

// Thought is what the side that is asked can expect of the line. Public; the caller
// must not change it.
func (s *State) Thought() *Thought { return s.expects(s.side) }

// Ways shows visit every way in which the seat that is asked can place the rest of
// its hand: the lane of the next card, and the chance to have the possession (to
// score; for the defense, to stop it) when it expects t. It reads what that seat
// knows. A state that does not wait for a card has none.
func (s *State) Ways(t *Thought, visit func(lane int, chance float64)) {
	if s.node != nodePlace {
		return
	}
	var r prospect
	r.look(s, s.side, t)
	r.arrange(0, r.taken, 0, visit)
}

// Hope is a rough chance to score with so many lanes that are not closed when a
// line is about to be drawn; 1 or 0 after the last.
func (g *Game) Hope(line, lanes int) float64 { return g.hope.value[line][lanes] }

// Conservation implements env.Conserver: in every possession, finished ones
// included, each card of a pack is in one place at most, and in the one under way
// exactly one.
func (s *State) Conservation() error {
	g := s.game
	var old possession
	for i := range len(s.past) / g.stride {
		g.unpack(s.past, i, &old)
		for side := range sides {
			if _, err := g.lying(&old, side, int(old.line)+1); err != nil {
				return fmt.Errorf("possession %d: %w", i+1, err)
			}
		}
	}
	if s.node != nodeDraw && s.node != nodePlace {
		return nil
	}
	p := &s.now
	for side := range sides {
		seen, err := g.lying(p, side, int(p.line)+1)
		if err != nil {
			return err
		}
		for k, card := range p.hand[side][:p.drawn[side]] {
			if seen.has(card) != (k < int(p.put[side])) {
				return fmt.Errorf("%s: card %d of the hand is placed and held, or neither", sideNames[side], card)
			}
			seen |= single(card)
		}
		if seen&p.stack[side] != 0 || seen|p.stack[side] != g.cards.all {
			return fmt.Errorf("%s: cards %b on the table and in hand, %b in the stack: want each of %b once", sideNames[side], seen, p.stack[side], g.cards.all)
		}
	}
	return nil
}

// lying is the set of the cards placed in the first lines.
func (g *Game) lying(p *possession, side, lines int) (set, error) {
	var seen set
	for line := range lines {
		for _, card := range p.placed[side][line][:g.lanes] {
			if card == none {
				continue
			}
			if seen.has(card) || !g.cards.all.has(card) {
				return 0, fmt.Errorf("%s: card %d lies twice, or is no card", sideNames[side], card)
			}
			seen |= single(card)
		}
	}
	return seen, nil
}
