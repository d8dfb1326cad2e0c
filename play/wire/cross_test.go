package wire_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/cover"
	"ringer/play/wire"
)

// setup holds the keys with which a program asks for its episodes.
type setup struct {
	game      string
	agents    []string // by seat, empty for the program; nil: none
	opponents []string
	seat      int // -1: drawn
	decisions int
	steps     int
	skip      bool
	tells     bool // an omniscient process
}

// keys returns the setup as keys of a request.
func (s *setup) keys() string {
	quoted := func(names []string) string { return `["` + strings.Join(names, `","`) + `"]` }
	text := fmt.Sprintf(`,"max_decisions":%d,"max_steps":%d,"skip_forced":%v`, s.decisions, s.steps, s.skip)
	if s.agents != nil {
		text += `,"agents":` + quoted(s.agents)
	}
	if s.opponents != nil {
		text += fmt.Sprintf(`,"opponents":%s,"seat":%d`, quoted(s.opponents), s.seat)
	}
	return text
}

// shown is a decision of the program, as it is to see it.
type shown struct {
	seat        int
	observation []float32
	legal       []env.Action
	action      env.Action // that the test takes
	joint       []float32  // what each seat sees then
}

// episode is an episode, played in the plainest way.
type episode struct {
	number    uint64
	shown     []shown
	returns   []float32
	truncated bool
	decisions int
	last      []float32 // what the program's seat that acted last sees at the end
	final     []float32 // what each seat sees there
}

// reference plays episodes by hand: one state, and the documented streams.
type reference struct {
	setup
	config wire.Config
	seated map[string]agents.Agent
}

func newReference(t testing.TB, s setup) *reference {
	r := &reference{setup: s, config: config(t, s.game), seated: map[string]agents.Agent{}}
	r.config.Omniscient = s.tells
	for _, name := range append(slices.Clone(s.agents), s.opponents...) {
		if name != "" {
			agent, err := r.config.Agent(name)
			require.NoError(t, err)
			r.seated[name] = agent
		}
	}
	return r
}

// names returns who sits where in an episode.
func (r *reference) names(seed, table, number uint64) []string {
	players := r.config.Game.Spec().Players
	switch {
	case r.agents != nil:
		return r.agents
	case r.opponents == nil:
		return make([]string, players)
	}
	seat := r.seat
	if seat < 0 {
		seat = env.Stream(seed, "wire/seat", table, number).IntN(players)
	}
	names, rest := make([]string, players), r.opponents
	for p := range names {
		if p == seat {
			continue
		}
		names[p] = rest[0]
		if len(rest) > 1 {
			rest = rest[1:]
		}
	}
	return names
}

// play plays the episode of a seed at a table, or the next one in which the program has a
// decision.
func (r *reference) play(t testing.TB, seed, table, number uint64) *episode {
	for range 1000 {
		if e := r.one(t, seed, table, number); len(e.shown) > 0 {
			return e
		}
		number++
	}
	require.Fail(t, "the program never decides")
	return nil
}

func (r *reference) one(t testing.TB, seed, table, number uint64) *episode {
	game := r.config.Game
	spec := game.Spec()
	e := &episode{number: number, returns: make([]float32, spec.Players)}
	names, viewer := r.names(seed, table, number), agents.NewViewer(game)
	viewer.Begin(env.StreamSeed(seed, "wire/decision", table, number))
	chance := env.Stream(seed, "episode", table, number)
	s := game.NewInitialState()
	mine := 0
	for ; ; e.decisions++ {
		for s.CurrentPlayer() == env.Chance {
			require.NoError(t, s.Apply(env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), chance)))
		}
		seat := s.CurrentPlayer()
		if seat == env.Terminal || r.decisions > 0 && e.decisions == r.decisions {
			e.truncated = seat != env.Terminal
			break
		}
		legal := s.LegalActions(nil)
		a := legal[0]
		switch {
		case names[seat] == "" && !(r.skip && len(legal) == 1 && e.decisions > 0):
			if r.steps > 0 && len(e.shown) == r.steps {
				e.truncated = true
			} else {
				a = legal[env.Stream(9, "test/choice", table, number, uint64(e.decisions)).IntN(len(legal))]
				e.shown = append(e.shown, shown{int(seat), observed(spec, s, seat), legal, a, r.all(s, names)})
				mine = int(seat)
			}
		case names[seat] != "" && len(legal) > 1:
			views := []agents.View{viewer.View(s, env.Stream(seed, "wire/decision", table, number, uint64(e.decisions)))}
			decisions, err := agents.Ask(t.Context(), r.seated[names[seat]], views)
			require.NoError(t, err)
			a = agents.Sample(decisions[0], legal, env.Stream(seed, "wire/action", table, number, uint64(e.decisions)))
		}
		if e.truncated {
			break
		}
		require.NoError(t, s.Apply(a))
	}
	if !e.truncated {
		returns := make([]float64, spec.Players)
		s.Returns(returns)
		for p, x := range returns {
			e.returns[p] = float32(x)
		}
	}
	e.last = observed(spec, s, env.Player(mine))
	e.final = r.all(s, names)
	return e
}

// all returns what all seats see, one after the other, with zeros for what the program may not know.
func (r *reference) all(s env.State, names []string) (all []float32) {
	spec := r.config.Game.Spec()
	for p := range spec.Players {
		if names[p] != "" && !r.tells {
			all = append(all, make([]float32, spec.ObservationSize())...)
		} else {
			all = append(all, observed(spec, s, env.Player(p))...)
		}
	}
	return all
}

func observed(spec *env.Spec, s env.State, p env.Player) []float32 {
	x := make([]float32, spec.ObservationSize())
	s.Observe(p, x)
	return x
}

// A single table, and a copy that goes on from its history, show the episodes of the
// reference, one after the other.
func (r *reference) crossTable(t *testing.T, seed uint64, episodes int, copies bool) {
	cl := dial(t, r.config)
	number := uint64(0)
	for range episodes {
		e := r.play(t, seed, 0, number)
		m := cl.good(`{"op":"reset","seed":%d,"episode":%d%s}`, seed, number, r.keys())
		for i, s := range e.shown {
			if copies && i == len(e.shown)/2 {
				var history []string
				for _, a := range actions(cl.good(`{"op":"look","history":true}`)["actions"]) {
					history = append(history, strconv.Itoa(int(a)))
				}
				copied := cl.good(`{"op":"reset","seed":%d,"episode":%d,"actions":[%s]%s}`, seed, e.number, strings.Join(history, ","), r.keys())
				require.Equal(t, m, copied, "a copy stands where its original does")
			}
			require.Equal(t, false, m["over"])
			require.Nil(t, m["truncated"])
			require.EqualValues(t, s.seat, m["seat"])
			require.Equal(t, s.observation, floats(m["observation"]))
			require.Equal(t, s.legal, actions(m["legal"]))
			m = cl.good(`{"op":"step","action":%d}`, s.action)
		}
		require.Nil(t, m["seat"])
		require.Equal(t, !e.truncated, m["over"])
		require.Equal(t, e.truncated, m["truncated"] == true)
		require.Equal(t, e.returns, floats(m["returns"]))
		require.EqualValues(t, e.decisions, m["decisions"])
		if e.number > 0 {
			require.EqualValues(t, e.number, m["episode"])
		}
		require.Contains(t, cl.ask(`{"op":"step","action":%d}`, e.shown[0].action)["error"], "the episode is over")
		number = e.number + 1
	}
}

// place is where a table of a vector stands in the episodes of the reference.
type place struct {
	seed, table uint64
	episode     *episode
	next        int // decision of it that is due; past the last one: the table is finished
}

// A vector shows at each table the episodes of the reference, whatever happens at others,
// and ends and starts them as its mode says.
func (r *reference) crossVector(t *testing.T, mode string, workers, steps int, list, copies bool, seed uint64) {
	const tables = 5
	keys := fmt.Sprintf(`,"final":true,"joint":true,"autoreset":%q,"workers":%d%s`, mode, workers, r.keys())
	v := shareOf(t, r.config, keys)
	places := make([]place, tables)
	if list {
		v.good(`{"op":"vector_reset","seeds":[%d,3,2,1,0]}`, seed)
		for i := range places {
			places[i] = place{seed: []uint64{seed, 3, 2, 1, 0}[i]}
		}
	} else {
		v.good(`{"op":"vector_reset","seed":%d}`, seed)
		for i := range places {
			places[i] = place{seed: seed, table: uint64(i)}
		}
	}
	begin := func(i int, number uint64) {
		p := &places[i]
		p.episode, p.next = r.play(t, p.seed, p.table, number), 0
	}
	for i := range places {
		begin(i, 0)
	}
	rng := env.Stream(seed, "test/cross")
	for step := range steps {
		r.holds(t, v, places)
		if copies && step%15 == 7 {
			saved, err := json.Marshal(v.good(`{"op":"vector_save"}`)["tables"])
			require.NoError(t, err)
			v = shareOf(t, r.config, keys)
			require.Equal(t, "done", v.good(`{"op":"vector_load","tables":%s}`, saved)["type"])
			r.holds(t, v, places)
		}
		given := make([]env.Action, tables)
		ended := make([]bool, tables)
		var paid []float32
		for i := range places {
			p := &places[i]
			rewards := make([]float32, len(p.episode.returns))
			switch idle := rng.IntN(8) == 0; {
			case p.next == len(p.episode.shown) && mode == "next-step":
				given[i] = env.Action(rng.IntN(3) - 1) // whatever
				begin(i, p.episode.number+1)
			case p.next == len(p.episode.shown) || idle:
				given[i] = -1
			default:
				given[i] = p.episode.shown[p.next].action
				p.next++
				if ended[i] = p.next == len(p.episode.shown); ended[i] {
					rewards = p.episode.returns
				}
			}
			paid = append(paid, rewards...)
		}
		require.Equal(t, "done", v.act(given)["type"])
		require.Equal(t, paid, v.float32s("rewards"))
		terminated, truncated, lengths, final := v.bools("terminated"), v.bools("truncated"), v.int32s("length"), v.float32s("final_observation")
		for i := range places {
			e := places[i].episode
			require.Equal(t, ended[i] && !e.truncated, terminated[i])
			require.Equal(t, ended[i] && e.truncated, truncated[i])
			if !ended[i] {
				continue
			}
			require.EqualValues(t, e.decisions, lengths[i])
			size := len(final) / tables
			require.Equal(t, e.final, final[i*size:(i+1)*size], "every seat's last observation")
			if mode == "same-step" {
				begin(i, e.number+1)
			}
		}
		if mode == "disabled" && rng.IntN(3) == 0 {
			r.holds(t, v, places)
			reset(t, v, places, rng, begin)
		}
	}
}

// reset starts the next episodes at finished tables, and now and then at one that is not.
func reset(t *testing.T, v *sharedVector, places []place, rng *rand.Rand, begin func(int, uint64)) {
	var only []string
	for i, p := range places {
		if p.next == len(p.episode.shown) || rng.IntN(8) == 0 {
			only = append(only, strconv.Itoa(i))
			begin(i, p.episode.number+1)
		}
	}
	require.Equal(t, "done", v.good(`{"op":"vector_reset","only":[%s]}`, strings.Join(only, ","))["type"])
}

// holds compares what a vector shows with the places of its tables.
func (r *reference) holds(t *testing.T, v *sharedVector, places []place) {
	observation, current, mask := v.float32s("observation"), v.bytes("current"), v.bools("mask")
	counts, legal := v.int32s("legal_count"), v.int32s("legal")
	size, n := len(observation)/len(places), len(mask)/len(places)
	joint := v.float32s("joint_observation")
	for i, p := range places {
		together := joint[i*len(joint)/len(places):][:len(joint)/len(places)]
		row := observation[i*size : (i+1)*size]
		listed := legal[i*n : i*n+int(counts[i])]
		if p.next == len(p.episode.shown) {
			require.EqualValues(t, env.Terminal, int8(current[i]), "table %d waits", i)
			require.NotContains(t, mask[i*n:(i+1)*n], true)
			require.Equal(t, p.episode.last, row, "table %d, at its end", i)
			require.Equal(t, p.episode.final, together, "table %d, at its end", i)
			require.Empty(t, listed)
			continue
		}
		s := p.episode.shown[p.next]
		require.EqualValues(t, s.seat, int8(current[i]), "table %d", i)
		require.Equal(t, s.observation, row, "table %d", i)
		require.Equal(t, s.joint, together, "table %d", i)
		got := []env.Action{}
		for a, ok := range mask[i*n : (i+1)*n] {
			if ok {
				got = append(got, env.Action(a))
			}
		}
		require.Equal(t, s.legal, got)
		for k, a := range listed {
			require.EqualValues(t, s.legal[k], a)
		}
		if r.opponents != nil {
			require.EqualValues(t, s.seat, int8(v.bytes("own")[i]))
		}
	}
}

// Every face of the protocol plays the same episodes for the same seed, whoever sits at the
// table, whatever cuts an episode off, and however the next one begins.
func TestCrossFaces(t *testing.T) {
	axes := []cover.Axis{
		{Name: "game", Values: []string{"leduc", "kuhn(players=3)", "goofspiel(players=3,cards=4)", "tictactoe", "liarsdice", "heat(players=3)"}},
		{Name: "face", Values: []string{"table", "vector", "vector of 3 workers"}},
		{Name: "autoreset", Values: []string{"same-step", "next-step", "disabled"}},
		{Name: "seats", Values: []string{"all", "first", "last", "drawn", "agents"}},
		{Name: "opponents", Values: []string{"random", "greedy", "several", "a mixture"}},
		{Name: "limit", Values: []string{"none", "1 decision", "5 decisions", "5 decisions", "1 step", "2 steps"}},
		{Name: "skipping", Values: []string{"no", "yes"}},
		{Name: "seeds", Values: []string{"one", "a list"}},
		{Name: "copies", Values: []string{"no", "yes"}},
		{Name: "omniscient", Values: []string{"no", "yes"}},
	}
	decides := func(c cover.Case) bool { return c[3] != 2 || c[5] != 1 } // the last seat, in an episode of one decision, does not
	cover.Run(t, axes, 1, decides, func(t *testing.T, pick func(string) string) {
		s := setup{game: pick("game"), skip: pick("skipping") == "yes", tells: pick("omniscient") == "yes"}
		players := games.MustNew(s.game).Spec().Players
		names := map[string][]string{"random": {"random"}, "greedy": {"greedy"}, "several": {"greedy", "random"}, "a mixture": {"mixture(x.yaml)"}}[pick("opponents")]
		names = names[:min(len(names), players-1)]
		switch pick("seats") {
		case "first":
			s.opponents = names
		case "last":
			s.opponents, s.seat = names, players-1
		case "drawn":
			s.opponents, s.seat = names, -1
		case "agents": // two seats of the program where there are three
			s.agents = make([]string, players)
			s.agents[1] = names[0]
		}
		if limit := pick("limit"); limit != "none" {
			n, err := strconv.Atoi(limit[:1])
			require.NoError(t, err)
			if strings.Contains(limit, "decision") {
				s.decisions = n
			} else {
				s.steps = n
			}
		}
		r := newReference(t, s)
		steps := 60
		if cover.All() {
			steps = 300
		}
		if face := pick("face"); face == "table" {
			r.crossTable(t, 7, steps/10, pick("copies") == "yes")
		} else {
			workers := 1
			if face != "vector" {
				workers = 3
			}
			r.crossVector(t, pick("autoreset"), workers, steps, pick("seeds") == "a list", pick("copies") == "yes", 7)
		}
	})
}

// A program that never gets a decision is told so: neither face looks for one for ever.
func TestAProgramWithoutADecision(t *testing.T) {
	cl := dial(t, config(t, "leduc"))
	const want = "table 0: 1000 episodes in a row ended before a decision of your own"
	require.Contains(t, cl.ask(`{"op":"reset","seed":1,"agents":["random",""],"max_decisions":1}`)["error"], want)
	require.Contains(t, cl.ask(`{"op":"look"}`)["error"], "want a table that reset or clone has made")
	for _, mode := range []string{"same-step", "next-step", "disabled"} {
		v := share(t, "leduc", fmt.Sprintf(`,"autoreset":%q,"agents":["random",""],"max_decisions":1`, mode))
		require.Contains(t, v.ask(`{"op":"vector_reset","seed":1}`)["error"], want)
		require.Contains(t, v.ask(`{"op":"vector_step"}`)["error"], "want vector_reset before")
	}
}
