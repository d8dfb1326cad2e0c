package duel

import (
	"encoding/json"
	"errors"
	"fmt"

	"ringer/env"
	"ringer/env/duel/space"
)

// Game is one configuration of DUEL. It implements env.Game.
type Game struct {
	spec   *env.Spec
	config Config
	scene  *space.Scene
	hooks  hooks
	rules  []*rule

	scenario                 *scenario
	players, perSeat, models int
	seats                    int // of players and automata
	turns                    int // of seats, in the order of Initiative
	troop                    int // models of each automaton's seat
	camps                    int // corners that seats start in
	sides                    int // of the seats: each alone, or teams
	side                     [maxSeats]int8
	teamed                   bool       // some seats are on one side
	heroes                   int        // of a seat
	kits                     []build    // what models carry, by model.kit
	widest                   space.Base // of a model
	narrow                   bool       // the table has no room for the scenario's largest base
	all                      modelSet

	// Of heroes: what is in the game, and under what the machinery asks for it.
	inGame skillSet
	gifts  []skillID

	mostShapes      int // further ones, of a Hero
	giftedShapes    int // by one_up
	giftedFollowers int // X that it gives

	usable, specials, conversions, redirects, interrupters, lenders, designators []skillID

	step          space.Length
	columns, rows int // points of the lattice
	corners       [corners]space.Point
	fixedCorners  bool
	upgradeSpots  [maxUpgrades]space.Point
	ranges        [twoHanded + 1]float64

	bidding, bidPerModel bool

	radius      space.Length // of the block of destinations
	duelFrom    float64
	pathMatters bool   // something on the way may interrupt a Move
	lasers      uint64 // pieces
	water       uint64 // pieces
	sights      *sightTable
	pieces      []piece
	asking      [nodeDecisions]int // of the observation, by decision
	mobRadius   space.Length
	column      [thingKinds]int     // of the observation, by kind of thing
	moreThings  bool                // than the core game has
	grounds     [space.Bases]ground // of automata
	homelands   []homeland          // terrain that Heroes are native to
	raised      uint8               // kit of models raised from the dead

	actions actions
	maxSet  int // largest id of a chance outcome that is listed as a set
	layout  layout
	first   State
}

// ErrNoBoard says that a configuration names a map that nobody has read.
var ErrNoBoard = errors.New("duel: the configuration has no board")

// New builds a game, or returns the faults of the configuration as env.Faults.
func New(c Config) (*Game, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.Board == nil {
		return nil, ErrNoBoard
	}
	if c.Rounds == 0 {
		c.Rounds = c.ownRounds()
	}
	g := &Game{
		scenario: c.scenario(), config: c, players: c.Players, perSeat: c.slots(), widest: space.Normal,
		bidding: c.BidInitiative != BidOff, bidPerModel: c.BidInitiative == BidModel,
		step: space.Inches(c.Board.Step), ranges: [twoHanded + 1]float64{0, c.ThrownRange, c.OneHandedRange, c.TwoHandedRange},
	}
	g.seatAutomata()
	if c.Heroes {
		g.heroes, g.gifts = c.ModelsPerPlayer, c.gifts()
		g.mostShapes, g.giftedShapes, g.giftedFollowers = c.mostShapes(), c.given(traitShapeshifter), c.giftedFollowers()
	}
	g.outfit()
	g.all = 1<<uint(g.models) - 1
	g.takeSides()
	g.hooks.add(g.scenario.rule)
	for _, x := range ruleTable {
		if x.on(&c) {
			g.hooks.add(x.rule)
			g.rules = append(g.rules, x.rule)
		}
	}
	for _, x := range addOnTable {
		if c.plays(x.name) {
			g.hooks.add(&x.rule)
			g.rules = append(g.rules, &x.rule)
		}
	}
	g.duelFrom = c.DuelFrom
	if c.Heroes {
		g.inGame = c.everySkill()
	}
	if err := g.fitAddOns(); err != nil {
		return nil, err
	}
	scene, err := g.prepareTable()
	if err != nil {
		return nil, prefixed("board", err)
	}
	g.scene = scene
	if c.Heroes {
		g.equip()
	}
	g.mobRadius = space.Inches(c.MobRadius)
	g.columns, g.rows = scene.Size()
	for i := range g.corners {
		g.corners[i] = scene.Corner(i)
	}
	g.fixedCorners = c.Board.Symmetry == space.SymmetryQuarter || c.Board.Symmetry == space.SymmetryHalf && g.camps == 2
	g.findUpgradeSpots()
	if c.interactive(Laser) {
		g.lasers = scene.KindSet(space.Laser)
	}
	if c.interactive(Water) {
		g.water = scene.KindSet(space.Water)
	}
	g.pathMatters = c.Upgrades || g.lasers != 0 || len(g.hooks.passed) > 0
	g.sights = newSightTable(scene)
	if g.seats > g.players {
		for _, base := range g.bases() {
			g.grounds[base] = newGround(scene, base)
		}
	}
	g.readPieces()
	g.layActions()
	if g.actions.size > maxActions {
		var f env.Faults
		f.Add("placement", g.actions.size, "at most %d actions: a smaller area, or relative placement", maxActions)
		return nil, f.Err()
	}
	g.maxSet = max(g.models, squares*squares)
	g.spec = g.newSpec()
	g.begin()
	return g, nil
}

// avoided are the kinds of terrain that paths go around (DUEL-24).
func (g *Game) avoided() (kinds []space.Kind) {
	if g.config.interactive(Water) {
		kinds = append(kinds, space.Water)
	}
	if g.config.interactive(Laser) {
		kinds = append(kinds, space.Laser)
	}
	return kinds
}

// prepareTable makes the map ready for the models of the game. Where it is too
// narrow for a large base, nobody can choose to be large (DUEL-119); a warband that
// is given must fit.
func (g *Game) prepareTable() (*space.Scene, error) {
	bases := g.bases()
	g.widest = bases[len(bases)-1]
	g.radius = space.Inches(g.largestOffset())
	scene, err := space.NewScene(*g.config.Board, space.Options{
		Radius: g.radius, Bases: bases, Avoid: g.avoided(), Climbing: g.config.Climbing,
	})
	if err != nil && g.inGame.has(featLarge) && g.config.Warband != WarbandGiven {
		g.inGame &^= 1 << featLarge
		return g.prepareTable()
	}
	if err != nil && g.scenario.bases != nil && !g.narrow {
		g.narrow = true
		return g.prepareTable()
	}
	return scene, err
}

// bases are the sizes of models in the game, ascending.
func (g *Game) bases() []space.Base {
	if all := g.scenario.bases; all != nil {
		if g.narrow {
			return all[:len(all)-1]
		}
		return all
	}
	if !g.config.Heroes {
		return []space.Base{space.Normal}
	}
	list := []space.Base{space.Small, space.Normal}
	if g.inGame.has(featLarge) {
		list = append(list, space.Large)
	}
	return list
}

// begin makes the state that every episode starts from.
func (g *Game) begin() {
	s := &g.first
	s.empty(g)
	for m := range g.models {
		s.models[m].status = waiting
		s.models[m].flags |= flagRested
	}
	if g.scenario.enlist != nil {
		g.scenario.enlist(s)
	}
	if g.config.Heroes {
		s.enlist()
		if g.config.Warband == WarbandGiven {
			s.arm()
			s.muster()
		}
	}
	for seat := range s.lost {
		s.lost[seat] = seat >= g.seats
	}
	s.push(taskSetup, nobody, 0, 0)
	if deal := g.scenario.corners; deal != nil {
		deal(s)
	} else {
		s.push(taskCorners, nobody, 0, 0)
	}
	if g.config.Heroes {
		s.push(taskDesignate, nobody, 0, 0)
		if g.drafts() > 0 {
			s.push(taskDraft, nobody, 0, 0)
		}
	}
	s.run()
}

// empty makes a state of a table without models.
func (s *State) empty(g *Game) {
	log := s.log[:0]
	*s = State{game: g, carrier: nobody, treasure: g.scene.Objective(), answer: absent, hill: nobody, blame: nobody, log: log}
	if n := g.shapely(); n > 0 {
		s.wardrobes = make([]wardrobe, n)
	}
	s.duel.by, s.act.m = nobody, nobody
	for side := range s.flags {
		s.flags[side].carrier = nobody
	}
	for m := range s.models {
		s.models[m] = model{at: space.Nowhere, facing: -1, piece: -1, status: gone, base: space.Normal, valour: noValour()}
		if m < g.models {
			seat := g.seatOf(int8(m))
			s.models[m].seat = int8(seat)
			s.own[seat] |= bit(int8(m))
			if !g.config.Heroes {
				s.models[m].kit = uint8(m)
			}
		}
	}
	if g.scenario.enlist != nil {
		g.scenario.enlist(s)
	}
}

// Spec implements env.Game.
func (g *Game) Spec() *env.Spec { return g.spec }

// NewInitialState implements env.Game.
func (g *Game) NewInitialState() env.State {
	s := g.first.Clone().(*State)
	log := make([]entry, len(s.log), 256)
	copy(log, s.log)
	s.log = log
	return s
}

// Config is the configuration that the game was built with; it must not be
// written to.
func (g *Game) Config() Config { return g.config }

// Scene is the table that the game is played on.
func (g *Game) Scene() *space.Scene { return g.scene }

// Rules names the optional rules that are on, in the order in which they hook
// the turn.
func (g *Game) Rules() (names []string) {
	for _, r := range g.rules {
		names = append(names, r.name)
	}
	return names
}

// newSpec describes the game. The block names and their order are part of what
// a trained network means: C-5.
func (g *Game) newSpec() *env.Spec {
	c := &g.config
	configuration, err := json.Marshal(c.canonical())
	if err != nil {
		panic("duel: " + err.Error())
	}
	decisions, chances := g.bounds()
	spec := &env.Spec{
		Name: "duel", Title: "DUEL", Version: Version,
		Players: g.players, MinPlayers: MinPlayers, MaxPlayers: MaxPlayers,
		Actions:           g.actions.blocks,
		MaxChanceOutcomes: g.maxChance(),
		MaxGameLength:     decisions,
		MaxChanceNodes:    chances,
		Observation:       g.observed(),
		Utility:           env.ZeroSum,
		MinUtility:        -1 / float64(max(1, g.sides-1)),
		MaxUtility:        1,
		Parameters:        c.Parameters(),
		Configuration:     configuration,
	}
	if g.scenario.lost {
		spec.Utility, spec.MinUtility = env.GeneralSum, -1
	}
	if g.teamed {
		spec.Utility = env.TeamSum
		for _, side := range g.side[:g.players] {
			spec.Teams = append(spec.Teams, int(side))
		}
	}
	return spec.Seal()
}

// maxChance is the largest number of outcomes of a chance node.
func (g *Game) maxChance() int {
	most := g.config.Dice + 1
	for _, n := range []int{len(throws(min(most, maxDice))), len(throws(recoverDice)), factorial(g.turns), len(threeCorners), g.models} {
		most = max(most, n)
	}
	if g.config.Heroes {
		most = max(most, len(throws(maxDice)), int(skillIDs))
	}
	if g.config.SpawnPoints || g.config.PlaceRandomly || len(g.config.AddOns) > 0 {
		most = max(most, squares*squares)
	}
	if g.config.plays(AddOnCityBrawl) {
		most = max(most, len(throws(maxDice)), factorial(space.MaxMobs))
	}
	if g.seats > g.players || g.drafts() > 0 && g.config.Warband == WarbandRandom { // what automata, or chance for a Hero, choose among
		most = max(most, int(g.actions.size))
	}
	return most
}

// bounds are generous bounds on the decisions and chance nodes of an episode.
func (g *Game) bounds() (decisions, chances int) {
	n, k, rounds := g.seats, g.models, g.config.Rounds
	others := k // in a Duel, the initiator included
	duels := 3  // of one activation
	perDuel := others*3 + 8
	activation := 12 + duels*perDuel
	decisions = n + rounds*(k*activation+n+k)
	rolls := others*8 + 4
	chances = 2*n + maxSpawns + maxLights + 2 + rounds*(2*n+3*k+k*(duels*rolls+12))
	if g.seats > g.players {
		chances += decisions
	}
	if g.config.Heroes { // further Duels, activations, questions, and the draft
		draft := g.drafts() * (g.config.ResourcePoints*(1+g.mostShapes) + 1)
		decisions, chances = 4*decisions+draft+k*len(g.designators), 4*chances+draft
	}
	return decisions, chances
}

// prefixed puts a path in front of the paths of faults.
func prefixed(path string, err error) error {
	var list env.Faults
	if !errors.As(err, &list) {
		return fmt.Errorf("%s: %w", path, err)
	}
	var f env.Faults
	for _, e := range list {
		var one *env.Fault
		if errors.As(e, &one) {
			f = append(f, &env.Fault{Path: path + "." + one.Path, Value: one.Value, Want: one.Want})
			continue
		}
		f = append(f, e)
	}
	return f.Err()
}
