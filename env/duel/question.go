package duel

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/duel/internal/observation"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// Question names the kind of decision that a state waits for.
type Question uint8

// The kinds of decision, and the two other things that a state waits for.
const (
	AskCorner     = Question(turn.NodeCorner)    // the corner to start in
	AskBid        = Question(turn.NodeBid)       // an Initiative Score, in secret
	AskPick       = Question(turn.NodePick)      // the model to activate, or to duel with
	AskPlace      = Question(turn.NodePlace)     // where the subject comes into play
	AskAct        = Question(turn.NodeAct)       // an action of the subject; a destination stands for a Move
	AskGo         = Question(turn.NodeGo)        // the destination of a Move, or of one leg of it
	AskWeapon     = Question(turn.NodeWeapon)    // shoot, or fight hand to hand
	AskInto       = Question(turn.NodeInto)      // whether to shoot into the melee of a model
	AskScore      = Question(turn.NodeScore)     // a Duel Score, in secret
	AskTarget     = Question(turn.NodeTarget)    // the model to attack
	AskReroll     = Question(turn.NodeReroll)    // a die to roll again, or none
	AskCover      = Question(turn.NodeCover)     // a hit to roll again
	AskAim        = Question(turn.NodeAim)       // a change of the Duel Score
	AskFace       = Question(turn.NodeFace)      // the direction of a shield, or of a falling tree
	AskSwap       = Question(turn.NodeSwap)      // the model to change places with
	AskMobWay     = Question(turn.NodeMobWay)    // the direction of a mob
	AskMob        = Question(turn.NodeMob)       // the mob on whose disc the subject comes back
	AskLeaveMob   = Question(turn.NodeCrowd)     // where to leave a mob, or to melt with it
	AskMobDuel    = Question(turn.NodeAgainst)   // the mob to duel with, or none
	AskAside      = Question(turn.NodeAside)     // where the subject steps that a mob has run over
	AskTerrain    = Question(turn.NodeTerrain)   // the piece of terrain to put down, and where
	AskBuy        = Question(turn.NodeBuy)       // a feat or trait to buy, in secret
	AskFollowers  = Question(turn.NodeFollowers) // the kind of a Hero's followers, in secret
	AskSpecial    = Question(turn.NodeSpecial)   // a Special Attack, or none
	AskConvert    = Question(turn.NodeConvert)   // a feat to use in place of hits, or none
	AskUse        = Question(turn.NodeUse)       // whether to use a feat
	AskWhom       = Question(turn.NodeWhom)      // the model that a feat is about
	AskWhere      = Question(turn.NodeWhere)     // the point at which a feat takes effect
	AskHow        = Question(turn.NodeHow)       // how much, or in which direction, a feat works
	WaitForChance = Question(turn.NodeDecisions) // chance is to roll
	Over          = Question(turn.NodeOver)      // the game has ended
)

// Question returns what the state waits for.
func (s *State) Question() Question {
	if s.t.Actor == env.Chance {
		return WaitForChance
	}
	return Question(s.t.Node)
}

// Subject returns the model that the question is about; -1 for none.
func (s *State) Subject() int { return int(s.t.Subject) }

// Origin returns the point that destinations are relative to.
func (s *State) Origin() space.Point { return observation.Centre(&s.t) }

// SkillAsked returns the feat or trait that the question is about; NoSkill for
// none.
func (s *State) SkillAsked() Skill { return s.t.Asked }

// Exhausting reports whether the acting model goes prone after its actions.
func (s *State) Exhausting() bool { return s.t.Act.M != turn.Nobody && s.t.Act.Exhausting }

// Leg names the part of a Move that a destination is asked for.
type Leg uint8

// The parts of a Move.
const (
	WholeMove Leg = iota // a Move, or what is left of one
	FirstLeg             // the first leg of a skirmish: a Duel follows, and then the last leg
	LastLeg              // the last leg of a skirmish
)

// Leg returns the part of a Move that the state asks for a destination of.
func (s *State) Leg() Leg {
	if s.t.Node == turn.NodeGo {
		switch s.t.Top().Move {
		case turn.GoLeg:
			return FirstLeg
		case turn.GoLastLeg:
			return LastLeg
		}
	}
	return WholeMove
}

// Verb names the kind of an action.
type Verb uint8

// The actions that need no object.
const (
	Done         = Verb(turn.DoDone) // enough: no more of what is offered
	Yes          = Verb(turn.DoYes)
	No           = Verb(turn.DoNo)
	Interact     = Verb(turn.DoInteract) // take the treasure, or what else is in contact
	Skirmish     = Verb(turn.DoSkirmish) // divide the Move around a Duel on one die
	Exhaust      = Verb(turn.DoExhaust)  // two actions, then go prone
	TakeAim      = Verb(turn.DoTakeAim)
	Unjam        = Verb(turn.DoUnjam)
	Disengage    = Verb(turn.DoDisengage)
	Climb        = Verb(turn.DoClimb)
	Shoot        = Verb(turn.DoShoot)
	FightInMelee = Verb(turn.DoFight)
	AimLower     = Verb(turn.DoAimLower) // a Duel Score of one less
	KeepScore    = Verb(turn.DoAimKeep)
	AimHigher    = Verb(turn.DoAimHigher)
)

// The actions that need an object, with the fields of Choice that hold it.
const (
	Go             = Verb(turn.Generics) + iota // to To: a Move, or a placement
	Leave                                       // the area over Edge
	SetScore                                    // fight with a Duel Score of Number
	AvoidHits                                   // avoid hits with a Duel Score of Number
	NameModel                                   // Model: activate it, target it, charge it, shoot into its melee
	Bid                                         // an Initiative Score of Number
	RollAgain                                   // a die that shows Number
	Turn                                        // a shield, a mob or a tree, in Direction
	StartIn                                     // the corner at To
	UseSkill                                    // Skill: buy it, channel it, use it
	FieldFollowers                              // of the kind Followers
	HowMany                                     // Number
	NeverOnThisWay                              // do not ask again while this Move lasts
	NameMob                                     // Number, whose disc is at To: duel it, or come back on it
	Melt                                        // with the crowd, to come back on a mob
	PutDown                                     // Terrain, on the spot To
)

// Choice holds a decoded action of a seat. Only the fields that its verb names
// mean something.
type Choice struct {
	Verb      Verb
	Edge      space.Edge
	Direction Direction
	Skill     Skill
	To        space.Point // on the lattice
	Model     int
	Number    int
	Terrain   space.Stock
	Followers string // KindGanger, KindRookie or KindAnimal
}

// Decode returns what an action id of a seat means in this state: destinations are
// relative to Origin, and models to the seat that is asked.
func (s *State) Decode(a env.Action) Choice {
	g := s.t.Game
	x := &g.Actions
	if i, ok := within(a, x.Dest, x.Dests()); ok {
		return Choice{Verb: Go, To: g.DestOf(observation.Centre(&s.t), x.Dest+env.Action(i))}
	}
	if i, ok := within(a, x.Generic, int(turn.Generics)); ok {
		return Choice{Verb: Verb(i)}
	}
	if i, ok := within(a, x.Score, turn.Scores); ok {
		return Choice{Verb: SetScore, Number: i + 1}
	}
	if i, ok := within(a, x.Score+turn.Scores, turn.Scores); ok && x.Avoid {
		return Choice{Verb: AvoidHits, Number: i + 1}
	}
	if _, ok := within(a, x.Model, g.Models); ok {
		return Choice{Verb: NameModel, Model: int(g.ModelOf(int(s.t.Asker), a))}
	}
	if i, ok := within(a, x.Edge, space.Edges); ok {
		return Choice{Verb: Leave, Edge: space.Edge(i)}
	}
	if id, ok := g.SkillOf(a); ok {
		return Choice{Verb: UseSkill, Skill: id}
	}
	return s.decodeRare(a)
}

// decodeRare decodes the actions of blocks that few configurations have.
func (s *State) decodeRare(a env.Action) Choice {
	g := s.t.Game
	x := &g.Actions
	if i, ok := within(a, x.Bid, turn.Scores); ok {
		return Choice{Verb: Bid, Number: i + 1}
	}
	if i, ok := within(a, x.Die, 6); ok {
		return Choice{Verb: RollAgain, Number: i + 1}
	}
	if i, ok := within(a, x.Direction, turn.Directions); ok {
		return Choice{Verb: Turn, Direction: Direction(i)}
	}
	if i, ok := within(a, x.Corner, turn.Corners); ok {
		return Choice{Verb: StartIn, To: g.Corners[i]}
	}
	if i, ok := within(a, x.Followers, int(turn.Animal-turn.Ganger)+1); ok {
		return Choice{Verb: FieldFollowers, Followers: turn.KindNames[int(turn.Ganger)+i]}
	}
	if i, ok := within(a, x.Number, turn.MaxNumber+1); ok {
		return Choice{Verb: HowMany, Number: i}
	}
	if _, ok := within(a, x.Heroic, int(turn.Heroics)); ok {
		return Choice{Verb: NeverOnThisWay}
	}
	if i, ok := within(a, x.Mob, space.MaxMobs); ok {
		return Choice{Verb: NameMob, Number: i, To: scenarios.Mob(&s.t, i).At}
	}
	if _, ok := within(a, x.Terrain, g.TerrainIDs()); ok {
		k, at := g.PutDownBy(a)
		return Choice{Verb: PutDown, Terrain: k, To: at}
	}
	if x.Mob != turn.Absent && a == scenarios.DoMelt(g) {
		return Choice{Verb: Melt}
	}
	panic(fmt.Sprintf("duel: no action %d", a))
}

// within returns the place of an action in a block; 0 and false when it is not of
// the block.
func within(a, block env.Action, size int) (i int, ok bool) {
	if block == turn.Absent || a < block || int(a-block) >= size {
		return 0, false
	}
	return int(a - block), true
}

// Direction is one of eight directions on the lattice, counter-clockwise from east.
type Direction uint8

// Step returns the step of a direction on the lattice: eastward, northward.
func (d Direction) Step() (east, north int) {
	step := turn.DirectionSteps[d]
	return step[0], step[1]
}

// nameIDs returns the blocks of actions with the names of ids of which other rules may
// have more or fewer.
func nameIDs(g *turn.Game) []env.Block {
	blocks := slices.Clone(g.Actions.Blocks)
	for i := range blocks {
		switch b := &blocks[i]; b.Name {
		case "offset", "point":
			b.Names = observation.DestNames(g)
		case "model":
			b.Names = observation.ModelNames(g, observation.SeatNames(g))
		case "score":
			b.Names = layout.Numbered("score", turn.Scores)
			if g.Actions.Avoid {
				b.Names = append(b.Names, layout.Numbered("avoid", turn.Scores)...)
			}
		}
	}
	return blocks
}
