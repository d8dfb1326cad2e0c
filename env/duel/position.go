package duel

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// Position is a table to start from instead of the corners: what a puzzle, a
// test or a lesson needs. Terrain and options are those of the game that it is
// laid out in. As YAML it reads
//
//	about: the gunman steps into the open
//	act: A
//	models:
//	  - {model: A, at: [3, 3]}
//	  - {model: B, at: [9, 9], status: prone, hits: 1}
//	treasure: [6, 6]
//	dice: ["2 3", "1 2"]
//
// Models are called A1, A2, B1 …, or A, B when every player has one.
type Position struct {
	About    string    `json:"about,omitempty" yaml:"about"`
	Round    int       `json:"round,omitempty" yaml:"round"` // 0: 2, after the placement
	Order    []int     `json:"order,omitempty" yaml:"order"` // seats in order of Initiative; empty: from the one to act
	Act      string    `json:"act" yaml:"act"`               // the model whose activation begins
	Models   []Placed  `json:"models" yaml:"models"`         // those left out are removed
	Treasure []float64 `json:"treasure,omitempty" yaml:"treasure"`
	Carrier  string    `json:"carrier,omitempty" yaml:"carrier"`

	// Of scenarios, by side: side 0 is that of seat 0.
	Flags    []FlagAt `json:"flags,omitempty" yaml:"flags"`       // left out: at home
	Hill     *int     `json:"hill,omitempty" yaml:"hill"`         // the side that holds it; left out: nobody
	Points   []int    `json:"points,omitempty" yaml:"points"`     // Victory Points
	Counters []string `json:"counters,omitempty" yaml:"counters"` // from the corner of side 0: neutral, or a side's number

	BossToughness *int        `json:"boss_toughness,omitempty" yaml:"boss_toughness"` // of a boss fight; left out: unhurt
	Mobs          []MobAt     `json:"mobs,omitempty" yaml:"mobs"`                     // of a city brawl
	Lights        [][]float64 `json:"lights,omitempty" yaml:"lights"`                 // of a night raid; left out: the map's

	Dice []string `json:"dice,omitempty" yaml:"dice"` // of the next rolls, in order; what follows is chance

	game *Game // where it is to be laid out, for Validate
}

// Validate reports every fault as env.Faults. It panics on a position that was
// not made by Game.NewPosition: State tests any.
func (p *Position) Validate() error {
	if p.game == nil {
		panic("duel: Validate of a position that belongs to no game")
	}
	_, err := p.game.State(*p)
	return err
}

// Placed is one model of a Position.
type Placed struct {
	Model   string     `json:"model" yaml:"model"`
	At      [2]float64 `json:"at,omitempty" yaml:"at"`         // inches from the southwest corner
	Status  string     `json:"status,omitempty" yaml:"status"` // waiting, standing, prone, removed; empty: standing
	Hits    int        `json:"hits,omitempty" yaml:"hits"`
	Facing  string     `json:"facing,omitempty" yaml:"facing"` // of a shield: east, northeast …
	Jammed  bool       `json:"jammed,omitempty" yaml:"jammed"`
	Acted   bool       `json:"acted,omitempty" yaml:"acted"`
	Engaged bool       `json:"engaged,omitempty" yaml:"engaged"` // in a Duel in this round
	Upgrade string     `json:"upgrade,omitempty" yaml:"upgrade"` // armour, mirage, scope
	Bid     int        `json:"bid,omitempty" yaml:"bid"`

	// Where Heroes are played. A model without kind, feats and traits is what its
	// warband says.
	Kind      string            `json:"kind,omitempty" yaml:"kind"` // hero; ganger, rookie, animal
	Feats     []string          `json:"feats,omitempty" yaml:"feats"`
	Traits    map[string]int    `json:"traits,omitempty" yaml:"traits"`
	Shapes    []Shape           `json:"shapes,omitempty" yaml:"shapes"`       // of a shapeshifter, besides its own; the mark shape says which it has, from 1
	Marker    []float64         `json:"marker,omitempty" yaml:"marker"`       // of a shapeshifter with the mark shifting shape: where the next one is to stand
	Toughness *int              `json:"toughness,omitempty" yaml:"toughness"` // empty: unhurt
	Marks     map[string]int    `json:"marks,omitempty" yaml:"marks"`         // guard, mark, eviscerate …: see Fighter.Marks
	Bonds     map[string]string `json:"bonds,omitempty" yaml:"bonds"`         // bodyguard, grudge, prey, yang: a model
}

// model finds a model by its name; nobody when there is none.
func (g *Game) modelNamed(name string) int8 {
	for m := range int8(g.models) {
		if g.modelName(m) == name {
			return m
		}
	}
	return nobody
}

// NewPosition implements env.Positioner.
func (g *Game) NewPosition() any { return &Position{game: g} }

// FromPosition implements env.Positioner: the same game, with the same spec, that
// begins at a *Position. Its dice fall as it says; no agent sees them before.
func (g *Game) FromPosition(position any) (env.Game, error) {
	p, ok := position.(*Position)
	if !ok {
		panic(fmt.Sprintf("duel: a position of type %T", position))
	}
	s, err := g.State(*p)
	if err != nil {
		return nil, err
	}
	at := *g
	at.first = *s
	at.first.game = &at
	for _, d := range p.Dice {
		faces, err := parseDice(d)
		if err != nil {
			panic("duel: " + err.Error()) // State has read them
		}
		at.first.coming = append(at.first.coming, rolled(faces))
	}
	return &at, nil
}

// State lays a position out. Its error is env.Faults, with everything that is
// wrong with it. The next question is what the model to act does. Its dice are
// left to whoever drives the state: see Throw.
func (g *Game) State(p Position) (*State, error) {
	var f env.Faults
	s := g.first.Clone().(*State)
	s.empty(g)
	s.round = 2
	if p.Round != 0 {
		if s.round = uint16(p.Round); p.Round < 1 || p.Round > g.config.Rounds {
			f.Add("round", p.Round, "a number from 1 to %d", g.config.Rounds)
		}
	}
	for i := range p.Models {
		s.lay(&p.Models[i], at("models", i), &f)
	}
	for seat := range g.seats {
		switch {
		case seat >= g.players:
			s.corner[seat] = automatonCorners[seat-g.players]
		case g.camps == 2:
			s.corner[seat] = 2 * g.side[seat]
		default:
			s.corner[seat] = int8(seat)
		}
	}
	s.layRules(p, &f)
	for seat := range maxSeats {
		s.lost[seat] = seat >= g.seats || !s.anyFielded(seat)
	}
	m := g.modelNamed(p.Act)
	if m == nobody || s.models[m].status != standing {
		f.Add("act", p.Act, "a standing model")
	}
	for i, d := range p.Dice {
		if _, err := parseDice(d); err != nil {
			f.Add(at("dice", i), d, "up to %d faces from 1 to 6, such as \"2 3\"", maxDice)
		}
	}
	if len(f) > 0 {
		return nil, f.Err()
	}
	if g.config.Upgrades {
		for i, q := range g.upgradeSpots {
			s.tokens[i] = token{at: q}
		}
	}
	s.layOrder(p.Order, s.owner(m))
	s.push(taskRound, nobody, 0, 0).step = 1
	s.push(taskTurns, nobody, 1%int(s.seated), 0)
	s.push(taskActivate, m, 0, 0)
	s.run()
	return s, nil
}

// anyFielded says whether a seat has a model that is not out of the game.
func (s *State) anyFielded(seat int) bool {
	for rest := s.own[seat]; rest != 0; rest &= rest - 1 {
		if s.models[first(rest)].status != gone {
			return true
		}
	}
	return false
}

// lay puts one model on the table.
func (s *State) lay(p *Placed, path string, f *env.Faults) {
	g := s.game
	m := g.modelNamed(p.Model)
	if m == nobody || s.models[m].status != gone {
		f.Add(path+".model", p.Model, "a model of this game, once")
		return
	}
	x := &s.models[m]
	if g.config.Heroes {
		s.layHero(m, p, path, f)
	} else if p.heroic() {
		f.Add(path, p.Model, "heroes on, for a kind, feats, traits, toughness, marks or bonds")
	}
	switch p.Status {
	case "", "standing":
		x.status = standing
	case "prone":
		x.status = prone
	case "waiting":
		x.status = waiting
		return
	case "removed":
		return
	default:
		f.Add(path+".status", p.Status, "waiting, standing, prone or removed")
	}
	q, ok := g.pointAt(p.At)
	if !ok || !s.free(m, q) {
		f.Add(path+".at", p.At, "a free point of the lattice where a fighter can stand")
		return
	}
	x.at = q
	s.inPlay |= bit(m)
	if x.hits = uint8(p.Hits); p.Hits < 0 || p.Hits >= int(s.hitsOf(m)) || p.Hits > 0 && x.status != prone {
		f.Add(path+".hits", p.Hits, "0, or 1 of a prone model")
	}
	if p.Jammed {
		x.flags |= flagJammed
	}
	if p.Acted {
		x.flags |= flagActed
	}
	if p.Engaged {
		x.flags |= flagEngaged
	}
	if x.bid = uint8(p.Bid); p.Bid < 0 || p.Bid > scores {
		f.Add(path+".bid", p.Bid, "a number from 0 to %d", scores)
	}
	if p.Facing != "" {
		for d, name := range directionNames {
			if name == p.Facing {
				x.facing = int8(d)
			}
		}
		if x.facing < 0 {
			f.Add(path+".facing", p.Facing, "one of %s", joined(directionNames[:]))
		}
	}
	for u := armour; u <= scope; u++ {
		if p.Upgrade == upgradeNames[u] {
			x.upgrade = uint8(u)
		}
	}
	if p.Upgrade != "" && x.upgrade == 0 {
		f.Add(path+".upgrade", p.Upgrade, "armour, mirage or scope")
	}
}

// layRules lets the rules lay out their parts of a position; what none of them
// takes is a fault.
func (s *State) layRules(p Position, f *env.Faults) {
	for _, lay := range s.game.hooks.lay {
		lay(s, &p, f)
	}
	for _, part := range []struct {
		path string
		left bool
	}{
		{"treasure", len(p.Treasure) > 0},
		{"carrier", p.Carrier != ""},
		{"flags", len(p.Flags) > 0},
		{"hill", p.Hill != nil},
		{"points", len(p.Points) > 0},
		{"counters", len(p.Counters) > 0},
		{"lights", len(p.Lights) > 0},
		{"mobs", len(p.Mobs) > 0},
		{"boss_toughness", p.BossToughness != nil},
	} {
		if part.left {
			f.Add(part.path, "given", "nothing: the game has none")
		}
	}
}

// layAt is the point of the lattice that a part of a position names.
func (g *Game) layAt(at []float64, path string, f *env.Faults) space.Point {
	if len(at) == 2 {
		if q, ok := g.pointAt([2]float64{at[0], at[1]}); ok {
			return q
		}
	}
	f.Add(path, at, "a point of the lattice")
	return space.Nowhere
}

// layBearer is the standing model that a part of a position names.
func (s *State) layBearer(name, path string, f *env.Faults) int8 {
	m := s.game.modelNamed(name)
	if m == nobody || s.models[m].status != standing {
		f.Add(path, name, "a standing model")
		return nobody
	}
	return m
}

// layOrder sets the order of Initiative.
func (s *State) layOrder(given []int, from int) {
	n := s.game.turns
	for i := range n {
		seat := (from + i) % n
		if i < len(given) {
			seat = given[i]
		}
		if s.alive(seat) {
			s.order[s.seated] = int8(seat)
			s.seated++
		}
	}
}

// pointAt finds the point of the lattice at a place in inches.
func (g *Game) pointAt(at [2]float64) (space.Point, bool) {
	x, y := at[0]/g.step.Inches(), at[1]/g.step.Inches()
	p := space.Point{X: int8(x), Y: int8(y)}
	if x < 0 || y < 0 || x > 127 || y > 127 || float64(p.X) != x || float64(p.Y) != y || !g.scene.Holds(p) {
		return space.Nowhere, false
	}
	return p, true
}

// parseDice reads faces, such as "2 3".
func parseDice(text string) ([]uint8, error) {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > maxDice {
		return nil, fmt.Errorf("%d dice", len(words))
	}
	faces := make([]uint8, len(words))
	for i, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > 6 {
			return nil, fmt.Errorf("%q is no face", w)
		}
		faces[i] = uint8(n)
		for j := i; j > 0 && faces[j-1] > faces[j]; j-- {
			faces[j-1], faces[j] = faces[j], faces[j-1]
		}
	}
	return faces, nil
}

// Throw is the outcome of the state's chance node that shows the faces of a line
// of Position.Dice.
func (s *State) Throw(dice string) (env.Action, error) {
	faces, err := parseDice(dice)
	if err != nil {
		return 0, fmt.Errorf("duel: dice %q: %w", dice, err)
	}
	switch {
	case s.node == chanceDice && len(faces) == int(s.chances):
		a, _ := findThrow(faces)
		return a, nil
	case s.node == chanceSeatDie && len(faces) == 1:
		return env.Action(faces[0]) - 1, nil
	}
	return 0, fmt.Errorf("duel: dice %q, but the state waits for %s (%d)", dice, s.asks(), s.chances)
}
