package gym

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ringer/env"
	"ringer/env/drive"
)

// EnvConfig describes an Env. The zero value is the usual one.
type EnvConfig struct {
	// MaxDecisions truncates an episode after this many decisions; 0: never.
	MaxDecisions int

	// SkipForced plays the action of a seat that has only one, but for the first decision
	// of an episode, as a Vector does. Such actions count as decisions.
	SkipForced bool

	// IllegalTerminates makes an illegal action end the episode instead of
	// being an error: the seat gets -IllegalPenalty, the others 0.
	IllegalTerminates bool
	IllegalPenalty    float64
}

// Info lists the legal actions that belong to an observation.
type Info struct {
	// Mask [Spec.NumActions()] is true for legal actions; all false for a seat
	// that is not to act or is done.
	Mask []bool
	// Legal lists the same actions, ascending.
	Legal []env.Action
}

// Env is one table in the agent-environment cycle of PettingZoo:
//
//	for e.Reset(seed); e.Agent() != env.Terminal; {
//		observation, reward, terminated, truncated, info := e.Last()
//		action := gym.Idle
//		if !terminated && !truncated {
//			action = choose(observation, info.Mask)
//		}
//		err := e.Step(action)
//	}
//
// Agent returns the seat whose turn it is. Last returns this seat's observation,
// its reward since it last acted, and whether the episode is over for it. Chance is
// rolled inside. A seat's reward is its return at the end, and 0 before.
//
// After the end every seat has one more turn, in seat order, in which Last returns
// its final observation and reward, with terminated (by the rules) or truncated
// (by MaxDecisions) true and an empty mask, and Step takes only Idle. After the last
// of them Agent is env.Terminal until the next Reset.
//
// Slices that Last and Observe return belong to the Env and are valid until the
// next call of any of its methods. Reset(seed) plays the episode that a Vector
// with this seed plays first at table 0, Start any other. An Env is not safe for
// concurrent use.
type Env struct {
	game       env.Game
	spec       *env.Spec
	config     EnvConfig
	table      drive.Table
	rng        env.Rand
	source     *rand.ChaCha8
	agent      env.Player
	over       bool
	terminated bool
	decisions  int
	returns    []float64

	observation []float32
	mask        []bool
	legal       []env.Action
}

// NewEnv returns a table at which no episode has begun: call Reset first.
func NewEnv(game env.Game, config EnvConfig) (*Env, error) {
	check := VectorConfig{Tables: 1, MaxDecisions: config.MaxDecisions, IllegalPenalty: float32(config.IllegalPenalty)}
	if err := check.Validate(); err != nil {
		return nil, fmt.Errorf("gym: %w", err)
	}
	spec := game.Spec()
	source := rand.NewChaCha8([32]byte{})
	return &Env{
		game: game, spec: spec, config: config, agent: env.Terminal, source: source, rng: rand.New(source),
		returns: make([]float64, spec.Players), observation: make([]float32, spec.ObservationSize()), mask: make([]bool, spec.NumActions()),
	}, nil
}

// Reset starts episode 0 of a seed. The same seed gives the same chance.
func (e *Env) Reset(seed uint64) { e.Start(Episode{Seed: seed}) }

// Start starts any episode of a Vector.
func (e *Env) Start(episode Episode) {
	e.source.Seed(env.StreamSeed(episode.Seed, PurposeEpisode, episode.Table, episode.Number))
	e.table.Set(e.game.NewInitialState())
	e.over, e.terminated, e.decisions = false, false, 0
	clear(e.returns)
	e.roll()
}

// Agent returns the seat whose turn it is, or env.Terminal when every seat has been
// told of the end.
func (e *Env) Agent() env.Player { return e.agent }

// State returns the live state, to be read only and until the next Step.
func (e *Env) State() env.State { return e.table.State() }

// Last returns the observation and reward of the seat whose turn it is, whether the
// rules or MaxDecisions ended the episode, and its legal actions. It panics when no
// seat has a turn.
func (e *Env) Last() (observation []float32, reward float64, terminated, truncated bool, info Info) {
	if e.agent == env.Terminal {
		panic("gym: Last without a seat to act: call Reset")
	}
	return e.Observe(e.agent), e.Reward(e.agent), e.over && e.terminated, e.over && !e.terminated, Info{Mask: e.mask, Legal: e.legal}
}

// Observe returns the observation of any seat.
func (e *Env) Observe(p env.Player) []float32 {
	e.table.State().Observe(p, e.observation)
	return e.observation
}

// Reward returns the reward of a seat since it last acted: its return once the
// episode is over, else 0.
func (e *Env) Reward(p env.Player) float64 { return e.returns[p] }

// Step plays the action of the seat whose turn it is; after the end of the
// episode it takes Idle and passes the turn on. An illegal action is an
// *env.IllegalActionError and changes nothing, unless IllegalTerminates.
func (e *Env) Step(a env.Action) error {
	switch {
	case e.agent == env.Terminal:
		panic("gym: Step without a seat to act: call Reset")
	case e.over && a != Idle:
		return &env.IllegalActionError{Game: e.spec.String(), Player: e.agent, Action: a, Reason: "the episode is over: want Idle"}
	case e.over:
		if e.agent++; int(e.agent) == e.spec.Players {
			e.agent = env.Terminal
		}
		return nil
	case !slices.Contains(e.legal, a):
		if !e.config.IllegalTerminates {
			return &env.IllegalActionError{Game: e.spec.String(), Player: e.agent, Action: a, Reason: fmt.Sprintf("legal: %v", e.legal)}
		}
		e.returns[e.agent] = -e.config.IllegalPenalty
		e.finish(true)
		return nil
	}
	e.apply(a)
	for e.config.SkipForced && !e.over && len(e.legal) == 1 && e.decisions != e.config.MaxDecisions {
		e.apply(e.legal[0])
	}
	if !e.over && e.decisions == e.config.MaxDecisions {
		e.finish(false)
	}
	return nil
}

// apply plays a for the current seat, and chance up to the next one's turn.
func (e *Env) apply(a env.Action) {
	if err := e.table.State().Apply(a); err != nil {
		panic(fmt.Sprintf("gym: %s refuses a listed action: %v", e.spec, err))
	}
	e.decisions++
	e.roll()
}

// roll plays chance until a seat is to act or the game is over.
func (e *Env) roll() {
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

func (e *Env) finish(terminated bool) {
	e.over, e.terminated, e.agent = true, terminated, 0
	clear(e.mask)
	e.legal = e.legal[:0]
}
