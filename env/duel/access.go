package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// This file shows a state to players, drawings and tests: copies, nothing that
// can be written through.

// Question says what a state waits for.
type Question uint8

// The questions that seats are asked, and the two other things a state waits
// for.
const (
	AskCorner     = Question(turn.NodeCorner)
	AskBid        = Question(turn.NodeBid)
	AskPick       = Question(turn.NodePick)
	AskPlace      = Question(turn.NodePlace)
	AskAct        = Question(turn.NodeAct)
	AskGo         = Question(turn.NodeGo)
	AskWeapon     = Question(turn.NodeWeapon)
	AskInto       = Question(turn.NodeInto)
	AskScore      = Question(turn.NodeScore)
	AskTarget     = Question(turn.NodeTarget)
	AskReroll     = Question(turn.NodeReroll)
	AskCover      = Question(turn.NodeCover)
	AskAim        = Question(turn.NodeAim)
	AskFace       = Question(turn.NodeFace)
	AskSwap       = Question(turn.NodeSwap)
	AskMobWay     = Question(turn.NodeMobWay)
	AskMob        = Question(turn.NodeMob)
	AskLeaveMob   = Question(turn.NodeCrowd)
	AskMobDuel    = Question(turn.NodeAgainst)
	AskAside      = Question(turn.NodeAside)
	AskBuy        = Question(turn.NodeBuy)
	AskFollowers  = Question(turn.NodeFollowers)
	AskSpecial    = Question(turn.NodeSpecial)
	AskConvert    = Question(turn.NodeConvert)
	AskUse        = Question(turn.NodeUse)
	AskWhom       = Question(turn.NodeWhom)
	AskWhere      = Question(turn.NodeWhere)
	AskHow        = Question(turn.NodeHow)
	WaitForChance = Question(turn.NodeDecisions)
	Over          = Question(turn.NodeOver)
)

// Question of the state.
func (s *State) Question() Question {
	if s.t.Actor == env.Chance {
		return WaitForChance
	}
	return Question(s.t.Node)
}

// Subject returns the model that the question is about; -1 for none.
func (s *State) Subject() int { return int(s.t.Subject) }

// Concerned returns the model that the question concerns too, such as the target of
// a roll; -1 for none.
func (s *State) Concerned() int { return int(s.t.Other) }

// Origin returns the point that destinations are relative to.
func (s *State) Origin() space.Point { return centre(&s.t) }

// Fighter is one model as everybody sees it.
type Fighter struct {
	Seat                                             int
	Name                                             string // of the table: A, B2
	At                                               space.Point
	Waiting, Standing, Prone, Removed, Away          bool
	Hits                                             int
	Acted, Engaged, Rested, Jammed, Aiming, Climbing bool
	Facing                                           int // direction of the shield; -1
	Upgrade                                          string
	Ranged, Melee                                    string // words of a Kit
	Shield, Brawler, Gunslinger                      bool
	Protection                                       int // +1 light, -1 heavy
	Climbed                                          space.Length

	// Where Heroes are played. What is drafted in secret is not shown.
	Kind      string
	Base      space.Base
	Toughness int
	Feats     []string
	Traits    map[string]int
	Marks     map[string]int
	Leader    int            // the Hero whose follower it is; -1
	Shapes    []config.Shape // of a shapeshifter, in their order, with the one that it has; nil for others
}

var reachNames = [...]string{config.NoWeapon: config.None, config.ThrownWeapon: config.Thrown, config.OneHandedWeapon: config.OneHanded, config.TwoHandedWeapon: config.TwoHanded}

// Models returns the number of models of all seats. The models of a seat follow each
// other, seat by seat.
func (g *Game) Models() int { return g.t.Models }

// Fighter shows a model.
func (s *State) Fighter(m int) Fighter {
	f := s.Plain(m)
	f.Name = s.t.Game.ModelName(int8(m))
	if s.t.Game.Config.Heroes && !hidden(&s.t) {
		showSkills(&s.t, int8(m), &f)
	}
	return f
}

// Plain shows a model without its name and the lists of what it has bought and is
// marked with: it allocates nothing.
func (s *State) Plain(m int) Fighter {
	x, b := &s.t.Models[m], s.t.Build(int8(m))
	is := func(f uint16) bool { return x.Flags&f != 0 }
	f := Fighter{
		Seat: s.t.Owner(int8(m)), At: x.At,
		Waiting: x.Status == turn.Waiting, Standing: x.Status == turn.Standing, Prone: x.Status == turn.Prone, Removed: x.Status == turn.Gone, Away: x.Status == turn.Away,
		Hits: int(x.Hits), Acted: is(turn.FlagActed), Engaged: is(turn.FlagEngaged), Rested: is(turn.FlagRested), Jammed: is(turn.FlagJammed), Aiming: is(turn.FlagAimed), Climbing: is(turn.FlagClimbing),
		Facing: int(x.Facing), Upgrade: turn.UpgradeNames[x.Upgrade], Ranged: reachNames[b.Ranged], Melee: reachNames[b.Melee],
		Shield: b.Shield, Brawler: b.Brawler, Gunslinger: b.Gunslinger, Protection: int(b.Protection), Climbed: x.Climbed,
		Kind: turn.KindNames[x.Kind], Base: x.Base, Leader: int(x.Leader),
	}
	if s.t.Game.Config.Heroes && !hidden(&s.t) {
		f.Toughness = int(x.Toughness)
	}
	return f
}

// showSkills fills in what Heroes and followers have beyond a fighter.
func showSkills(s *turn.State, m int8, f *Fighter) {
	x := &s.Models[m]
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		switch {
		case !s.Bears(m, id):
		case !id.Trait():
			f.Feats = append(f.Feats, id.String())
		default:
			if f.Traits == nil {
				f.Traits = map[string]int{}
			}
			f.Traits[id.String()] = s.Trait(m, id)
		}
	}
	if len(s.Wardrobes) > 0 && s.Bears(m, turn.TraitShapeshifter) {
		for k := range 1 + heroes.Further(s, m) {
			f.Shapes = append(f.Shapes, s.WardrobeOf(m).Shapes[k].Show())
		}
	}
	for i, n := range x.Marks {
		if n != 0 {
			if f.Marks == nil {
				f.Marks = map[string]int{}
			}
			f.Marks[turn.MarkNames[i]] = int(n)
		}
	}
}

// Drafting reports whether warbands are still being chosen, by the players or by
// chance.
func (s *State) Drafting() bool { return s.t.Drafting }

// Skill returns the feat or trait that the question is about; empty for none.
func (s *State) Skill() string { return s.t.Asked.String() }

// Treasure returns where the treasure is, carried or not.
func (s *State) Treasure() space.Point { return scenarios.Prize(&s.t) }

// Automatic reports whether nobody plays a model (DUEL-17).
func (g *Game) Automatic(m int) bool { return g.t.Automatic(int8(m)) }

// Mob returns where the mob is that an action names; false for other actions.
func (s *State) Mob(a env.Action) (space.Point, bool) {
	i, ok := within(a, s.t.Game.Actions.Mob, space.MaxMobs)
	if !ok {
		return space.Nowhere, false
	}
	return scenarios.Mob(&s.t, i).At, true
}

// Capped reports whether the round cap has ended the game.
func (s *State) Capped() bool { return s.t.Capped }

// Side returns the side that a seat plays for: its own, or a team.
func (g *Game) Side(seat int) int { return int(g.t.Side[seat]) }

// Carrier returns the model with the treasure; -1 for none.
func (s *State) Carrier() int { return int(s.t.Carrier) }

// Round returns the number of the round, from 1.
func (s *State) Round() int { return int(s.t.Round) }

// Order lists the seats in the order of Initiative.
func (s *State) Order() []int {
	seats := make([]int, s.t.Seated)
	for i := range seats {
		seats[i] = int(s.t.Order[i])
	}
	return seats
}

// Corner returns the corner in which a seat starts; space.Nowhere before it is known.
func (s *State) Corner(seat int) space.Point {
	if s.t.Corner[seat] < 0 {
		return space.Nowhere
	}
	return s.t.Game.Corners[s.t.Corner[seat]]
}

// Field returns the changes of the table: pieces gone, put down, and mobs.
func (s *State) Field() space.Field { return s.t.Land }

// InDuel reports whether a Duel is under way and a model is in it.
func (s *State) InDuel(m int) bool {
	return s.t.Duel.By != turn.Nobody && (s.t.Duel.In.Has(int8(m)) || s.t.Duel.By == int8(m))
}

// Initiator of the Duel under way; of one that several have initiated together, the
// one whom all of them duel with; -1 for none.
func (s *State) Initiator() int { return int(s.t.Duel.By) }

// HandToHand reports whether the Duel under way is one in base contact.
func (s *State) HandToHand() bool { return s.t.Duel.By != turn.Nobody && s.t.Duel.Melee }

// Score returns a model's Duel Score once it is revealed, and whether it avoids hits.
func (s *State) Score(m int) (score int, avoids, known bool) {
	d := &s.t.Duel
	if d.By == turn.Nobody || !d.Revealed || !d.Set.Has(int8(m)) {
		return 0, false, false
	}
	return int(d.Score[m]), d.Avoiding.Has(int8(m)), true
}

// Faces lists the dice of the roll under way, ascending, and what is added to
// each.
func (s *State) Faces() (faces []int, bonus int) {
	for _, f := range s.t.Duel.Faces[:s.t.Duel.Rolled] {
		faces = append(faces, int(f))
	}
	return faces, int(s.t.Duel.Bonus)
}

// DiceOf returns the number of dice that a model would roll in the Duel under way,
// and what is added to each besides its score: for an attack on another model,
// or to avoid hits.
func (s *State) DiceOf(m, against int, attack bool) (dice, bonus int) {
	r := turn.Roll{By: int8(m), Against: int8(against), Kind: turn.RollAttack}
	if !attack {
		r.Kind = turn.RollDefense
	}
	dice, bonus = s.t.DiceOf(r)
	return dice, bonus - int(s.t.Duel.Score[m])
}

// Sees reports whether two models in play see each other.
func (s *State) Sees(a, b int) bool { return s.t.Sees(int8(a), int8(b)) }

// InCover reports whether a target is in cover from an attacker, as far as cover is
// played.
func (s *State) InCover(by, target int) bool {
	return options.CoverOf(&s.t, int8(by), int8(target)) != turn.CoverNone
}

// SeenFrom reports whether a standing fighter at one point would see one at
// another, on the table as the map has it.
func (g *Game) SeenFrom(a, b space.Point) bool {
	if g.t.Sights != nil {
		return g.t.Sights.Has(g.t.Scene.Index(a), g.t.Scene.Index(b))
	}
	return g.t.Scene.Sees(space.Model{At: a, Base: space.Normal}, space.Model{At: b, Base: space.Normal}, &space.Field{})
}

// Destination returns the point that an action of the destinations names in this
// state; false for other actions.
func (s *State) Destination(a env.Action) (space.Point, bool) {
	x := &s.t.Game.Actions
	if a < x.Dest || a >= x.Edge {
		return space.Nowhere, false
	}
	return s.t.Game.DestOf(centre(&s.t), a), true
}

// Target returns the model that an action names; false for other actions.
func (s *State) Target(a env.Action) (int, bool) {
	x := &s.t.Game.Actions
	if a < x.Model || int(a-x.Model) >= s.t.Game.Models || s.t.Actor < 0 {
		return -1, false
	}
	return int(s.t.Game.ModelOf(int(s.t.Actor), a)), true
}
