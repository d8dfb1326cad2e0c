package gym_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/env/gym"
)

// oneTable plays one episode at a time as a table of a Vector does, written apart from it for
// tests to compare with.
type oneTable struct {
	game       env.Game
	spec       *env.Spec
	config     gym.VectorConfig
	table      drive.Table
	rng        env.Rand
	source     *rand.ChaCha8
	agent      env.Player // whose turn it is
	over       bool
	terminated bool
	decisions  int
	returns    []float64

	observation []float32
	mask        []bool
	legal       []env.Action
}

// newTable returns a table at which no episode has begun. Of the config, MaxDecisions,
// SkipForced and what is illegal are read.
func newTable(t testing.TB, name string, config gym.VectorConfig) *oneTable {
	game, err := games.New(name)
	require.NoError(t, err)
	spec := game.Spec()
	source := rand.NewChaCha8([32]byte{})
	return &oneTable{
		game: game, spec: spec, config: config, agent: env.Terminal, source: source, rng: rand.New(source),
		returns: make([]float64, spec.Players), observation: make([]float32, spec.ObservationSize()), mask: make([]bool, spec.NumActions()),
	}
}

// start starts any episode of a Vector.
func (e *oneTable) start(episode gym.Episode) {
	e.source.Seed(env.StreamSeed(episode.Seed, gym.PurposeEpisode, episode.Table, episode.Number))
	e.table.Set(e.game.NewInitialState())
	e.over, e.terminated, e.decisions = false, false, 0
	clear(e.returns)
	e.roll()
}

// observe returns the observation of any seat.
func (e *oneTable) observe(p env.Player) []float32 {
	e.table.State().Observe(p, e.observation)
	return e.observation
}

// step plays the action of the seat whose turn it is, in an episode that is not over.
func (e *oneTable) step(a env.Action) {
	if !slices.Contains(e.legal, a) { // where that ends the episode
		e.returns[e.agent] = -float64(e.config.IllegalPenalty)
		e.finish(true)
		return
	}
	e.apply(a)
	for e.config.SkipForced && !e.over && len(e.legal) == 1 && e.decisions != e.config.MaxDecisions {
		e.apply(e.legal[0])
	}
	if !e.over && e.decisions == e.config.MaxDecisions {
		e.finish(false)
	}
}

// apply plays a for the current seat, and chance up to the next one's turn.
func (e *oneTable) apply(a env.Action) {
	if err := e.table.State().Apply(a); err != nil {
		panic(fmt.Sprintf("gym: %s refuses a listed action: %v", e.spec, err))
	}
	e.decisions++
	e.roll()
}

// roll plays chance until a seat is to act or the game is over.
func (e *oneTable) roll() {
	var err error
	if e.agent, err = e.table.Roll(e.rng); err != nil {
		panic(fmt.Sprintf("gym: %s refuses a listed outcome: %v", e.spec, err))
	}
	if e.agent == env.Terminal {
		e.table.State().Returns(e.returns)
		e.finish(true)
		return
	}
	clear(e.mask)
	e.legal = e.table.Legal()
	for _, l := range e.legal {
		e.mask[l] = true
	}
}

func (e *oneTable) finish(terminated bool) {
	e.over, e.terminated, e.agent = true, terminated, 0
	clear(e.mask)
	e.legal = e.legal[:0]
}
