package casebook_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/internal/cover"
)

// frameMaps are tables that look the same from two or four corners.
var frameMaps = []string{"", "city", "canyon", "lagoon", "laboratory"}

// framed returns the game of a case.
func framed(t *testing.T, list []option, pick func(string) string, players int, placement string) *duel.Game {
	c := duel.Defaults()
	for _, o := range list {
		i, err := strconv.Atoi(pick(o.name))
		require.NoError(t, err)
		o.set[i](&c)
	}
	if players > 0 {
		c.Players, c.Placement = players, placement
	}
	settle(&c)
	for i := range c.Warbands { // a seat begins with what all others do
		c.Warbands[i] = c.Warbands[0]
	}
	switch m := pick("table"); m {
	case "":
		plains := space.Plains()
		plains.Step = 1
		c.Board = &plains
	default:
		c.Board = shipped("map=" + m + ",step=1")
	}
	g, err := duel.New(c)
	require.NoError(t, err)
	return g
}

func optionsAs(list []option) (axes []cover.Axis) {
	for _, o := range list {
		x := cover.Axis{Name: o.name}
		for i := range o.set {
			x.Values = append(x.Values, strconv.Itoa(i))
		}
		axes = append(axes, x)
	}
	return axes
}

// halfTurn turns the table by half.
var halfTurn = motion{
	"half turn",
	func(x, y, width, depth float64) (float64, float64) { return width - x, depth - y },
	func(i int) int { return (i + 4) % 8 },
	func(i int) int { return (i + 2) % 4 },
	func(i int) int { return (i + 2) % 4 },
}

// motionsTo returns what brings a corner to where the first one is.
func motionsTo(corner int) []motion {
	quarter := motions[1]
	return [][]motion{nil, {quarter, quarter, quarter}, {halfTurn}, {quarter}}[max(corner, 0)]
}

// turnedBy returns the image of an observation that brings a corner to where the first one is, by the names of columns.
func turnedBy(g *duel.Game, corner int, observation []float32) []float32 {
	for _, o := range motionsTo(corner) {
		observation = o.observation(g, g.Config().Board, observation)
	}
	return observation
}

// near reports whether two rows are equal, rounding aside.
func near(a, b []float32) bool {
	for k := range a {
		if d := a[k] - b[k]; d > 1e-5 || d < -1e-5 {
			return false
		}
	}
	return true
}

// seenAlike fails where two observations differ. Rows of sets may come in any order.
func seenAlike(t *testing.T, g *duel.Game, want, got []float32, about string) {
	t.Helper()
	at := 0
	for _, f := range g.Spec().Observation {
		w, o := want[at:at+f.Size()], got[at:at+f.Size()]
		at += f.Size()
		if f.Set && f.Name != "models" {
			left := slices.Collect(slices.Chunk(o, f.Shape[1]))
			for row := range slices.Chunk(w, f.Shape[1]) {
				i := slices.IndexFunc(left, func(x []float32) bool { return near(row, x) })
				if i < 0 {
					require.Failf(t, "other observations", "%s\nno row of %s is %v", about, f.Name, row)
				}
				left = slices.Delete(left, i, i+1)
			}
			continue
		}
		for k := range w {
			if !near(w[k:k+1], o[k:k+1]) {
				require.Failf(t, "other observations", "%s\n%s: %v and %v", about, elementOf(g.Spec(), at-f.Size()+k), w[k], o[k])
			}
		}
	}
}

// frameOf returns what a seat sees in its own frame, and the turn that leads there.
func frameOf(g *duel.Game, s env.State, p env.Player, dst []float32) *env.Turn {
	observation := make([]float32, len(dst))
	s.Observe(p, observation)
	return g.Spec().Frames.Observed(dst, observation)
}

// Under every pair of options, on maps that look the same from two or four corners, a seat sees in its own frame the table
// that the names of the columns give when they are turned, at every step of random games; its legal actions are turned with it.
func TestCrossFrames(t *testing.T) {
	turned := map[int]int{}
	list := slices.DeleteFunc(slices.Clone(options), func(o option) bool { return o.name == "place terrain" })
	cover.Run(t, append(optionsAs(list), cover.Axis{Name: "table", Values: frameMaps}), 1, nil, func(t *testing.T, pick func(string) string) {
		g := framed(t, list, pick, 0, "")
		spec := g.Spec()
		symmetry, n := g.Config().Board.Symmetry, spec.Players
		camps := n
		if x := g.Config().Scenario; x == duel.ScenarioHill || x == duel.ScenarioTugOfWar || x == duel.ScenarioFlags {
			camps = 2
		}
		alike := n > 1 && (symmetry == space.SymmetryQuarter || camps == 2)
		require.Equal(t, alike, spec.Frames != nil)
		if !alike {
			return
		}
		for _, turn := range spec.Frames.Turns {
			if turn != nil {
				checkTurn(t, g, turn)
			}
		}
		obs, own := make([]float32, spec.ObservationSize()), make([]float32, spec.ObservationSize())
		rng := env.Stream(1, "cross")
		s := g.NewInitialState()
		for step := 0; step < 400 && s.CurrentPlayer() != env.Terminal; step++ {
			if s.CurrentPlayer() == env.Chance {
				require.NoError(t, s.Apply(env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)))
				continue
			}
			legal := s.LegalActions(nil)
			for p := range env.Player(n) {
				corner := cornerOf(g, s.(*duel.State), int(p))
				s.Observe(p, obs)
				turn := spec.Frames.Observed(own, obs)
				require.Equal(t, corner > 0, turn != nil)
				want := turnedBy(g, max(corner, 0), obs)
				for k := range want {
					if d := want[k] - own[k]; d > 1e-5 || d < -1e-5 {
						require.Failf(t, "another image", "step %d, seat %d in corner %d, %s: %v and %v", step, p, corner, elementOf(spec, k), want[k], own[k])
					}
				}
				again := make([]float32, len(own))
				require.Nil(t, spec.Frames.Observed(again, own), "a seat in its own frame is in the first corner")
				turned[corner]++
				if p == s.CurrentPlayer() && turn != nil && g.Config().Placement == duel.PlacementRelative {
					for _, a := range legal {
						image := a
						for _, o := range motionsTo(corner) {
							image = o.action(g, image)
						}
						require.Equal(t, image, turn.Own[a], s.ActionString(a))
					}
				}
			}
			require.NoError(t, s.Apply(crossBiases["strolls"].choose(s.(*duel.State), legal, rng)))
		}
	})
	t.Logf("observations by corner: %v", turned)
	assert.NotZero(t, turned[2])
}

// cornerOf returns the number of a seat's corner; -1 before it has one.
func cornerOf(g *duel.Game, s *duel.State, seat int) int {
	for i := range 4 {
		if g.Scene().Corner(i) == s.Corner(seat) {
			return i
		}
	}
	return -1
}

// A game has frames where its corners are alike and known from the start.
func TestFramesNeedAlikeCorners(t *testing.T) {
	for game, want := range map[string]int{
		"duel": 1, "duel(file=skirmish)": 1, "duel(file=skirmish,step=0.5)": 1, "duel(players=4)": 3, "duel(players=3)": 3, "duel(players=4,scenario=king_of_the_hill,one_and_half_actions=true)": 1,
		"duel(map=canyon)": 1, "duel(map=canyon,players=3)": 0, "duel(map=city,players=4)": 3,
		"duel(map=scatter,map_seed=3)": 1, "duel(place_terrain=2)": 0, "duel(scenario=standoff)": 0, "duel(scenario=solitaire,players=1)": 0,
	} {
		g, err := gameOf(game)
		require.NoError(t, err)
		turns := 0
		if f := g.Spec().Frames; f != nil {
			for _, turn := range f.Turns {
				if turn != nil {
					turns++
				}
			}
		}
		assert.Equal(t, want, turns, game)
	}
}

// elementOf names an element of an observation.
func elementOf(spec *env.Spec, k int) string {
	for _, f := range spec.Observation {
		if k < f.Size() {
			name := f.Name
			if len(f.Columns) > 0 {
				name += ": " + f.Columns[k%len(f.Columns)].Name
			}
			return fmt.Sprintf("%s[%d]", name, k)
		}
		k -= f.Size()
	}
	return ""
}

// checkTurn looks whether a turn renames elements and actions, each within its field or block, two fields of one lattice
// apart.
func checkTurn(t *testing.T, g *duel.Game, turn *env.Turn) {
	spec := g.Spec()
	seen := make([]bool, len(turn.From))
	at := int32(0)
	for _, f := range spec.Observation {
		end := at + int32(f.Size())
		for i := at; i < end; i++ {
			require.False(t, seen[turn.From[i]], "element %d is taken twice", turn.From[i])
			seen[turn.From[i]] = true
			if f.Name != "column" && f.Name != "row" {
				require.True(t, turn.From[i] >= at && turn.From[i] < end, "%s takes an element of another field", f.Name)
			}
		}
		at = end
	}
	for a, own := range turn.Own {
		require.Equal(t, env.Action(a), turn.Table[own])
	}
	first := env.Action(0)
	for _, b := range spec.Actions {
		for i := range env.Action(b.Size()) {
			require.True(t, turn.Own[first+i] >= first && turn.Own[first+i] < first+env.Action(b.Size()), "%s turns into another block", b.Name)
		}
		first += env.Action(b.Size())
	}
}

// A choice of a seat, in its own frame.
type framedTurn struct {
	own    []float32
	legal  []env.Action
	action env.Action
}

// framedChoice returns what a seat that decides sees and may do in its own frame, and the turn.
func framedChoice(g *duel.Game, s env.State, p env.Player) (framedTurn, *env.Turn) {
	f := framedTurn{own: make([]float32, g.Spec().ObservationSize()), legal: s.LegalActions(nil)}
	turn := frameOf(g, s, p, f.own)
	if turn != nil {
		for i, a := range f.legal {
			f.legal[i] = turn.Own[a]
		}
		slices.Sort(f.legal)
	}
	return f, turn
}

// The same game, with every seat in the place of the next one and all actions named in frames of their own, goes on alike:
// each seat sees the same in its own frame, and may do the same, all along, and the returns move with the seats. So a
// network that plays in frames of its own plays all seats alike.
func TestCrossFramesOfSeats(t *testing.T) {
	decisions := 0
	axes := append(optionsAs(symmetric), cover.Axis{Name: "table", Values: frameMaps},
		cover.Axis{Name: "players", Values: []string{"2", "4"}}, cover.Axis{Name: "placement", Values: []string{duel.PlacementRelative, duel.PlacementAbsolute}},
		cover.Axis{Name: "scenario", Values: []string{"", duel.ScenarioHill}})
	cover.Run(t, axes, 1, nil, func(t *testing.T, pick func(string) string) {
		players, err := strconv.Atoi(pick("players"))
		require.NoError(t, err)
		scenario := option{"scenario", []func(c *duel.Config){func(c *duel.Config) {
			if x := pick("scenario"); x != "" {
				c.Scenario = x
			}
		}}}
		g := framed(t, append(slices.Clone(symmetric), scenario), func(axis string) string {
			if axis == "scenario" {
				return "0"
			}
			return pick(axis)
		}, players, pick("placement"))
		if g.Spec().Frames == nil {
			require.True(t, players == 4 && g.Config().Board.Symmetry == space.SymmetryHalf)
			return
		}
		for i := range uint64(2) {
			decisions += playTwins(t, g, 1, env.Stream(i, "cross"))
		}
	})
	t.Logf("%d decisions", decisions)
	assert.NotZero(t, decisions)
}

// playTwins plays a random game, and the same with every seat moved by some chairs; it returns the number of decisions.
func playTwins(t *testing.T, g *duel.Game, by int, rng env.Rand) (decisions int) {
	n := env.Player(g.Spec().Players)
	move := func(p env.Player, by int) env.Player {
		if p < 0 {
			return p
		}
		return (p + env.Player(by) + n) % n
	}
	keyOf := func(s env.State) env.Player {
		if p := s.CurrentPlayer(); p != env.Chance {
			return p
		}
		return n + 1 + s.(env.ChanceSeater).ChanceSeat()
	}
	turns := map[env.Player][]framedTurn{}
	s := g.NewInitialState()
	for s.CurrentPlayer() != env.Terminal {
		p, key := s.CurrentPlayer(), keyOf(s)
		if p == env.Chance {
			a := env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), rng)
			turns[key] = append(turns[key], framedTurn{action: s.(env.OutcomeRotator).RotatedOutcome(a, by)})
			require.NoError(t, s.Apply(a))
			continue
		}
		f, turn := framedChoice(g, s, p)
		a := crossBiases["brawls"].choose(s.(*duel.State), s.LegalActions(nil), rng)
		if f.action = a; turn != nil {
			f.action = turn.Own[a]
		}
		turns[p] = append(turns[p], f)
		require.NoError(t, s.Apply(a))
	}
	twin := g.NewInitialState()
	next := map[env.Player]int{}
	for twin.CurrentPlayer() != env.Terminal {
		p, from := twin.CurrentPlayer(), keyOf(twin)
		if p != env.Chance {
			from = move(p, -by)
		} else if seat := from - n - 1; seat >= 0 {
			from = n + 1 + move(seat, -by)
		}
		require.Less(t, next[from], len(turns[from]), "%s acts more often", from)
		was := turns[from][next[from]]
		next[from]++
		a := was.action
		if p != env.Chance {
			f, turn := framedChoice(g, twin, p)
			seenAlike(t, g, was.own, f.own, fmt.Sprintf("decision %d, seat %d in the place of seat %d\n%s", decisions, p, from, twin.(*duel.State).Text(p)))
			require.Equal(t, was.legal, f.legal)
			if turn != nil {
				a = turn.Table[a]
			}
			decisions++
		}
		require.NoError(t, twin.Apply(a))
	}
	returns, moved := make([]float64, n), make([]float64, n)
	s.Returns(returns)
	twin.Returns(moved)
	for p := range n {
		require.Equal(t, returns[p], moved[move(p, by)])
	}
	return decisions
}
