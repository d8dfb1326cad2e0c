package duel

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// NewPosition implements env.Positioner.
func (g *Game) NewPosition() any { return turn.NewPosition(g) }

// FromPosition implements env.Positioner: it returns the same game, with the same
// spec, starting at a *Position. The first dice fall as the position says; no
// agent sees them before.
func (g *Game) FromPosition(position any) (env.Game, error) {
	p, ok := position.(*Position)
	if !ok {
		panic(fmt.Sprintf("duel: a position of type %T", position))
	}
	s, err := g.State(*p)
	if err != nil {
		return nil, err
	}
	at := &Game{t: g.t, spec: g.spec, observer: g.observer, first: s.t}
	for _, d := range p.Dice {
		faces, err := parseDice(d)
		if err != nil {
			panic("duel: " + err.Error()) // State has read them
		}
		at.first.Coming = append(at.first.Coming, turn.Rolled(faces))
	}
	return at, nil
}

// Check reports every fault of a position as env.Faults.
func (g *Game) Check(p *Position) error {
	_, err := g.State(*p)
	return err
}

// State returns the state of a position, or all its faults as env.Faults. The next
// question is the action of the model to act. The caller plays the position's
// dice: see Throw.
func (g *Game) State(p Position) (*State, error) {
	var f env.Faults
	state := g.start(0)
	s := &state.t
	s.Empty(g.t)
	s.Round = 2
	if p.Round != 0 {
		if s.Round = uint16(p.Round); p.Round < 1 || p.Round > g.t.Config.Rounds {
			f.Add("round", p.Round, "a number from 1 to %d", g.t.Config.Rounds)
		}
	}
	options.LayTerrain(s, &p, &f)
	for i := range p.Models {
		lay(s, &g.first, &p.Models[i], config.Item("models", i), &f)
	}
	for seat := range g.t.Seats {
		switch {
		case seat >= g.t.Players:
			s.Corner[seat] = turn.AutomatonCorners[seat-g.t.Players]
		case g.t.Camps == 2:
			s.Corner[seat] = 2 * g.t.Side[seat]
		default:
			s.Corner[seat] = int8(seat)
		}
	}
	layRules(s, p, &f)
	for seat := range turn.MaxSeats {
		s.Lost[seat] = seat >= g.t.Seats || !anyFielded(s, seat)
	}
	m := g.t.ModelNamed(p.Act)
	if m == turn.Nobody || s.Models[m].Status != turn.Standing {
		f.Add("act", p.Act, "a standing model")
	}
	for i, d := range p.Dice {
		if _, err := parseDice(d); err != nil {
			f.Add(config.Item("dice", i), d, "up to %d faces from 1 to 6, such as \"2 3\"", turn.MaxDice)
		}
	}
	layOrder(s, p.Order, m, &f)
	if len(f) > 0 {
		return nil, f.Err()
	}
	layBids(s)
	s.Push(turn.TaskRound, turn.Nobody).Step = turn.RoundEnds
	s.Push(turn.TaskTurns, turn.Nobody).Next = int16(1 % int(s.Seated))
	s.Push(turn.TaskActivate, m)
	s.Run()
	return state, nil
}

// anyFielded reports whether a seat has a model that is not out of the game.
func anyFielded(s *turn.State, seat int) bool {
	for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
		if s.Models[rest.First()].Status != turn.Gone {
			return true
		}
	}
	return false
}

// lay puts one model of a position on the table.
func lay(s *turn.State, start *turn.State, p *turn.Placed, path string, f *env.Faults) {
	g := s.Game
	m := g.ModelNamed(p.Model)
	if m == turn.Nobody || s.Models[m].Status != turn.Gone {
		f.Add(path+".model", p.Model, "a model of this game, once")
		return
	}
	x := &s.Models[m]
	if g.Config.Heroes {
		layHero(s, start, m, p, path, f)
	} else if heroic(p) {
		f.Add(path, p.Model, "heroes on, for a kind, feats, traits, toughness, marks or bonds")
	}
	if x.Bid = uint8(p.Bid); p.Bid < 0 || p.Bid > turn.Scores {
		f.Add(path+".bid", p.Bid, "a number from 0 to %d", turn.Scores)
	}
	switch p.Status {
	case "", "standing":
		x.Status = turn.Standing
	case "prone":
		x.Status = turn.Prone
	case "waiting":
		x.Status = turn.Waiting
		return
	case "removed":
		return
	default:
		f.Add(path+".status", p.Status, "waiting, standing, prone or removed")
	}
	q, ok := g.PointAt(p.At)
	if !ok || !s.Free(m, q) {
		f.Add(path+".at", p.At, "a free point of the lattice where a fighter can stand")
		return
	}
	x.At = q
	s.InPlay |= turn.Bit(m)
	if x.Hits = uint8(p.Hits); p.Hits < 0 || p.Hits >= int(s.HitsOf(m)) || p.Hits > 0 && x.Status != turn.Prone {
		f.Add(path+".hits", p.Hits, "0, or 1 of a prone model")
	}
	if p.Jammed {
		x.Flags |= turn.FlagJammed
	}
	if p.Acted {
		x.Flags |= turn.FlagActed
	}
	if p.Engaged {
		x.Flags |= turn.FlagEngaged
	}
	if p.Facing != "" {
		for d, name := range turn.DirectionNames {
			if name == p.Facing {
				x.Facing = int8(d)
			}
		}
		if x.Facing < 0 {
			f.Add(path+".facing", p.Facing, "one of %s", strings.Join(turn.DirectionNames[:], ", "))
		}
	}
	for u := turn.Armour; u <= turn.Scope; u++ {
		if p.Upgrade == turn.UpgradeNames[u] {
			x.Upgrade = uint8(u)
		}
	}
	if p.Upgrade != "" && x.Upgrade == 0 {
		f.Add(path+".upgrade", p.Upgrade, "armour, mirage or scope")
	}
}

// layRules lets the rules lay out their parts of a position; a part that no rule
// takes is a fault.
func layRules(s *turn.State, p turn.Position, f *env.Faults) {
	for _, lay := range s.Game.Hooks.Lay {
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

// layOrder sets the order of Initiative: the seats given, then the others from the seat of
// a model on.
func layOrder(s *turn.State, given []int, from int8, f *env.Faults) {
	n := s.Game.Turns
	var named [turn.MaxSeats]bool
	put := func(seat int) {
		if named[seat] = true; s.Alive(seat) {
			s.Order[s.Seated] = int8(seat)
			s.Seated++
		}
	}
	for i, seat := range given {
		if seat < 0 || seat >= n || named[seat] {
			f.Add(config.Item("order", i), seat, "a seat from 0 to %d, once", n-1)
			continue
		}
		put(seat)
	}
	if from == turn.Nobody {
		return
	}
	for i := range n {
		if seat := (s.Owner(from) + i) % n; !named[seat] {
			put(seat)
		}
	}
}

// layBids gives all models of a seat the bid of one of them, where a bid is a player's: a
// seat without any has bid 1 (DUEL-41).
func layBids(s *turn.State) {
	g := s.Game
	if !g.Bidding || g.BidPerModel {
		return
	}
	for seat := range g.Turns {
		bid, first := uint8(0), g.FirstOf(seat)
		for m := first; m < first+int8(g.Fields(seat)); m++ {
			bid = max(bid, s.Models[m].Bid)
		}
		for m := first; m < first+int8(g.Fields(seat)); m++ {
			s.Models[m].Bid = max(bid, 1)
		}
	}
}

// parseDice reads faces, such as "2 3".
func parseDice(text string) ([]uint8, error) {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > turn.MaxDice {
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

// Throw returns the outcome of the state's chance node that shows the faces of a line
// of Position.Dice.
func (s *State) Throw(dice string) (env.Action, error) {
	faces, err := parseDice(dice)
	if err != nil {
		return 0, fmt.Errorf("duel: dice %q: %w", dice, err)
	}
	switch {
	case s.t.Node == turn.ChanceDice && len(faces) == int(s.t.Chances):
		a, _ := turn.FindThrow(faces)
		return a, nil
	case s.t.Node == turn.ChanceSeatDie && len(faces) == 1:
		return env.Action(faces[0]) - 1, nil
	}
	return 0, fmt.Errorf("duel: dice %q, but the state waits for %s (%d)", dice, s.asks(), s.t.Chances)
}

// heroic reports whether a model of a position sets a field that only Heroes and
// followers have.
func heroic(p *turn.Placed) bool {
	return p.Kind != "" || len(p.Feats)+len(p.Traits)+len(p.Shapes)+len(p.Marker)+len(p.Marks)+len(p.Bonds) > 0 || p.Toughness != nil
}

// layHero sets the kind, feats, traits and shapes of a model of a position, in
// games with Heroes.
func layHero(s *turn.State, start *turn.State, m int8, p *turn.Placed, path string, f *env.Faults) {
	g, x := s.Game, &s.Models[m]
	if p.Kind+strings.Join(p.Feats, ", ") == "" && len(p.Traits) == 0 && start.Models[m].Kind != turn.Fighter {
		first := &start.Models[m]
		x.Kind, x.Base, x.Kit, x.Valour = first.Kind, first.Base, first.Kit, first.Valour
		x.Flags |= first.Flags & turn.FlagFrail
		for id := range s.Bearers {
			s.Bearers[id] |= start.Bearers[id] & turn.Bit(m)
		}
		if heroes.Further(s, m) > 0 {
			*s.WardrobeOf(m) = *start.WardrobeOf(m)
		}
	} else {
		layKind(s, m, p, path, f)
		for i, name := range p.Feats {
			laySkill(s, m, name, 1, config.Item(path+".feats", i), f)
		}
		for _, name := range slices.Sorted(maps.Keys(p.Traits)) {
			laySkill(s, m, name, p.Traits[name], path+".traits."+name, f)
		}
		heroes.Prepare(s, m, false)
		layShapes(s, m, p, path, f)
	}
	layWorn(s, m, p, path, f)
	if p.Toughness != nil {
		if x.Toughness = uint8(*p.Toughness); *p.Toughness < 0 || *p.Toughness > 20 {
			f.Add(path+".toughness", *p.Toughness, "a number from 0 to 20")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Marks)) {
		n := p.Marks[name]
		i := slices.Index(turn.MarkNames[:], name)
		if i < 0 || n < 0 || n > 60 {
			f.Add(path+".marks."+name, n, "a number for one of %s", strings.Join(turn.MarkNames[:], ", "))
			continue
		}
		if x.Marks[i] = uint8(n); turn.Mark(i) == turn.MarkShift && (n > 1+heroes.Further(s, m) || n == int(x.Marks[turn.MarkShape])) {
			f.Add(path+".marks."+name, n, "the number of another shape")
		}
	}
	if (len(p.Marker) > 0) != (s.Mark(m, turn.MarkShift) > 0) {
		f.Add(path+".marker", p.Marker, "a point with the mark %s, none without", turn.MarkNames[turn.MarkShift])
	} else if len(p.Marker) > 0 {
		s.WardrobeOf(m).Shift.At = s.Game.LayAt(p.Marker, path+".marker", f)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Bonds)) {
		whom := p.Bonds[name]
		i, e := slices.Index(turn.BondNames[:], name), g.ModelNamed(whom)
		if i < 0 || e == turn.Nobody || e == m {
			f.Add(path+".bonds."+name, whom, "another model for one of %s", strings.Join(turn.BondNames[:], ", "))
			continue
		}
		x.Bonds[i] = e
	}
}

// layShapes sets the shapes of a Hero of a position, and its present one.
func layShapes(s *turn.State, m int8, p *turn.Placed, path string, f *env.Faults) {
	n := heroes.Further(s, m)
	if n > s.Game.MostShapes {
		f.Add(path+".traits."+turn.TraitShapeshifter.String(), n, "at most %d", s.Game.MostShapes)
		return
	}
	if len(p.Shapes) != n {
		f.Add(path+".shapes", len(p.Shapes), "%d: one for each time the Hero has %s", n, turn.TraitShapeshifter)
		return
	}
	if n == 0 {
		return
	}
	for i := range p.Shapes {
		x, where := &p.Shapes[i], config.Item(path+".shapes", i)
		for _, name := range append(slices.Sorted(maps.Keys(x.Traits)), x.Feats...) {
			if id, ok := turn.SkillNamed(name); !ok || !s.Game.InGame.Has(id) || id.OfHero() || id.Trait() != (x.Traits[name] > 0) {
				f.Add(where, name, "feats under feats and traits under traits, of this game, but for those that a Hero has whatever its shape")
				return
			}
		}
	}
	heroes.Furnish(s, m, p.Shapes)
	heroes.Stow(s, m)
}

// layWorn sets the present shape of a Hero of a position, by its mark.
func layWorn(s *turn.State, m int8, p *turn.Placed, path string, f *env.Faults) {
	n := heroes.Further(s, m)
	if n == 0 {
		return
	}
	switch k := p.Marks[turn.MarkNames[turn.MarkShape]]; {
	case k < 0 || k > 1+n:
		f.Add(path+".marks."+turn.MarkNames[turn.MarkShape], k, "the number of a shape, from 1")
	case k > 1:
		heroes.Wear(s, m, k-1)
	}
}

// layKind makes a model of a position a Hero or a follower of its seat's first.
func layKind(s *turn.State, m int8, p *turn.Placed, path string, f *env.Faults) {
	g := s.Game
	k := turn.Kind(max(0, slices.Index(turn.KindNames[:], p.Kind)))
	if p.Kind == "" {
		if k = turn.Ganger; g.IsHero(m) {
			k = turn.Hero
		}
	}
	if k == turn.Fighter || (k == turn.Hero) != g.IsHero(m) {
		f.Add(path+".kind", p.Kind, "hero for the first %d models of a seat, ganger, rookie or animal for the others", g.Heroes)
		return
	}
	leader := g.FirstOf(s.Owner(m))
	if k == turn.Hero {
		leader = m
	}
	s.Become(m, k, g.KitFor(leader, k))
	if k != turn.Hero {
		s.Models[m].Leader = leader
	}
	if k == turn.Animal && s.Game.InGame.Has(turn.FeatFast) {
		s.Give(m, turn.FeatFast)
	}
}

// mostTimes is how often a model of a position can have a trait.
const mostTimes = 20

func laySkill(s *turn.State, m int8, name string, times int, path string, f *env.Faults) {
	id, ok := turn.SkillNamed(name)
	if !ok || !s.Game.InGame.Has(id) || times < 1 {
		f.Add(path, name, "a feat or trait of this game: one of its warbands, or any with warband=draft or random")
		return
	}
	if times > mostTimes {
		f.Add(path, times, "at most %d", mostTimes)
		return
	}
	for range times {
		s.Give(m, id)
	}
}
