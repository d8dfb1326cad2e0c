package turn

import (
	"errors"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// Game is the engine's part of one configuration of DUEL.
type Game struct {
	Spec   *env.Spec
	Skills *SkillTable
	tasks  *Tasks
	Config config.Config
	Scene  *space.Scene
	Hooks  Hooks
	Rules  []*Rule

	Scenario                 *Scenario
	Players, PerSeat, Models int
	Seats                    int  // of players and automata
	Turns                    int  // of seats, in the order of Initiative
	troop                    int  // models of each automaton's seat
	doubles                  int8 // first of the automata that stand for models of players; 0: none do
	Camps                    int  // corners that seats start in
	Sides                    int  // of the seats: each alone, or teams
	Side                     [MaxSeats]int8
	Teamed                   bool           // some seats are on one side
	Heroes                   int            // of a seat
	Kits                     []config.Build // what models carry, by Model.Kit
	Widest                   space.Base     // of a model
	narrow                   bool           // the table has no room for the scenario's largest base
	All                      ModelSet

	// Of heroes: what is in the game, and under what the machinery asks for it.
	InGame SkillSet
	Gifts  []SkillID

	MostShapes      int // further ones, of a Hero
	GiftedShapes    int // by one_up
	GiftedFollowers int // X that it gives

	Usable, specials, conversions, redirects, interrupters, lenders, Designators []SkillID

	Step          space.Length
	Columns, Rows int // points of the lattice
	Corners       [Corners]space.Point
	fixedCorners  bool
	Yard          *space.Yard // where players put down terrain; nil: they do not
	UpgradeSpots  [MaxUpgrades]space.Point
	Ranges        [config.TwoHandedWeapon + 1]float64

	Bidding, BidPerModel bool

	radius      space.Length // of the block of destinations
	DuelFrom    float64
	pathMatters bool   // something on the way may interrupt a Move
	Lasers      uint64 // pieces
	Water       uint64 // pieces
	Sights      *space.Sights
	MobRadius   space.Length
	grounds     [space.Bases]ground // of automata
	Homelands   []Homeland          // terrain that Heroes are native to
	Raised      uint8               // kit of models raised from the dead

	numbers [config.NumberCount]float64
	bonuses []skillBonus
	prices  [SkillIDs]int16
	limits  [SkillIDs]int16

	Actions Actions
	maxSet  int // largest id of a chance outcome that is listed as a set
}

// avoided returns the kinds of terrain that paths go around (DUEL-24).
func (g *Game) avoided() (kinds []space.Kind) {
	if g.Config.Interactive(config.Water) {
		kinds = append(kinds, space.Water)
	}
	if g.Config.Interactive(config.Laser) {
		kinds = append(kinds, space.Laser)
	}
	return kinds
}

// prepareTable makes the map ready for the models of the game. Where it is too
// narrow for a large base, nobody can choose to be large (DUEL-119); a warband that
// is given must fit, and so must Heroes that are made large by one_up.
func (g *Game) prepareTable() (*space.Scene, error) {
	bases := g.bases()
	g.Widest = bases[len(bases)-1]
	g.radius = space.Inches(g.largestOffset())
	scene, err := space.SharedScene(*g.Config.Board, space.Options{
		Radius: g.radius, Bases: bases, Avoid: g.avoided(), Climbing: g.Config.Climbing,
	})
	if err != nil && g.InGame.Has(FeatLarge) && g.Config.Warband != config.WarbandGiven && !slices.Contains(g.Gifts, FeatLarge) {
		g.InGame &^= 1 << FeatLarge
		return g.prepareTable()
	}
	if err != nil && g.Scenario.Bases != nil && !g.narrow {
		g.narrow = true
		return g.prepareTable()
	}
	return scene, err
}

// bases returns the sizes of models in the game, ascending.
func (g *Game) bases() []space.Base {
	if all := g.Scenario.Bases; all != nil {
		if g.narrow {
			return all[:len(all)-1]
		}
		return all
	}
	if !g.Config.Heroes {
		return []space.Base{space.Normal}
	}
	list := []space.Base{space.Small, space.Normal}
	if g.InGame.Has(FeatLarge) {
		list = append(list, space.Large)
	}
	return list
}

// Begin makes the state that every episode starts from.
func (g *Game) Begin(s *State) {
	s.Empty(g)
	for m := range g.Models {
		s.Models[m].Status = Waiting
		s.Models[m].Flags |= FlagRested
	}
	if g.Scenario.Enlist != nil {
		g.Scenario.Enlist(s)
	}
	for _, f := range g.Hooks.Muster {
		f(s)
	}
	for seat := range s.Lost {
		s.Lost[seat] = seat >= g.Seats
	}
	s.Push(taskSetup, Nobody)
	if deal := g.Scenario.Corners; deal != nil {
		deal(s)
	} else {
		s.Push(taskCorners, Nobody)
	}
	for _, f := range g.Hooks.Opening {
		f(s)
	}
	s.Run()
}

// Empty makes a state of a table without models.
func (s *State) Empty(g *Game) {
	*s = State{Log: s.Log[:0]}
	s.situation = situation{Game: g, Carrier: Nobody, Treasure: g.Scene.Objective(), Answer: Absent, Hill: Nobody, Change: Change{By: Nobody}}
	if n := g.Shapely(); n > 0 {
		s.Wardrobes = make([]Wardrobe, n)
	}
	s.Duel.By, s.Act.M = Nobody, Nobody
	for side := range s.Flags {
		s.Flags[side].Carrier = Nobody
	}
	for seat := range g.Players {
		s.Corner[seat] = -1
	}
	for m := range s.Models {
		s.Models[m] = Model{At: space.Nowhere, Facing: -1, Piece: -1, Status: Gone, Base: space.Normal, Valour: NoValour()}
		if m < g.Models {
			seat := g.SeatOf(int8(m))
			s.Models[m].Seat = int8(seat)
			s.Own[seat] |= Bit(int8(m))
			if !g.Config.Heroes {
				s.Models[m].Kit = uint8(m)
			}
		}
	}
	if g.Scenario.Enlist != nil {
		g.Scenario.Enlist(s)
	}
}

// MaxChance returns the largest number of outcomes of a chance node.
func (g *Game) MaxChance() int {
	most := g.Config.Dice + 1
	for _, n := range []int{len(Throws(min(most, MaxDice))), len(Throws(RecoverDice)), Factorial(g.Turns), len(threeCorners), g.Models} {
		most = max(most, n)
	}
	if g.Config.Heroes {
		most = max(most, len(Throws(MaxDice)), int(SkillIDs))
	}
	if g.Config.SpawnPoints || g.Config.PlaceRandomly || len(g.Config.AddOns) > 0 {
		most = max(most, Squares*Squares)
	}
	if g.Config.Plays(config.AddOnCityBrawl) {
		most = max(most, len(Throws(MaxDice)), Factorial(space.MaxMobs))
	}
	if g.Seats > g.Players || g.Drafts() > 0 && g.Config.Warband == config.WarbandRandom { // what automata, or chance for a Hero, choose among
		most = max(most, int(g.Actions.Size))
	}
	return most
}

// A Book holds what a game is made of besides its configuration: what the wings
// provide for that configuration.
type Book struct {
	Scenario *Scenario
	Rules    []*Rule // the optional rules that are on, in the order in which they hook the turn
	AddOns   []*AddOn
	Skills   *SkillTable
	Tasks    *Tasks

	PerSeat int // the most models of a seat

	// Of heroes.
	InGame                                    SkillSet  // what somebody can have
	Gifts                                     []SkillID // what one_up gives
	MostShapes, GiftedShapes, GiftedFollowers int
}

// Whole returns a number that a designer can turn, which is no fraction.
func (g *Game) Whole(n config.Number) int { return int(g.numbers[n]) }

// Number returns a number that a designer can turn, a length in inches.
func (g *Game) Number(n config.Number) float64 { return g.numbers[n] }

// Price returns the points that a feat or trait costs.
func (g *Game) Price(id SkillID) int { return int(g.prices[id]) }

// Limit returns how often a Hero may buy a feat or trait.
func (g *Game) Limit(id SkillID) int { return int(g.limits[id]) }

// New builds the engine of a configuration that is valid.
func New(settings config.Config, b *Book) (*Game, error) {
	g := &Game{
		Scenario: b.Scenario, Config: settings, Players: settings.Players, PerSeat: b.PerSeat, Widest: space.Normal,
		Skills: b.Skills, tasks: b.Tasks, InGame: b.InGame, Gifts: b.Gifts,
		MostShapes: b.MostShapes, GiftedShapes: b.GiftedShapes, GiftedFollowers: b.GiftedFollowers,
		Bidding: settings.BidInitiative != config.BidOff, BidPerModel: settings.BidInitiative == config.BidModel, DuelFrom: settings.DuelFrom,
		Step: space.Inches(settings.Board.Step), Ranges: [config.TwoHandedWeapon + 1]float64{0, settings.ThrownRange, settings.OneHandedRange, settings.TwoHandedRange},
	}
	c := &g.Config
	for n := range g.numbers {
		g.numbers[n] = c.Number(config.Number(n))
	}
	g.seatAutomata()
	if c.Heroes {
		g.Heroes = c.ModelsPerPlayer
	}
	g.outfit()
	g.All = 1<<uint(g.Models) - 1
	g.takeSides()
	g.Hooks.add(g.Scenario.Rule.Hook)
	for _, r := range b.Rules {
		g.Hooks.add(r.Hook)
		g.Rules = append(g.Rules, r)
	}
	for _, x := range b.AddOns {
		g.Hooks.add(x.Rule.Hook)
		g.Rules = append(g.Rules, &x.Rule)
	}
	if err := g.fit(b.AddOns); err != nil {
		return nil, err
	}
	scene, err := g.prepareTable()
	if err != nil {
		return nil, prefixed("board", err)
	}
	g.Scene = scene
	if c.Heroes {
		g.equip()
	}
	g.MobRadius = space.Inches(c.MobRadius)
	g.Columns, g.Rows = scene.Size()
	for i := range g.Corners {
		g.Corners[i] = scene.Corner(i)
	}
	if c.PlaceTerrain > 0 {
		g.Yard = scene.NewYard()
	}
	g.fixedCorners = g.Yard == nil && (c.Board.Symmetry == space.SymmetryQuarter || c.Board.Symmetry == space.SymmetryHalf && g.Camps == 2)
	for _, r := range b.Rules {
		if r.Ready != nil {
			r.Ready(g)
		}
	}
	g.pathMatters = c.Upgrades || c.Climbing || c.Jump && c.Falling || g.Lasers != 0 || len(g.Hooks.Passed) > 0
	g.Sights = scene.Sights()
	if g.Seats > g.Players {
		for _, base := range g.bases() {
			g.grounds[base] = newGround(scene, base)
		}
	}
	g.layActions()
	if g.Actions.Size > maxActions {
		var f env.Faults
		f.Add("placement", g.Actions.Size, "at most %d actions: a smaller area, or relative placement", maxActions)
		return nil, f.Err()
	}
	g.maxSet = max(g.Models, Squares*Squares)
	return g, nil
}

// TurnsTo reports whether the corner with a number looks at the table as the first one does, once it is turned: seats
// that are alike start in such corners, and know from the start in which.
func (g *Game) TurnsTo(corner int) bool {
	switch {
	case !g.fixedCorners || g.Camps < 2 || corner == 0:
		return false
	case g.Config.Board.Symmetry == space.SymmetryHalf:
		return corner == 2
	}
	return g.Camps > 2 || corner == 2
}

// fit finds out whether add-ons have room on the table.
func (g *Game) fit(addOns []*AddOn) error {
	var f env.Faults
	for _, x := range addOns {
		if x.Fits != nil {
			x.Fits(g, &f)
		}
	}
	return f.Err()
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

// A Homeland is a kind of terrain that a Hero can be native to.
type Homeland struct {
	Name   string
	Pieces uint64
}

// A load counts what a round can bring at most, generously. Everything that can happen
// again in a round is bounded by a ruling, which is named here beside it.
type load struct {
	activations int // whole ones, also of models that a feat or trait has activated
	moves       int
	duels       int
	offers      int // to interrupt one Move
}

// Bounds returns generous bounds on the decisions and chance nodes of an episode.
func (g *Game) Bounds() (decisions, chances int) {
	n, k := g.Seats, g.Models
	x := load{activations: k, moves: 3 * k, duels: 3 * k}
	asked, rolls := 3*k+8, 8*k+4 // of a Duel
	if g.Config.Heroes {
		x = g.heroicLoad()
		asked, rolls = 14*k+40, 16*k+16
	}
	decisions = n + k + x.activations*12 + x.moves*(1+x.offers) + x.duels*asked
	chances = 2*n + 4*k + x.activations*6 + x.moves*6 + x.duels*rolls
	decisions *= g.Config.Rounds
	chances *= g.Config.Rounds
	decisions += n
	chances += 2*n + MaxSpawns + MaxLights + 2
	if g.Seats > g.Players {
		chances += decisions
	}
	decisions += g.Players * g.Config.PlaceTerrain
	if g.Config.Heroes {
		draft := g.Drafts() * (g.Config.ResourcePoints*(1+g.MostShapes) + 1)
		decisions += draft + 2*k + k*len(g.Designators)
		chances += draft
	}
	return decisions, chances
}

// heroicLoad counts what Heroes can make of a round.
func (g *Game) heroicLoad() (x load) {
	k := g.Models
	heroes := g.Heroes * g.Seats
	bearers := heroes // of feats
	if g.Config.OneUpFollowers {
		bearers = k
	}
	if g.Seats > g.Players {
		bearers = k
	}
	own, times := k, func(id SkillID, n int) int {
		if g.InGame.Has(id) {
			return n
		}
		return 0
	}
	most := g.Config.ResourcePoints + len(g.Gifts) // X of a trait
	x.activations = own +
		times(FeatZealous, bearers) + times(TraitAwesomeness, heroes*min(most, g.PerSeat)) + // DUEL-114
		times(FeatCoordinate, k) // DUEL-72
	x.activations += times(TraitRaiseDead, x.activations*min(2*most, k)) // DUEL-97
	struck := times(FeatXtraAttack, bearers*k)                           // DUEL-94
	fallen := k + times(TraitRaiseDead, k)
	x.moves = 3*x.activations +
		times(FeatTacticalMovement, bearers*(x.activations+k)) + // DUEL-115: and for the Duels that come later under bids
		times(FeatValorous, bearers) + times(FeatManhunt, bearers) + // DUEL-92, DUEL-87
		times(FeatDaemon, fallen) + // DUEL-68
		struck // a Move that was interrupted is planned anew
	x.duels = 3*x.activations + k + struck +
		times(FeatValorous, bearers) + times(FeatManhunt, bearers) + times(FeatDaemon, fallen)
	for _, id := range g.interrupters { // DUEL-116
		inches := int(g.radius/space.Inch) + 1
		x.offers += times(id, bearers*inches)
	}
	return x
}
