package duel

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/space"
)

// Limits of the fixed arrays of a State.
const (
	maxSeats     = MaxPlayers + 1 // and an automaton's
	maxFielded   = 6              // models, or Heroes, of a player
	maxPerSeat   = 13             // … and their followers (DUEL-111)
	maxModels    = MaxPlayers * maxPerSeat
	maxBidModels = 4 // DUEL-42
	maxActions   = 2048
	maxTasks     = 48
	maxUpgrades  = 4
	maxSpawns    = 6
	nobody       = int8(-1)
)

// A modelSet is a set of models, as bits.
type modelSet = uint64

// A node is what a state waits for.
type node uint8

const (
	nodeCorner    node = iota // a corner to start in
	nodeBid                   // an Initiative Score, in secret
	nodePick                  // a model to activate, or to duel with
	nodePlace                 // where a model comes into play
	nodeAct                   // an action; a destination stands for a Move
	nodeGo                    // the destination of a Move or of a leg of one
	nodeWeapon                // shoot, or fight hand to hand
	nodeInto                  // shoot into the melee of a model, or not
	nodeScore                 // a Duel Score, in secret
	nodeTarget                // whom to attack
	nodeReroll                // a die to roll again, or none
	nodeCover                 // a hit to roll again
	nodeAim                   // a change of the Duel Score
	nodeFace                  // a direction
	nodeSwap                  // whom to change places with
	nodeBuy                   // heroes: a feat or trait to buy, in secret
	nodeFollowers             // heroes: the kind of followers, in secret
	nodeSpecial               // heroes: a Special Attack, or none
	nodeConvert               // heroes: what an attack does instead of its hits
	nodeUse                   // heroes: whether to use a feat
	nodeWhom                  // heroes: whom a feat is about
	nodeWhere                 // heroes: where it takes effect
	nodeHow                   // heroes: how much, or which way
	nodeMobWay                // city brawl: which way a mob goes
	nodeMob                   // city brawl: whose disc to come back on
	nodeCrowd                 // city brawl: where to leave a mob, or to melt with it
	nodeAgainst               // city brawl: duel a mob, or not
	nodeAside                 // city brawl: where to stand that a mob has run over
	nodeDecisions             // the number of kinds of decisions; what follows is chance

	chanceMap     // which corners the seats start in
	chanceFirst   // the first player
	chanceSeatDie // a seat's Initiative die
	chanceTie     // the order of seats whose dice tie
	chanceDice    // dice thrown in a Duel, a recovery, a fall
	chanceMember  // who is hit by a shot into a melee
	chancePoint   // a square of the area
	chanceBuy     // what a random warband has
	chanceWay     // which way a mob goes
	chanceCrowd   // whom a mob loses
	nodeOver      // the game has ended
)

type status uint8

const (
	waiting status = iota // not yet in play: placed when it is activated
	standing
	prone
	gone    // removed for good
	away    // removed, to respawn
	mingled // part of a mob
	melted  // with a mob, to come back on one
)

// Flags of a model.
const (
	flagActed     uint16 = 1 << iota // activated in this round
	flagEngaged                      // engaged in a Duel in this round
	flagRested                       // not engaged in a Duel in the round before
	flagJammed                       // its ranged weapon is jammed
	flagOwesDuel                     // under bids: its Duel is still to come
	flagAimed                        // took aim in this activation
	flagRecovered                    // respawn: recovered outside the area
	flagClimbing                     // hangs on a piece of terrain
	flagFresh                        // respawn: came back in this round
	flagFrail                        // the first hit removes it, and it is never prone
)

// A model is a fighter in play or not.
type model struct {
	at      space.Point
	status  status
	hits    uint8
	facing  int8 // direction of a shield, 0 to 7; -1: none
	upgrade uint8
	flags   uint16
	climbed space.Length // up the piece that it climbs
	piece   int8         // the piece that it climbs
	out     uint16       // respawn: the round in which it was removed
	bid     uint8        // its Initiative Score under bids, 0: none yet
	seat    int8         // that commands it
	kit     uint8        // in Game.kits
	kind    kind
	base    space.Base
	valour  // of Heroes and followers
}

// State is one point of an episode. It implements env.State and all optional
// interfaces of package env that apply. All of it but the log and the wardrobes is
// copied by value.
type State struct {
	game *Game

	// what the state waits for
	node    node
	actor   env.Player
	asker   int8 // the seat that is asked, an automaton's too
	subject int8 // the model that the question is about
	other   int8 // the model that it concerns too
	origin  space.Point
	chances int16 // outcomes of the chance node, or dice of a roll
	answer  env.Action
	legal   [maxActions / 64]uint64

	tasks     [maxTasks]task
	taskCount uint8

	round  uint16
	order  [maxSeats]int8 // seats as they act
	seated uint8          // how many of order are set
	die    [maxSeats]uint8
	high   uint8 // seats that want a high one of several dice, as bits
	first  int8  // first player, under bids
	corner [maxSeats]int8

	models  [maxModels]model
	inPlay  modelSet           // standing or prone, in the area
	own     [maxSeats]modelSet // by the seat that commands them
	bearers [skillIDs]modelSet // by feat or trait

	carrier  int8 // who has the treasure
	treasure space.Point
	flags    [teams]flag            // capture_the_flag
	hill     int8                   // king_of_the_hill: the side that holds it; nobody
	points   [teams]uint8           // king_of_the_hill: Victory Points
	lights   [maxLights]space.Point // night_raid
	lit      uint8                  // how many of them there are
	counters [tugCounters]counter   // tug_of_war
	boss     boss                   // boss_fight
	street   street                 // city_brawl

	duel duel
	act  activation

	drafting bool // feats and traits are being chosen

	blame   int8    // whose attack is taking effect; nobody when none is
	asked   skillID // the feat or trait that the question is about
	queue   [maxTriggers]trigger
	queued  uint8
	refused modelSet // who has declined to interrupt the Move under way

	tokens  [maxUpgrades]token
	spawns  [maxSpawns]space.Point
	spawned uint8                  // how many of them are placed
	land    space.Field            // what has changed on the table
	damage  [space.MaxPieces]uint8 // dice that have hit fragile pieces

	builders [space.MaxAdded]int8 // by what has been put down: model that built it + 1

	lost       [maxSeats]bool // out of the game
	won        [maxSeats]bool
	wiped      uint8 // seats that went out with the newest removals, as bits
	capped     bool  // the round cap ended the game
	ended      bool  // somebody has won
	secrets    int32 // entries of the log before this one are known to all
	bidsHidden bool  // bids are being made
	log        []entry
	coming     []settled // the next rolls, of a position; shared, never written to
	wardrobes  []wardrobe

	// Memory to work in, not part of the state.
	scratch *finder
	path    []space.Point
}

// An entry is one applied action.
type entry struct {
	action env.Action
	actor  int8
	about  int8 // of a secret: the model it is for
	secret bool // hidden from the other seats until it is revealed
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	c.log = make([]entry, len(s.log), cap(s.log))
	copy(c.log, s.log)
	c.wardrobes = append([]wardrobe(nil), s.wardrobes...)
	c.scratch, c.path = nil, nil
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) {
	from := src.(*State)
	log, wardrobes, scratch, path := append(s.log[:0], from.log...), append(s.wardrobes[:0], from.wardrobes...), s.scratch, s.path
	*s = *from
	s.log, s.wardrobes, s.scratch, s.path = log, wardrobes, scratch, path
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if !s.isLegal(a) {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: s.asks()}
	}
	if _, ok := s.settled(); ok {
		s.coming = s.coming[1:]
	}
	s.log = append(s.log, entry{a, int8(s.actor), s.subject, s.secret()})
	s.answer = a
	s.run()
	return nil
}

// Returns implements env.State: C-3, where a team counts as one player.
func (s *State) Returns(dst []float64) {
	clear(dst)
	if s.node == nodeOver {
		s.share(dst)
	}
}

// secret says whether the answer that the state waits for is hidden from the
// other seats.
func (s *State) secret() bool {
	return s.actor >= 0 && (s.node == nodeScore || s.node == nodeBid || s.node == nodeBuy || s.node == nodeFollowers)
}

// ask makes the state wait for a decision about a model. The legal set must
// have been filled.
func (s *State) ask(n node, seat int, subject, other int8) {
	s.node, s.actor, s.subject, s.other = n, env.Player(seat), subject, other
	s.chances, s.asker, s.asked = 0, int8(seat), noSkill
	if seat >= s.game.players {
		s.actor = env.Chance
		s.game.scenario.answer(s)
	}
}

// chance makes the state wait for one of n outcomes.
func (s *State) chance(n node, outcomes int, subject int8) {
	s.node, s.actor, s.subject, s.other, s.chances = n, env.Chance, subject, nobody, int16(outcomes)
	s.asked = noSkill
}

// owner is the seat that commands a model.
func (s *State) owner(m int8) int { return int(s.models[m].seat) }

func has(set modelSet, m int8) bool { return set>>uint(m)&1 != 0 }

func bit(m int8) modelSet { return 1 << uint(m) }

func first(set modelSet) int8 { return int8(bits.TrailingZeros64(set)) }

func count(set modelSet) int { return bits.OnesCount64(set) }

// enemies are the models in play of the other sides.
func (s *State) enemies(seat int) modelSet { return s.inPlay &^ s.allied(seat) }

func (s *State) is(m int8, flag uint16) bool { return s.models[m].flags&flag != 0 }

func (s *State) set(m int8, flag uint16) { s.models[m].flags |= flag }

func (s *State) clear(m int8, flag uint16) { s.models[m].flags &^= flag }
