package train_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
)

// toy is a game in which seats move in turn, each as often as the rule wants. All that a
// seat sees is how many moves were made.
type toy struct {
	spec *env.Spec
	rule func(moves []env.Action) (returns []float64, over bool)

	legal func(moves []env.Action) (first, last env.Action) // nil: all actions
}

func newToy(players, actions, length int, rule func([]env.Action) ([]float64, bool)) *toy {
	return &toy{rule: rule, spec: (&env.Spec{
		Name: "toy", Title: "Toy", Version: 1, Players: players, MinPlayers: players, MaxPlayers: players,
		Actions: []env.Block{{Name: "move", Shape: []int{actions}}}, MaxGameLength: length,
		Observation: []env.Field{{Name: "moves", Shape: []int{1}, Max: float32(length)}},
		Utility:     env.ZeroSum, MinUtility: -1, MaxUtility: 1,
	}).Seal()}
}

func (g *toy) Spec() *env.Spec            { return g.spec }
func (g *toy) NewInitialState() env.State { return &toyState{game: g} }

type toyState struct {
	game  *toy
	moves []env.Action
}

func (s *toyState) CurrentPlayer() env.Player {
	if _, over := s.game.rule(s.moves); over {
		return env.Terminal
	}
	return env.Player(len(s.moves) % s.game.spec.Players)
}

func (s *toyState) LegalActions(dst []env.Action) []env.Action {
	if s.CurrentPlayer() == env.Terminal {
		return dst
	}
	first, last := env.Action(0), env.Action(s.game.spec.NumActions()-1)
	if s.game.legal != nil {
		first, last = s.game.legal(s.moves)
	}
	for a := first; a <= last; a++ {
		dst = append(dst, a)
	}
	return dst
}

func (s *toyState) Apply(a env.Action) error {
	s.moves = append(s.moves, a)
	return nil
}

func (s *toyState) Observe(_ env.Player, dst []float32) { dst[0] = float32(len(s.moves)) }

func (s *toyState) Returns(dst []float64) {
	clear(dst)
	returns, _ := s.game.rule(s.moves)
	copy(dst, returns)
}

func (s *toyState) Clone() env.State {
	return &toyState{s.game, slices.Clone(s.moves)}
}

func (s *toyState) ActionString(a env.Action) string { return fmt.Sprint(a) }
func (s *toyState) String() string                   { return fmt.Sprint(s.moves) }

// stones is rock, paper, scissors of two seats in secret.
func stones() *toy {
	return newToy(2, 3, 2, func(moves []env.Action) ([]float64, bool) {
		if len(moves) < 2 {
			return nil, false
		}
		lead := []float64{0, 1, -1}[(moves[0]-moves[1]+3)%3]
		return []float64{lead, -lead}, true
	})
}

// puppet is an algorithm that the test gives a policy for each iteration,
// whatever there is to learn.
type puppet struct {
	iteration int
	policy    func(iteration int) []float64 // probabilities of the actions
	metrics   []train.Metric
}

func (p *puppet) Update(context.Context, *train.Batch, float64, env.Rand) ([]train.Metric, error) {
	p.iteration++
	return p.metrics, nil
}

func (p *puppet) Weights(dst *models.Weights) {
	clear(dst.Flat)
	for _, t := range dst.NamedTensors() {
		if strings.Contains(t.Name, "policy") && strings.Contains(t.Name, "bias") {
			for a, x := range p.policy(p.iteration) {
				t.Data[a] = float32(math.Log(max(x, 1e-9)))
			}
		}
	}
}

func (p *puppet) State() []models.Tensor                         { return nil }
func (p *puppet) Restore(*models.Weights, []models.Tensor) error { return nil }

// always is an agent that always plays the same.
type always env.Action

func (a always) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		out[i].Probs = make([]float32, len(v.Legal))
		out[i].Probs[a] = 1
	}
	return out, nil
}

// patient returns a run of a toy game that plays about this many decisions an iteration.
func patient(batch, iterations int) train.Config {
	cfg := train.Defaults()
	cfg.Game = "toy"
	cfg.Decisions = batch * iterations
	cfg.Collect = train.CollectConfig{Batch: batch, Tables: 20, Groups: 1}
	cfg.Network.Hidden = []int{4}
	cfg.Opponents.PastShare = 0.5
	cfg.Opponents.SnapshotEvery, cfg.Opponents.Pool = 5, 20
	cfg.Evaluation = train.EvaluationConfig{}
	cfg.EMA = 0
	return cfg
}

// heard trains and returns the texts of all alarms by name. The result counts the same.
func heard(t *testing.T, game env.Game, cfg train.Config, algorithm func(*models.Weights) (train.Algorithm, error), agent agents.Agent) map[string][]string {
	t.Helper()
	alarms := map[string][]string{}
	iterations := map[string]map[int]bool{} // by name and subject
	result, err := train.Run(t.Context(), cfg, train.Options{
		Game: game, Algorithm: algorithm,
		Agent: func(string) (agents.Agent, error) { return agent, nil },
		Progress: func(p train.Progress) {
			for _, a := range p.Alarms {
				alarms[a.Name] = append(alarms[a.Name], fmt.Sprintf("%d: %s", p.Iteration, a.Text))
				about := a.Name + "/" + a.Subject
				if iterations[about] == nil {
					iterations[about] = map[int]bool{}
				}
				iterations[about][p.Iteration] = true
			}
		},
	})
	require.NoError(t, err)
	for name, texts := range alarms {
		t.Logf("%s, %d times, at first in iteration %s", name, len(texts), texts[0])
	}
	assert.Len(t, result.Alarms, len(iterations))
	for _, a := range result.Alarms {
		assert.Len(t, iterations[a.Name+"/"+a.Subject], a.Iterations, "%s/%s", a.Name, a.Subject)
	}
	return alarms
}

func puppets(p *puppet) func(*models.Weights) (train.Algorithm, error) {
	return func(*models.Weights) (train.Algorithm, error) { return p, nil }
}

// mixed returns a policy of three actions that mostly plays one.
func mixed(action int, most float64) []float64 {
	policy := []float64{(1 - most) / 2, (1 - most) / 2, (1 - most) / 2}
	policy[action%3] = most
	return policy
}

// even is a policy without any illness.
func even(int) []float64 { return []float64{1. / 3, 1. / 3, 1. / 3} }

// A run without an illness rings no alarm: neither a puppet that plays the equilibrium,
// nor real learning, with past selves and fixed opponents.
func TestAHealthyRunRingsNoAlarm(t *testing.T) {
	slowWhenRaced(t)
	cfg := patient(200, 150)
	cfg.Opponents.Fixed, cfg.Opponents.FixedShare = []string{"rock"}, 0.2
	assert.Empty(t, heard(t, stones(), cfg, puppets(&puppet{policy: even}), always(0)))
	for _, name := range []string{"kuhn", "leduc"} {
		t.Run(name, func(t *testing.T) {
			f := algos.Defaults()
			require.NoError(t, configs.Read("train", name, &f, "decisions=60000", "evaluation.exact=false", "evaluation.every=0",
				"opponents={past_share: 0.25, past_slots: 2, snapshot_every: 5, fixed: [random], fixed_share: 0.2}"))
			game, err := games.New(f.Game)
			require.NoError(t, err)
			assert.Empty(t, heard(t, game, f.Config, options(f, nil).Algorithm, random.New()))
		})
	}
}

// The policy goes round in a circle of stones: each beats the one before and loses to the
// one after it. Some 150 episodes an iteration are against past selves.
func TestCyclingIsHeard(t *testing.T) {
	slowWhenRaced(t)
	for _, period := range []int{10, 30} {
		policy := func(i int) []float64 { return mixed(i/period, 0.85) }
		cfg := patient(400, 120)
		cfg.Opponents.PastSlots = 4
		alarms := heard(t, stones(), cfg, puppets(&puppet{policy: policy}), nil)
		assert.NotEmpty(t, alarms["cycling"], "period %d", period)
	}
}

// The policy once beat a fixed opponent, and an old self, and later draws with them.
func TestForgettingIsHeard(t *testing.T) {
	slowWhenRaced(t)
	ladder := newToy(2, 3, 2, func(moves []env.Action) ([]float64, bool) {
		if len(moves) < 2 {
			return nil, false
		}
		lead := float64(min(1, max(-1, moves[0]-moves[1]))) // the larger number wins
		return []float64{lead, -lead}, true
	})
	policy := func(i int) []float64 {
		if i >= 8 && i < 60 {
			return mixed(2, 0.7)
		}
		return mixed(0, 0.7)
	}
	cfg := patient(300, 120)
	cfg.Opponents.Pool = 4
	alarms := heard(t, ladder, cfg, puppets(&puppet{policy: policy}), nil)
	require.NotEmpty(t, alarms["forgetting"])
	assert.Contains(t, strings.Join(alarms["forgetting"], "\n"), "past selves of iterations 5 to 9")

	cfg.Opponents.PastShare = 0
	cfg.Opponents.Fixed, cfg.Opponents.FixedShare = []string{"nought"}, 0.3
	alarms = heard(t, ladder, cfg, puppets(&puppet{policy: policy}), always(0))
	require.NotEmpty(t, alarms["forgetting"])
	assert.Contains(t, alarms["forgetting"][0], "nought")
}

func TestEntropyIsHeard(t *testing.T) {
	alarms := heard(t, stones(), patient(60, 60), puppets(&puppet{policy: func(int) []float64 { return mixed(0, 0.9999) }}), nil)
	assert.NotEmpty(t, alarms["entropy"])
	assert.NotEmpty(t, alarms["draws"], "two that always play rock draw: the game has no chance in it")
}

// A game of one seat has no draws, though the return of its seat is equal to itself.
func TestOneSeatDoesNotDraw(t *testing.T) {
	alone := newToy(1, 3, 1, func(moves []env.Action) ([]float64, bool) {
		if len(moves) < 1 {
			return nil, false
		}
		return []float64{float64(moves[0]) - 1}, true
	})
	alarms := heard(t, alone, patient(60, 60), puppets(&puppet{policy: func(int) []float64 { return mixed(0, 0.5) }}), nil)
	assert.Empty(t, alarms["draws"])
	assert.Empty(t, alarms["seat"])
}

// greedy is a puppet whose seats play greedily by order.
type greedy struct{ *puppet }

func (greedy) Acting(float64) train.Acting { return train.Acting{Greedy: true, Epsilon: 0.01} }

// The alarm of entropy stays silent where seats play greedily by order, and the others do not.
func TestGreedyPlayIsNoCollapse(t *testing.T) {
	algorithm := func(*models.Weights) (train.Algorithm, error) {
		return greedy{&puppet{policy: func(int) []float64 { return mixed(0, 0.5) }}}, nil
	}
	alarms := heard(t, stones(), patient(60, 60), algorithm, nil)
	assert.Empty(t, alarms["entropy"])
	assert.NotEmpty(t, alarms["draws"])
}

// One kind of decision has become pure, the other has not: the one who hides always hides
// in the same place.
func TestEntropyIsHeardByKind(t *testing.T) {
	g := newToy(2, 6, 2, func(moves []env.Action) ([]float64, bool) {
		if len(moves) < 2 {
			return nil, false
		}
		lead := 1.0
		if moves[0] == moves[1]-3 {
			lead = -1
		}
		return []float64{lead, -lead}, true
	})
	g.spec.Actions = []env.Block{{Name: "place", Shape: []int{3}, Kind: "hide"}, {Name: "look", Shape: []int{3}, Kind: "seek"}}
	g.spec.Seal()
	g.legal = func(moves []env.Action) (first, last env.Action) {
		first = env.Action(3 * (len(moves) % 2))
		return first, first + 2
	}
	policy := func(int) []float64 { return []float64{1, 0, 0, 1, 1, 1} }
	alarms := heard(t, g, patient(400, 40), puppets(&puppet{policy: policy}), nil)
	require.NotEmpty(t, alarms["entropy"])
	for _, text := range alarms["entropy"] {
		assert.Contains(t, text, "of the kind hide")
	}
}

// A bonus that shrank by itself is heard, one that is meant to be small is not.
func TestColdTemperatureIsHeard(t *testing.T) {
	listen := func(temperature float64) map[string][]string {
		p := &puppet{policy: even, metrics: []train.Metric{{Name: train.CoefficientMetric, Value: 0.02}, {Name: train.TemperatureMetric, Value: temperature}}}
		return heard(t, stones(), patient(60, 25), puppets(p), nil)
	}
	alarms := listen(0.001)
	assert.NotEmpty(t, alarms["temperature"])
	assert.Len(t, alarms, 1)
	assert.Empty(t, listen(0.02))
}

// Whoever stops loses, so in the end nobody does: episodes were short, and now most
// of them come to their limit. In a game whose episodes always have the same length nothing
// is heard.
func TestStallingIsHeard(t *testing.T) {
	slowWhenRaced(t)
	const limit = 60
	waiting := newToy(2, 2, limit, func(moves []env.Action) ([]float64, bool) {
		if n := len(moves); n > 0 && moves[n-1] == 1 {
			lead := 1 - 2*float64(n%2)
			return []float64{lead, -lead}, true
		}
		return []float64{0, 0}, len(moves) == limit
	})
	policy := func(i int) []float64 {
		stop := 0.3
		if i > 30 {
			stop = 0.002
		}
		return []float64{1 - stop, stop}
	}
	alarms := heard(t, waiting, patient(1000, 80), puppets(&puppet{policy: policy}), nil)
	require.NotEmpty(t, alarms["stalling"])
	assert.Contains(t, alarms["stalling"][0], "the longest lately took 60")
}

// Episodes grow from 9 decisions to 22, slowly. That one took 60 at the very beginning is no
// reason to hear nothing.
func TestAStallAfterALongEpisodeIsHeard(t *testing.T) {
	lengths := []int{9, 22, 60} // by the first action
	drifting := newToy(2, 3, 60, func(moves []env.Action) ([]float64, bool) {
		return []float64{1, -1}, len(moves) > 0 && len(moves) == lengths[moves[0]]
	})
	policy := func(i int) []float64 {
		switch {
		case i == 0:
			return []float64{0.9, 0, 0.1}
		case i < 30:
			return []float64{1, 0, 0}
		}
		drift := min(1, float64(i-30)/40)
		return []float64{1 - drift, drift, 0}
	}
	cfg := patient(300, 100)
	cfg.Opponents = train.OpponentConfig{}
	alarms := heard(t, drifting, cfg, puppets(&puppet{policy: policy}), nil)
	require.NotEmpty(t, alarms["stalling"])
	assert.Contains(t, alarms["stalling"][0], "the longest lately took 22")
}

// Seat 2 of three wins next to nothing.
func TestABiasedSeatIsHeard(t *testing.T) {
	biased := newToy(3, 3, 3, func(moves []env.Action) ([]float64, bool) {
		if len(moves) < 3 {
			return nil, false
		}
		returns := []float64{-0.5, -0.5, -0.5}
		switch {
		case moves[2] == 2 && moves[1] == 2:
			returns[2] = 1
		case moves[0] == 0:
			returns[0] = 1
		default:
			returns[1] = 1
		}
		return returns, true
	})
	alarms := heard(t, biased, patient(120, 60), puppets(&puppet{policy: even}), nil)
	require.NotEmpty(t, alarms["seat"])
	for _, text := range alarms["seat"] {
		assert.Contains(t, text, "seat 2 wins")
	}
	assert.Len(t, alarms, 1)
}

// chairs is a toy whose seats are alike, by its own word.
type chairs struct {
	*toy
	differ string
}

func (c *chairs) SeatsDiffer() string { return c.differ }

func (c *chairs) NewInitialState() env.State {
	return &chairsState{c.toy.NewInitialState().(*toyState)}
}

type chairsState struct{ *toyState }

func (s *chairsState) Rotated(int) env.State { return nil }
func (s *chairsState) Clone() env.State      { return &chairsState{s.toyState.Clone().(*toyState)} }

// Where seats are alike, a seat that wins a little more than the other is heard, once for both, and a share that
// could be even is not; where they differ, only much less than an even share is.
func TestUnequalSeatsAreHeard(t *testing.T) {
	game := func(better int, differ string) env.Game {
		return &chairs{newToy(2, 3, 4, func(moves []env.Action) ([]float64, bool) {
			if len(moves) < 4 {
				return nil, false
			}
			if at := int(moves[0]) + 3*int(moves[1]) + 9*int(moves[2]) + 27*int(moves[3]); at < better {
				return []float64{1, -1}, true
			}
			return []float64{0, 0}, true
		}), differ}
	}
	cfg := patient(4000, 30)
	cfg.Opponents = train.OpponentConfig{}
	for _, c := range []struct {
		better int // of 81 ways to play: seat 0 wins half of them more
		differ string
		rings  bool
	}{{14, "", true}, {2, "", false}, {0, "", false}, {14, "seat 0 moves first", false}} {
		alarms := heard(t, game(c.better, c.differ), cfg, puppets(&puppet{policy: even}), nil)
		assert.Equal(t, c.rings, len(alarms["seat"]) > 0, c)
		if c.rings {
			assert.Regexp(t, `: seat [01] wins .* of self-play, and the seats are alike: even would be 50%`, alarms["seat"][0])
			for i, text := range alarms["seat"][1:] {
				number := func(text string) string { n, _, _ := strings.Cut(text, ":"); return n }
				assert.NotEqual(t, number(alarms["seat"][i]), number(text), "two alarms of one iteration")
			}
		}
	}
}

// One opponent sits at most of the tables, because it is alone or because no other
// is as hard to beat.
func TestALoneOpponentIsHeard(t *testing.T) {
	cfg := patient(60, 50)
	cfg.Opponents.PastShare = 0.1
	cfg.Opponents.Fixed, cfg.Opponents.FixedShare = []string{"rock"}, 0.6
	alarms := heard(t, stones(), cfg, puppets(&puppet{policy: even}), always(0))
	require.NotEmpty(t, alarms["lone"])
	assert.Contains(t, alarms["lone"][0], "rock sits at 60% of the tables")
	assert.Len(t, alarms, 1)

	cfg.Opponents.PastShare, cfg.Opponents.FixedShare = 0, 1 // a wish for a best response
	assert.Empty(t, heard(t, stones(), cfg, puppets(&puppet{policy: even}), always(0))["lone"])
}
