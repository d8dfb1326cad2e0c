package gym

import (
	"fmt"
	"math/rand/v2"

	"ringer/env"
	"ringer/env/drive"
)

// Episode names an episode: that which table Table of a vector plays as its episode
// Number, from 0, after Reset with Seed.
type Episode struct{ Seed, Table, Number uint64 }

func (e Episode) next() Episode { return Episode{e.Seed, e.Table, e.Number + 1} }

// A slot plays one episode after the other.
type slot struct {
	play      drive.Table
	player    env.Player // to act
	done      bool
	legal     []env.Action // of player
	returns   []float64
	source    *rand.ChaCha8
	rng       env.Rand
	key       Episode
	decisions int
	history   []env.Action // of the episode, where the vector keeps it
	length    int          // decisions of the episode that has ended last
	applied   uint64       // actions of seats since the table was made
	_         [64]byte     // tables are stepped by different cores
}

func (t *slot) init(game env.Game) {
	t.source = rand.NewChaCha8([32]byte{})
	t.rng = rand.New(t.source)
	t.returns = make([]float64, game.Spec().Players)
	t.play.Reserve(game.Spec())
}

// start begins an episode and rolls chance up to its first decision.
func (t *slot) start(v *Vector, episode Episode) {
	if t.play.State() == nil {
		t.play.Set(v.game.NewInitialState()) // has room for a long game, which a clone may lack
	} else {
		t.play.Copy(v.initial)
	}
	t.key, t.decisions, t.done, t.history = episode, 0, false, t.history[:0]
	if v.spec.MaxChanceOutcomes > 0 {
		t.source.Seed(env.StreamSeed(episode.Seed, PurposeEpisode, episode.Table, episode.Number))
	}
	t.roll(v.spec)
	if t.done {
		panic(fmt.Sprintf("gym: an episode of %s ended before its first decision", v.spec))
	}
}

// roll plays chance until a seat is to act or the game is over, and lists the
// legal actions.
func (t *slot) roll(spec *env.Spec) {
	var err error
	if t.player, err = t.play.Roll(t.rng); err != nil {
		panic(fmt.Sprintf("gym: %s refuses a listed outcome: %v", spec, err))
	}
	t.done = t.player == env.Terminal
	t.legal = t.legal[:0]
	if !t.done {
		t.legal = t.play.Legal()
	}
}

func (t *slot) allows(a env.Action) bool {
	for _, b := range t.legal {
		if b == a {
			return true
		}
	}
	return false
}

// apply plays a for the current seat, and chance up to the next one's turn.
func (t *slot) apply(v *Vector, a env.Action) {
	if err := t.play.State().Apply(a); err != nil {
		panic(fmt.Sprintf("gym: %s refuses a listed action: %v", v.spec, err))
	}
	t.applied++
	t.decisions++
	if v.config.History {
		t.history = append(t.history, a)
	}
	t.roll(v.spec)
}

// play applies one action, and notes an end.
func (v *Vector) play(i int, t *slot, a env.Action) {
	seats := v.spec.Players
	actor := t.player
	rewards := v.buf.Rewards[i*seats : (i+1)*seats]
	switch {
	case t.done:
		return // with IllegalTerminates: any action at a finished table is ignored
	case v.config.IllegalTerminates && !t.allows(a): // else Step has looked already
		rewards[actor] = -v.config.IllegalPenalty
		v.buf.Terminated[i] = true
	default:
		t.apply(v, a)
		for v.config.SkipForced && !t.done && len(t.legal) == 1 && t.decisions != v.config.MaxDecisions {
			t.apply(v, t.legal[0])
		}
		if t.done {
			t.play.State().Returns(t.returns)
			for p, r := range t.returns {
				rewards[p] = float32(r)
			}
			v.buf.Terminated[i] = true
		} else if t.decisions == v.config.MaxDecisions {
			v.buf.Truncated[i] = true
		}
	}
	if v.buf.Terminated[i] || v.buf.Truncated[i] {
		v.finish(i, t, actor)
	}
}

// finish notes the end of an episode, in which a seat acted last, and starts the next one
// when the mode says so.
func (v *Vector) finish(i int, t *slot, actor env.Player) {
	t.length = t.decisions
	v.observeAll(i, t, v.buf.FinalObservation)
	if v.config.Autoreset == SameStep {
		t.start(v, t.key.next())
		return
	}
	t.done, t.player, t.legal = true, actor, t.legal[:0]
}

// observeAll writes the observations of all seats at a table into its part of all, which
// may be nil.
func (v *Vector) observeAll(i int, t *slot, all []float32) {
	if all == nil {
		return
	}
	d, seats := v.spec.ObservationSize(), v.spec.Players
	for p := range seats {
		at := (i*seats + p) * d
		t.play.State().Observe(env.Player(p), all[at:at+d])
	}
}

// clearRow forgets the rewards and flags of the step before.
func (v *Vector) clearRow(i int) {
	seats := v.spec.Players
	clear(v.buf.Rewards[i*seats : (i+1)*seats])
	v.buf.Terminated[i], v.buf.Truncated[i] = false, false
}

// writeRow writes the row of a table. At a finished table, player is the
// seat that acted last.
func (v *Vector) writeRow(i int, t *slot) {
	d, n := v.spec.ObservationSize(), v.spec.NumActions()
	t.play.State().Observe(t.player, v.buf.Observation[i*d:(i+1)*d])
	v.observeAll(i, t, v.buf.JointObservation)
	mask := v.buf.Mask[i*n : (i+1)*n]
	clear(mask)
	for _, a := range t.legal {
		mask[a] = true
	}
	v.buf.Current[i] = t.player
	if t.done {
		v.buf.Current[i] = env.Terminal
	}
}
