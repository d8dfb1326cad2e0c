package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// This file shows a state to players, drawings and tests: copies, nothing that
// can be written through.

// Question is what a state waits for.
type Question uint8

// The questions that seats are asked, and the two other things a state waits
// for.
const (
	AskCorner     = Question(nodeCorner)
	AskBid        = Question(nodeBid)
	AskPick       = Question(nodePick)
	AskPlace      = Question(nodePlace)
	AskAct        = Question(nodeAct)
	AskGo         = Question(nodeGo)
	AskWeapon     = Question(nodeWeapon)
	AskInto       = Question(nodeInto)
	AskScore      = Question(nodeScore)
	AskTarget     = Question(nodeTarget)
	AskReroll     = Question(nodeReroll)
	AskCover      = Question(nodeCover)
	AskAim        = Question(nodeAim)
	AskFace       = Question(nodeFace)
	AskSwap       = Question(nodeSwap)
	AskMobWay     = Question(nodeMobWay)
	AskMob        = Question(nodeMob)
	AskLeaveMob   = Question(nodeCrowd)
	AskMobDuel    = Question(nodeAgainst)
	AskAside      = Question(nodeAside)
	AskBuy        = Question(nodeBuy)
	AskFollowers  = Question(nodeFollowers)
	AskSpecial    = Question(nodeSpecial)
	AskConvert    = Question(nodeConvert)
	AskUse        = Question(nodeUse)
	AskWhom       = Question(nodeWhom)
	AskWhere      = Question(nodeWhere)
	AskHow        = Question(nodeHow)
	WaitForChance = Question(nodeDecisions)
	Over          = Question(nodeOver)
)

// Question of the state.
func (s *State) Question() Question {
	if s.actor == env.Chance {
		return WaitForChance
	}
	return Question(s.node)
}

// Subject is the model that the question is about; -1 for none.
func (s *State) Subject() int { return int(s.subject) }

// Concerned is the model that the question concerns too, such as the target of
// a roll; -1 for none.
func (s *State) Concerned() int { return int(s.other) }

// Origin is the point that destinations are relative to.
func (s *State) Origin() space.Point { return s.centre() }

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
	Leader    int     // the Hero whose follower it is; -1
	Shapes    []Shape // of a shapeshifter, in their order, with the one that it has; nil for others
}

var reachNames = [...]string{noWeapon: None, thrown: Thrown, oneHanded: OneHanded, twoHanded: TwoHanded}

// Models is the number of models of all seats. The models of a seat follow each
// other, seat by seat.
func (g *Game) Models() int { return g.models }

// Fighter shows a model.
func (s *State) Fighter(m int) Fighter {
	f := s.Plain(m)
	f.Name = s.game.modelName(int8(m))
	if s.game.config.Heroes && !s.hidden() {
		s.showSkills(int8(m), &f)
	}
	return f
}

// Plain shows a model without its name and the lists of what it has bought and is
// marked with: it allocates nothing.
func (s *State) Plain(m int) Fighter {
	x, b := &s.models[m], s.build(int8(m))
	is := func(f uint16) bool { return x.flags&f != 0 }
	f := Fighter{
		Seat: s.owner(int8(m)), At: x.at,
		Waiting: x.status == waiting, Standing: x.status == standing, Prone: x.status == prone, Removed: x.status == gone, Away: x.status == away,
		Hits: int(x.hits), Acted: is(flagActed), Engaged: is(flagEngaged), Rested: is(flagRested), Jammed: is(flagJammed), Aiming: is(flagAimed), Climbing: is(flagClimbing),
		Facing: int(x.facing), Upgrade: upgradeNames[x.upgrade], Ranged: reachNames[b.ranged], Melee: reachNames[b.melee],
		Shield: b.shield, Brawler: b.brawler, Gunslinger: b.gunslinger, Protection: int(b.protection), Climbed: x.climbed,
		Kind: kindNames[x.kind], Base: x.base, Leader: int(x.leader),
	}
	if s.game.config.Heroes && !s.hidden() {
		f.Toughness = int(x.toughness)
	}
	return f
}

// showSkills fills in what Heroes and followers have beyond a fighter.
func (s *State) showSkills(m int8, f *Fighter) {
	x := &s.models[m]
	for id := noSkill + 1; id < skillIDs; id++ {
		switch {
		case !s.bears(m, id):
		case !id.trait():
			f.Feats = append(f.Feats, id.String())
		default:
			if f.Traits == nil {
				f.Traits = map[string]int{}
			}
			f.Traits[id.String()] = s.trait(m, id)
		}
	}
	if len(s.wardrobes) > 0 && s.bears(m, traitShapeshifter) {
		for k := range 1 + s.further(m) {
			f.Shapes = append(f.Shapes, s.wardrobeOf(m).shapes[k].show())
		}
	}
	for i, n := range x.marks {
		if n != 0 {
			if f.Marks == nil {
				f.Marks = map[string]int{}
			}
			f.Marks[markNames[i]] = int(n)
		}
	}
}

// Drafting says whether warbands are still being chosen, by the players or by
// chance.
func (s *State) Drafting() bool { return s.drafting }

// Skill is the feat or trait that the question is about; empty for none.
func (s *State) Skill() string { return s.asked.String() }

// Treasure is where the treasure is, carried or not.
func (s *State) Treasure() space.Point { return s.prize() }

// Automatic says whether nobody plays a model (DUEL-17).
func (g *Game) Automatic(m int) bool { return g.automatic(int8(m)) }

// Mob is where the mob is that an action names; false for other actions.
func (s *State) Mob(a env.Action) (space.Point, bool) {
	i, ok := within(a, s.game.actions.mob, space.MaxMobs)
	if !ok {
		return space.Nowhere, false
	}
	return s.mob(i).at, true
}

// Capped says whether the round cap has ended the game.
func (s *State) Capped() bool { return s.capped }

// Side is the side that a seat plays for: its own, or a team.
func (g *Game) Side(seat int) int { return int(g.side[seat]) }

// Carrier is the model with the treasure; -1 for none.
func (s *State) Carrier() int { return int(s.carrier) }

// Round is the number of the round, from 1.
func (s *State) Round() int { return int(s.round) }

// Order lists the seats in the order of Initiative.
func (s *State) Order() []int {
	seats := make([]int, s.seated)
	for i := range seats {
		seats[i] = int(s.order[i])
	}
	return seats
}

// Corner is the corner in which a seat starts; space.Nowhere before it is known.
func (s *State) Corner(seat int) space.Point {
	if s.corner[seat] < 0 {
		return space.Nowhere
	}
	return s.game.corners[s.corner[seat]]
}

// Field is what has changed on the table.
func (s *State) Field() space.Field { return s.land }

// InDuel says whether a Duel is under way and a model is in it.
func (s *State) InDuel(m int) bool {
	return s.duel.by != nobody && (has(s.duel.in, int8(m)) || s.duel.by == int8(m))
}

// Initiator of the Duel under way; of one that several have initiated together, the
// one whom all of them duel with; -1 for none.
func (s *State) Initiator() int { return int(s.duel.by) }

// HandToHand says whether the Duel under way is one in base contact.
func (s *State) HandToHand() bool { return s.duel.by != nobody && s.duel.melee }

// Score is a model's Duel Score once it is revealed, and whether it avoids hits.
func (s *State) Score(m int) (score int, avoids, known bool) {
	d := &s.duel
	if d.by == nobody || !d.revealed || !has(d.set, int8(m)) {
		return 0, false, false
	}
	return int(d.score[m]), has(d.avoiding, int8(m)), true
}

// Faces lists the dice of the roll under way, ascending, and what is added to
// each.
func (s *State) Faces() (faces []int, bonus int) {
	for _, f := range s.duel.faces[:s.duel.rolled] {
		faces = append(faces, int(f))
	}
	return faces, int(s.duel.bonus)
}

// DiceOf is the number of dice that a model would roll in the Duel under way,
// and what is added to each besides its score: for an attack on another model,
// or to avoid hits.
func (s *State) DiceOf(m, against int, attack bool) (dice, bonus int) {
	r := roll{by: int8(m), against: int8(against), kind: rollAttack}
	if !attack {
		r.kind = rollDefense
	}
	dice, bonus = s.diceOf(r)
	return dice, bonus - int(s.duel.score[m])
}

// Sees says whether two models in play see each other.
func (s *State) Sees(a, b int) bool { return s.sees(int8(a), int8(b)) }

// InCover says whether a target is in cover from an attacker, as far as cover is
// played.
func (s *State) InCover(by, target int) bool { return s.coverOf(int8(by), int8(target)) != coverNone }

// SeenFrom says whether a standing fighter at one point would see one at
// another, on the table as the map has it.
func (g *Game) SeenFrom(a, b space.Point) bool {
	if g.sights != nil {
		return g.sights.has(g.scene.Index(a), g.scene.Index(b))
	}
	return g.scene.Sees(space.Model{At: a, Base: space.Normal}, space.Model{At: b, Base: space.Normal}, &space.Field{})
}

// Destination is the point that an action of the destinations names in this
// state; false for other actions.
func (s *State) Destination(a env.Action) (space.Point, bool) {
	x := &s.game.actions
	if a < x.dest || a >= x.edge {
		return space.Nowhere, false
	}
	return s.game.destOf(s.centre(), a), true
}

// Target is the model that an action names; false for other actions.
func (s *State) Target(a env.Action) (int, bool) {
	x := &s.game.actions
	if a < x.model || int(a-x.model) >= s.game.models || s.actor < 0 {
		return -1, false
	}
	return int(s.game.modelOf(int(s.actor), a)), true
}
