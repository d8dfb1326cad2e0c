package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/observation"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Models returns the number of models of all seats. The models of a seat follow
// each other, seat by seat.
func (g *Game) Models() int { return g.t.Models }

// Automatic reports whether no player plays a model (DUEL-17).
func (g *Game) Automatic(m int) bool { return g.t.Automatic(int8(m)) }

// Seats returns the number of seats, automata included, which come last.
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

// RoundsBegun implements env.RoundCounter.
func (s *State) RoundsBegun() (int, string) { return int(s.t.Round), "round" }

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

// Marks holds the numbers of dice and counters beside a model.
type Marks struct {
	Berserk, Guard, Precise, Eviscerated, Immobilized, Marked, Wingman, Thrall int
}

// MarksOf returns the marks of a model.
func (s *State) MarksOf(m int) Marks {
	x := &s.t.Models[m].Marks
	return Marks{
		Berserk: int(x[turn.MarkBerserk]), Guard: int(x[turn.MarkGuard]), Precise: int(x[turn.MarkPrecision]), Eviscerated: int(x[turn.MarkEviscerate]),
		Immobilized: int(x[turn.MarkImmobilize]), Marked: int(x[turn.MarkMark]), Wingman: int(x[turn.MarkWingman]), Thrall: int(x[turn.MarkThrall]),
	}
}

// Dice returns the number of dice that a model rolls before anything changes it.
func (s *State) Dice(m int) int { return s.t.Game.DiceOfKind(s.t.Models[m].Kind) }

// Owns returns how often a model has a trait, and 1 or 0 for a feat. While Heroes
// are drafted in secret this is true only for the seat whose world the state is: the
// feats and traits of others are drawn at random there.
func (s *State) Owns(m int, id Skill) int {
	switch {
	case id.Trait():
		return s.t.Trait(int8(m), id)
	case s.t.Bears(int8(m), id):
		return 1
	}
	return 0
}

// Offers reports whether Heroes can have a feat or trait under the options of the game.
func (g *Game) Offers(id Skill) bool { return id != NoSkill && g.t.InGame.Has(id) }

// ThingKind names a kind of thing.
type ThingKind = turn.ThingKind

// The kinds of things.
const (
	ThingTreasure = turn.ThingTreasure
	ThingUpgrade  = turn.ThingUpgrade
	ThingSpawn    = turn.ThingSpawn   // a spawn point
	ThingFlag     = turn.ThingFlag    // capture_the_flag
	ThingHill     = turn.ThingHill    // king_of_the_hill: the team token
	ThingCounter  = turn.ThingCounter // tug_of_war: a position counter
	ThingLight    = turn.ThingLight   // night_raid
	ThingMob      = turn.ThingMob     // city_brawl
	ThingBoss     = turn.ThingBoss    // boss_fight
	ThingShape    = turn.ThingShape   // of a shapeshifter
)

// Thing holds what everybody sees of a thing on the table besides models and
// terrain.
type Thing struct {
	Kind ThingKind
	At   space.Point // of its carrier, while it is carried
	Free bool        // nobody carries it, and it can be had now
	Side int         // the side that it belongs to; -1: none
}

// Things appends the things on the table to dst, in a fixed order.
func (s *State) Things(dst []Thing) []Thing {
	for k := range s.t.Game.Hooks.Things {
		kind := &s.t.Game.Hooks.Things[k]
		for i := range kind.Count {
			if t := kind.Show(&s.t, i); t.There {
				dst = append(dst, Thing{kind.Kind, t.At, t.Free, int(t.Side)})
			}
		}
	}
	return dst
}

// PutDown returns the terrain that players have put down before the game, and nothing else
// that has changed on the table.
func (s *State) PutDown() (f space.Field) {
	for _, a := range s.t.Land.Added()[:s.t.PutDown] {
		f.Put(a)
	}
	return f
}

// Treasure returns where the treasure is, carried or not.
func (s *State) Treasure() space.Point { return scenarios.Prize(&s.t) }

// Carrier returns the model that carries the treasure; -1 for none.
func (s *State) Carrier() int { return int(s.t.Carrier) }

// Flag holds what everybody sees of a side's flag.
type Flag struct {
	Home    space.Point // where it starts, and where the other side's has to be carried
	At      space.Point // of its carrier, while it is carried
	Carrier int         // the model that carries it; -1 for none
}

// Flag returns a side's flag, in capture_the_flag.
func (s *State) Flag(side int) Flag {
	x := &s.t.Flags[side]
	return Flag{Home: x.Home, At: scenarios.FlagAt(&s.t, side), Carrier: int(x.Carrier)}
}

// VictoryPoints returns the Victory Points of a side, in king_of_the_hill, or the flags that
// it has brought home, where one does not win.
func (s *State) VictoryPoints(side int) int { return int(s.t.Points[side]) }

// The facts below are for those who work out the odds of a choice.

// Secret reports whether warbands are being drafted in secret.
func (s *State) Secret() bool { return observation.Hidden(&s.t) }

// Name returns what a model is called: its sign on the table.
func (g *Game) Name(m int) string { return g.t.ModelName(int8(m)) }

// OwnerOf returns the seat that commands a model now.
func (s *State) OwnerOf(m int) int { return s.t.Owner(int8(m)) }

// CoverOf returns how much of a target the terrain hides from an attacker.
func (s *State) CoverOf(attacker, target int) space.Cover {
	return s.t.Game.Scene.Sight(s.t.Spot(int8(attacker)), s.t.Spot(int8(target)), &s.t.Land).Cover
}

// SightFrom returns how a model would see another if it stood at a point, on the table as
// it is now.
func (s *State) SightFrom(m int, at space.Point, target int) space.View {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Sight(me, s.t.Spot(int8(target)), &s.t.Land)
}

// SightOf returns how another model would see a model that stood at a point.
func (s *State) SightOf(m int, at space.Point, by int) space.View {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Sight(s.t.Spot(int8(by)), me, &s.t.Land)
}

// Gap returns the distance of the bases of a model that stood at a point and of another, in
// inches.
func (s *State) Gap(m int, at space.Point, other int) float64 {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Range(me, s.t.Spot(int8(other)), &s.t.Land)
}

// Opponent returns a model that another one duels with; -1 for none.
func (s *State) Opponent(m int) int { return int(opponent(&s.t, int8(m))) }

// ScoreFor returns a model's Duel Score if a seat may know it: its own, or one that is
// revealed.
func (s *State) ScoreFor(p env.Player, m int) (score int, avoids, known bool) {
	d := &s.t.Duel
	if d.By == turn.Nobody || s.t.Node == turn.NodeOver || !d.Set.Has(int8(m)) || !d.Revealed && s.t.Owner(int8(m)) != int(p) {
		return 0, false, false
	}
	return int(d.Score[m]), d.Avoiding.Has(int8(m)), true
}

// Spent reports whether a model has used a feat that it can use a limited number of times.
func (s *State) Spent(m int, id Skill) bool {
	x := &s.t.Models[m]
	return (x.Spent | x.Used).Has(id)
}

// Spot returns the place of a point of the lattice, in inches.
func (g *Game) Spot(p space.Point) space.Spot {
	step := g.t.Scene.Step().Inches()
	return space.Spot{float64(p.X) * step, float64(p.Y) * step}
}
