package duel

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Models returns the number of models of all seats. The models of a seat follow
// each other, seat by seat.
func (g *Game) Models() int { return g.t.Models }

// Automatic reports whether no player plays a model (DUEL-17).
func (g *Game) Automatic(m int) bool { return g.t.Automatic(int8(m)) }

// Seats returns the number of seats, those of automata included, which come last.
func (g *Game) Seats() int { return g.t.Seats }

// Sides returns the number of sides.
func (g *Game) Sides() int { return g.t.Sides }

// Side returns the side that a seat plays for: its own, or a team.
func (g *Game) Side(seat int) int { return int(g.t.Side[seat]) }

// FirstSeat returns the first seat of a side.
func (g *Game) FirstSeat(side int) int { return g.t.FirstSeat(int8(side)) }

// EdgeDistance returns the distance from a point to the nearest edge, in inches.
func (g *Game) EdgeDistance(p space.Point) float64 { return g.t.EdgeDistance(p) }

// SeenFrom reports whether a standing fighter at one point would see one at
// another, on the table as the map has it.
func (g *Game) SeenFrom(a, b space.Point) bool {
	if g.t.Sights != nil {
		return g.t.Sights.Has(g.t.Scene.Index(a), g.t.Scene.Index(b))
	}
	return g.t.Scene.Sees(space.Model{At: a, Base: space.Normal}, space.Model{At: b, Base: space.Normal}, &space.Field{})
}

// Drafting reports whether warbands are still being chosen, by the players or by
// chance.
func (s *State) Drafting() bool { return s.t.Drafting }

// Round returns the number of the round, from 1; 0 before the first.
func (s *State) Round() int { return int(s.t.Round) }

// Capped reports whether the round cap has ended the game.
func (s *State) Capped() bool { return s.t.Capped }

// Won reports whether the game has ended and a seat has won it.
func (s *State) Won(seat int) bool { return s.t.Node == turn.NodeOver && s.t.Won[seat] }

// Alive reports whether a seat is still in the game.
func (s *State) Alive(seat int) bool { return s.t.Alive(seat) }

// Order returns the seats in the order of Initiative.
func (s *State) Order() []int {
	seats := make([]int, s.t.Seated)
	for i := range seats {
		seats[i] = int(s.t.Order[i])
	}
	return seats
}

// Corner returns the corner in which a seat starts; space.Nowhere before it is
// known.
func (s *State) Corner(seat int) space.Point {
	if s.t.Corner[seat] < 0 {
		return space.Nowhere
	}
	return s.t.Game.Corners[s.t.Corner[seat]]
}

// Field returns what has changed on the table since the game began.
func (s *State) Field() space.Field { return s.t.Land }

// Sees reports whether two models in play see each other.
func (s *State) Sees(a, b int) bool { return s.t.Sees(int8(a), int8(b)) }

// InDuel reports whether a Duel is under way and a model is in it.
func (s *State) InDuel(m int) bool {
	return s.t.Duel.By != turn.Nobody && (s.t.Duel.In.Has(int8(m)) || s.t.Duel.By == int8(m))
}

// Initiator returns the initiator of the Duel under way; of one that several have
// initiated together, the model that all of them duel with; -1 for none.
func (s *State) Initiator() int { return int(s.t.Duel.By) }

// HandToHand reports whether the Duel under way is one in base contact.
func (s *State) HandToHand() bool { return s.t.Duel.By != turn.Nobody && s.t.Duel.Melee }

// Score returns a model's Duel Score once it is revealed, and whether the model
// avoids hits.
func (s *State) Score(m int) (score int, avoids, known bool) {
	d := &s.t.Duel
	if d.By == turn.Nobody || !d.Revealed || !d.Set.Has(int8(m)) {
		return 0, false, false
	}
	return int(d.Score[m]), d.Avoiding.Has(int8(m)), true
}

// RollBonus returns what is added to each die of the roll under way.
func (s *State) RollBonus() int { return int(s.t.Duel.Bonus) }

// DiceOf returns the number of dice that a model would roll in the Duel under way,
// for an attack on another model or to avoid hits, and what is added to each
// besides its Duel Score.
func (s *State) DiceOf(m, against int, attack bool) (dice, bonus int) {
	r := turn.Roll{By: int8(m), Against: int8(against), Kind: turn.RollAttack}
	if !attack {
		r.Kind = turn.RollDefense
	}
	dice, bonus = s.t.DiceOf(r)
	return dice, bonus - int(s.t.Duel.Score[m])
}

// A Rolling is a roll of the Duel under way whose dice chance is about to throw.
type Rolling struct {
	By, Against int  // models; -1 is the mob of the Duel, or, for an initiator that avoids hits, all others in it
	Attack      bool // else it is to avoid hits
}

// Rolling returns the roll of the Duel under way whose dice chance is about to throw for the
// first time; false where there is none.
func (s *State) Rolling() (r Rolling, ok bool) {
	d := &s.t.Duel
	if s.t.Node != turn.ChanceDice || d.By == turn.Nobody || int16(d.Rolled) != s.t.Chances || d.Faces[0] != 0 {
		return r, false
	}
	r = Rolling{By: int(d.Roll.By), Against: int(d.Roll.Against), Attack: d.Roll.Kind == turn.RollAttack}
	if r.By >= turn.MaxModels {
		r.By = -1
	}
	if r.Against >= turn.MaxModels {
		r.Against = -1
	}
	return r, true
}
