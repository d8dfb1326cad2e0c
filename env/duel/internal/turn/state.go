package turn

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// Limits of the fixed arrays of a State.
const (
	MaxSeats    = config.MaxPlayers + 1 // and an automaton's
	MaxModels   = config.MaxPlayers * config.MaxPerSeat
	maxActions  = 2048
	maxTasks    = 48
	MaxUpgrades = 4
	MaxSpawns   = 6
	Nobody      = int8(-1)
)

// A Node says what a state waits for.
type Node uint8

const (
	NodeCorner    Node = iota // a corner to start in
	NodeBid                   // an Initiative Score, in secret
	NodePick                  // a model to activate, or to duel with
	NodePlace                 // where a model comes into play
	NodeAct                   // an action; a destination stands for a Move
	NodeGo                    // the destination of a Move or of a leg of one
	NodeWeapon                // shoot, or fight hand to hand
	NodeInto                  // shoot into the melee of a model, or not
	NodeScore                 // a Duel Score, in secret
	NodeTarget                // the model to attack
	NodeReroll                // a die to roll again, or none
	NodeCover                 // a hit to roll again
	NodeAim                   // a change of the Duel Score
	NodeFace                  // a direction
	NodeSwap                  // the model to change places with
	NodeBuy                   // heroes: a feat or trait to buy, in secret
	NodeFollowers             // heroes: the kind of followers, in secret
	NodeSpecial               // heroes: a Special Attack, or none
	NodeConvert               // heroes: what an attack does instead of its hits
	NodeUse                   // heroes: whether to use a feat
	NodeWhom                  // heroes: the model that a feat is about
	NodeWhere                 // heroes: where it takes effect
	NodeHow                   // heroes: how much, or which way
	NodeMobWay                // city brawl: which way a mob goes
	NodeMob                   // city brawl: whose disc to come back on
	NodeCrowd                 // city brawl: where to leave a mob, or to melt with it
	NodeAgainst               // city brawl: duel a mob, or not
	NodeAside                 // city brawl: where to stand that a mob has run over
	NodeTerrain               // place_terrain: the piece of terrain to put down, and where
	NodeDecisions             // the number of kinds of decisions; what follows is chance

	ChanceMap     // which corners the seats start in
	ChanceFirst   // the first player
	ChanceSeatDie // a seat's Initiative die
	ChanceTie     // the order of seats whose dice tie
	ChanceDice    // dice thrown in a Duel, a recovery, a fall
	ChanceMember  // the member that a shot into a melee hits
	ChancePoint   // a square of the area
	ChanceBuy     // what a random warband has
	ChanceWay     // which way a mob goes
	ChanceCrowd   // the model that a mob loses
	NodeOver      // the game has ended
)

// A Status says whether a model is in play, and where else it is.
type Status uint8

const (
	Waiting Status = iota // not yet in play: placed when it is activated
	Standing
	Prone
	Gone    // removed for good
	Away    // removed, to respawn
	Mingled // part of a mob
	Melted  // with a mob, to come back on one
)

// Flags of a model.
const (
	FlagActed     uint16 = 1 << iota // activated in this round
	FlagEngaged                      // engaged in a Duel in this round
	FlagRested                       // not engaged in a Duel in the round before
	FlagJammed                       // its ranged weapon is jammed
	FlagAimed                        // took aim in this activation
	FlagRecovered                    // respawn: recovered outside the area
	FlagClimbing                     // hangs on a piece of terrain
	FlagFresh                        // came back in this round, and has not acted
	FlagFrail                        // the first hit removes it, and it is never prone
)

// A Model is a fighter, in play or not.
type Model struct {
	At      space.Point
	Status  Status
	Hits    uint8
	Facing  int8 // direction of a shield, 0 to 7; -1: none
	Upgrade uint8
	Flags   uint16
	Climbed space.Length // up the piece that it climbs
	Piece   int8         // the piece that it climbs
	Out     uint16       // respawn: the round in which it was removed
	Bid     uint8        // its Initiative Score under bids, 0: none yet
	Owed    uint8        // Duels still to come under bids, one for each activation
	Seat    int8         // that commands it
	Kit     uint8        // in Game.Kits
	Kind    Kind
	Base    space.Base
	Valour  // of Heroes and followers
}

// State is one point of an episode, as the engine keeps it.
type State struct {
	situation

	// Of these, a copy has as much as there is.
	Models    [MaxModels]Model // Game.Models
	tasks     [maxTasks]Task   // taskCount
	queue     [triggering * MaxModels]trigger
	Log       []Entry
	Wardrobes []Wardrobe

	// Memory to work in, not part of the state.
	scratch *finder
	path    []space.Point
}

// A situation holds the part of a State that is copied by value.
type situation struct {
	Game *Game

	// what the state waits for
	Node    Node
	Actor   env.Player
	Asker   int8 // the seat that is asked, an automaton's too
	Subject int8 // the model that the question is about
	Other   int8 // the model that it concerns too
	Origin  space.Point
	Chances int16 // outcomes of the chance node, or dice of a roll
	Answer  env.Action
	legal   answers // to be read by known
	offered offer   // Moves that legal lacks

	taskCount uint8

	Round  uint16
	Order  [MaxSeats]int8 // seats as they act
	Seated uint8          // how many of order are set
	Die    [MaxSeats]uint8
	High   uint8 // seats that want a high one of several dice, as bits
	First  int8  // first player, under bids
	Corner [MaxSeats]int8

	InPlay  ModelSet           // standing or prone, in the area
	Own     [MaxSeats]ModelSet // by the seat that commands them
	Bearers [SkillIDs]ModelSet // by feat or trait

	Carrier  int8 // the model that has the treasure
	Treasure space.Point
	Flags    [Teams]Flag            // capture_the_flag
	Hill     int8                   // king_of_the_hill: the side that holds it; nobody
	Points   [Teams]uint8           // king_of_the_hill: Victory Points; capture_the_flag: flags brought home
	Lights   [MaxLights]space.Point // night_raid
	Lit      uint8                  // how many of them there are
	Counters [TugCounters]Counter   // tug_of_war
	Boss     Boss                   // boss_fight
	Street   Street                 // city_brawl

	Duel    Duel
	Act     Activation
	Planned Plan   // the newest Duel that was planned
	Change  Change // of it, by a feat

	Drafting bool // feats and traits are being chosen

	Blow    Blow     // hits of one source
	Due     Due      // hits that are about to be taken
	Blame   ModelSet // whose hits are being taken
	slain   ModelSet // models removed by them
	gathers bool     // hits are to be taken together with others
	Asked   SkillID  // the feat or trait that the question is about
	queued  uint8
	refused ModelSet // models that do not interrupt the Move under way

	Tokens  [MaxUpgrades]Token
	Spawns  [MaxSpawns]space.Point
	Spawned uint8                  // how many of them are placed
	Land    space.Field            // what has changed on the table
	Damage  [space.MaxPieces]uint8 // dice that have hit fragile pieces

	Builders [space.MaxAdded]int8 // by what has been put down: model that built it + 1
	PutDown  uint8                // pieces that players have put down before the game

	Lost       [MaxSeats]bool // out of the game
	Won        [MaxSeats]bool
	wiped      uint8     // seats that went out with the newest removals, as bits
	Capped     bool      // the round cap ended the game
	ended      bool      // somebody has won
	Secrets    int32     // entries of the log before this one are known to all
	BidsHidden bool      // bids are being made
	Coming     []Settled // the next rolls, of a position; shared, never written to
}

// An Entry is one applied action.
type Entry struct {
	Action env.Action
	Actor  int8
	About  int8 // of a secret: the model it is for
	Secret bool // hidden from the other seats until it is revealed
}

// GoOn carries the turn on with a legal answer to what the state waits for.
func (s *State) GoOn(a env.Action) {
	if _, ok := s.settled(); ok {
		s.Coming = s.Coming[1:]
	}
	s.Log = append(s.Log, Entry{Action: a, Actor: int8(s.Actor), About: s.Subject, Secret: s.secret()})
	s.Answer = a
	s.Run()
}

// Reserve makes room for this many actions in the log of an empty state.
func (s *State) Reserve(actions int) { s.Log = make([]Entry, 0, actions) }

// CopyFrom makes the state a copy of another, in its own memory.
func (s *State) CopyFrom(from *State) {
	s.situation = from.situation
	copy(s.Models[:], from.Models[:from.Game.Models])
	copy(s.tasks[:], from.tasks[:from.taskCount])
	copy(s.queue[:], from.queue[:from.queued])
	s.Log, s.Wardrobes = append(s.Log[:0], from.Log...), append(s.Wardrobes[:0], from.Wardrobes...)
}

// secret reports whether the answer that the state waits for is hidden from the
// other seats.
func (s *State) secret() bool {
	return s.Actor >= 0 && (s.Node == NodeScore || s.Node == NodeBid || s.Node == NodeBuy || s.Node == NodeFollowers)
}

// Ask makes the state wait for a decision about a model. The legal set must
// have been filled.
func (s *State) Ask(n Node, seat int, subject, other int8) {
	s.Node, s.Actor, s.Subject, s.Other = n, env.Player(seat), subject, model(other)
	s.Chances, s.Asker, s.Asked = 0, int8(seat), NoSkill
	if seat >= s.Game.Players {
		s.Actor = env.Chance
		s.Game.Scenario.Answer(s)
	}
}

// Chance makes the state wait for one of n outcomes.
func (s *State) Chance(n Node, outcomes int, subject int8) {
	s.Node, s.Actor, s.Subject, s.Other, s.Chances = n, env.Chance, model(subject), Nobody, int16(outcomes)
	s.Asked = NoSkill
}

// Owner returns the seat that commands a model.
func (s *State) Owner(m int8) int { return int(s.Models[m].Seat) }

// Enemies returns the models in play of the other sides.
func (s *State) Enemies(seat int) ModelSet { return s.InPlay &^ s.Allied(seat) }

// Is reports whether a model has a flag.
func (s *State) Is(m int8, flag uint16) bool { return s.Models[m].Flags&flag != 0 }

// Set gives a model a flag.
func (s *State) Set(m int8, flag uint16) { s.Models[m].Flags |= flag }

// Clear takes a flag from a model.
func (s *State) Clear(m int8, flag uint16) { s.Models[m].Flags &^= flag }
