package fivepossessions

// This file is for players and reports that look at a state from outside. A method
// that is not marked as public returns hidden cards: a player reads them from a
// resampled world, in which only its own are true.

// Yards returns the yards of a seat. Public.
func (s *State) Yards(seat int) int { return int(s.yards[seat]) }

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
