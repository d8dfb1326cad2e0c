package review

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"

	"ringer/env"
	"ringer/env/scene"
	"ringer/eval"
	"ringer/play/advice"
	"ringer/play/replay"
)

// Config says who reviews, and how much is computed.
type Config struct {
	Advice advice.Config // game, adviser, scenes, seed; its numbers are not read
	Seat   env.Player

	Worlds  int // of every decision; 0: as many as a budget allows, from 8 to DefaultWorlds
	Account int // pairs of worlds a decision that measure what all of them cost; 0: DefaultAccount, or fewer in long games
	Confirm int // fresh ones of each decision whose loss looks large; 0: DefaultConfirm, or fewer in long games
	Suspect int // decisions that are confirmed; 0: DefaultSuspect

	// Partial reviews what was played of a game that somebody gave up: it has no returns, and its result is the value
	// that the adviser finds after the seat's last decision.
	Partial bool

	// Taken, when not nil, is the number of steps after which another player took over the seat: its decisions
	// from then on are no part of the review, which is a partial one.
	Taken *int

	// Open reviews with open cards: from the true states instead of what the seat could
	// know.
	Open bool

	Name func(env.Player) string // of seats, in labels; nil: scene.SeatName

	Workers  int // goroutines; 0: one a processor
	Progress func(done, total int)

	done   func() // counts for Progress
	pairs  int    // of worlds in all that measure what decisions cost
	asLong bool   // the least is spent that a long game gets, for tests with short ones
}

// What a Config means that leaves numbers out.
const (
	DefaultWorlds  = 48
	DefaultAccount = 256
	DefaultConfirm = 192
	DefaultSuspect = 8
	tried          = 3 // actions of the adviser that are tried besides the one that was chosen
)

// Choice is an action with its value.
type Choice struct {
	Action env.Action `json:"action"`
	Name   string     `json:"name"`            // as records write it
	Label  string     `json:"label,omitempty"` // as the seat reads it
	advice.Chance
	Probability float64 `json:"probability"` // with which the adviser plays it
}

// Decision is one decision of the seat at which it had a choice.
type Decision struct {
	Step  int           `json:"step"` // of the record, from 1
	Phase string        `json:"phase,omitempty"`
	Value advice.Chance `json:"value"` // when the adviser decides

	Chosen Choice  `json:"chosen"`
	Better *Choice `json:"better,omitempty"` // of a clear error: the best action that was found

	Loss   advice.Chance `json:"loss"` // Value less the chosen action's; below 0 where it is better than the adviser's own play
	Luck   float64       `json:"luck"` // by how much the value changed until the next decision, or the end
	Worlds int           `json:"worlds"`
	Why    string        `json:"why,omitempty"`
}

// Review is a game from the eyes of one seat.
type Review struct {
	Game    string     `json:"game"`
	Seat    env.Player `json:"seat"`
	Source  string     `json:"source"` // "bot(heat-4p), 48 worlds a decision, 6144 pairs for what all cost, 8 decisions confirmed in 192 fresh ones"
	Unit    string     `json:"unit"`
	Open    bool       `json:"open,omitempty"`
	Partial bool       `json:"partial,omitempty"` // the game was given up: the result is the value after the last decision
	Seed    uint64     `json:"seed"`

	// Start - Errors - Unclear + Luck = Result.
	Start   advice.Chance `json:"start"`   // value at the first decision
	Errors  advice.Chance `json:"errors"`  // what the clear errors cost
	Unclear advice.Chance `json:"unclear"` // what all other decisions cost together
	Luck    advice.Chance `json:"luck"`
	Result  float64       `json:"result"`

	Decisions []Decision `json:"decisions"` // in the order of the game
	Costliest []int      `json:"costliest"` // indices of the clear errors, the largest first
}

// ErrUnfinished says that a game is not over.
var ErrUnfinished = errors.New("review: the game is not over")

// ErrNothing says that nothing of a game that was given up can be reviewed.
var ErrNothing = errors.New("review: the seat had nothing to choose before the game was given up")

// moment is a state at which the seat had a choice, with what it chose.
type moment struct {
	step   int
	state  env.State
	chosen env.Action
}

// Of reviews a game that is over. Config.Advice.Game is the one that was played, at its
// position if it began at one. Errors: ErrUnfinished, of a game that was given up ErrNothing, the errors of Replay.Play, the
// adviser's, or the context's. The result does not depend on the workers.
func Of(ctx context.Context, c Config, record *replay.Replay) (*Review, error) {
	if record.Returns == nil && !c.Partial {
		return nil, ErrUnfinished
	}
	if players := c.Advice.Game.Spec().Players; c.Seat < 0 || int(c.Seat) >= players {
		return nil, fmt.Errorf("review: seat %d: want one from 0 to %d", c.Seat, players-1)
	}
	var moments []moment
	var legal []env.Action
	_, err := record.Play(c.Advice.Game, func(before env.State, step replay.Step) error {
		if step.Player == c.Seat && (c.Taken == nil || step.Step <= *c.Taken) {
			if legal = before.LegalActions(legal[:0]); len(legal) > 1 {
				moments = append(moments, moment{step.Step, before.Clone(), step.Action})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if c.Partial = record.Returns == nil || c.Taken != nil; c.Partial && len(moments) == 0 {
		return nil, ErrNothing
	}
	return of(ctx, c, moments, record.Returns)
}

func of(ctx context.Context, c Config, moments []moment, returns []float64) (*Review, error) {
	spec := c.Advice.Game.Spec()
	ahead, err := c.pilot(ctx, moments)
	if err != nil {
		return nil, err
	}
	long := c.budget(len(moments), ahead)
	r := &Review{
		Game: spec.String(), Seat: c.Seat, Unit: advice.UnitOf(spec), Open: c.Open, Partial: c.Partial, Seed: c.Advice.Seed,
		Decisions: make([]Decision, len(moments)), Costliest: []int{},
	}
	if !c.Partial {
		r.Result = advice.Worth(spec, returns, c.Seat)
	}
	looks := make([]look, len(moments))
	if err := c.ask(ctx, moments, looks); err != nil {
		return nil, err
	}
	scan, account := c.everywhere, c.account
	if long {
		scan, account = c.long, c.sample
	}
	suspects, err := scan(ctx, moments, ahead, looks)
	if err != nil {
		return nil, err
	}
	err = eval.Each(ctx, c.Workers, len(suspects), func(n int) error {
		defer c.done()
		i := suspects[n]
		return c.confirm(ctx, &moments[i], &looks[i], r.Unit)
	})
	if err != nil {
		return nil, err
	}
	pairs, err := account(ctx, moments, looks)
	if err != nil {
		return nil, err
	}
	for i := range looks {
		r.Decisions[i] = looks[i].decision(&moments[i])
	}
	if scenes := c.Advice.Scenes; scenes != nil {
		for i := range moments {
			c.label(&r.Decisions[i], scenes.Scene(moments[i].state, c.Seat))
		}
	}
	r.Source = fmt.Sprintf("%s, %d worlds a decision, %d pairs for what all cost, %s confirmed in %d fresh ones", c.Advice.Name, c.Worlds, pairs, scene.Count(len(suspects), "decision"), c.Confirm)
	if long {
		r.Source = c.longSource(looks, pairs, len(suspects))
		carry(r.Decisions, looks)
	}
	r.sum(looks)
	return r, nil
}

// everywhere scans every decision, and returns those that are to be confirmed, the
// costliest first.
func (c *Config) everywhere(ctx context.Context, moments []moment, _ float64, looks []look) ([]int, error) {
	c.done = counter(c.Progress, 2*len(moments)+min(c.Suspect, len(moments)))
	err := eval.Each(ctx, c.Workers, len(moments), func(i int) (err error) {
		defer c.done()
		return c.scan(ctx, &moments[i], &looks[i])
	})
	if err != nil {
		return nil, err
	}
	var suspects []int
	for i := range looks {
		if looks[i].loss > 0 {
			suspects = append(suspects, i)
		}
	}
	costly := func(i, j int) int { return cmp.Compare(looks[j].loss, looks[i].loss) }
	slices.SortStableFunc(suspects, costly)
	suspects = suspects[:min(sifted*c.Suspect, len(suspects))]
	if len(suspects) > c.Suspect {
		err := eval.Each(ctx, c.Workers, len(suspects), func(n int) error {
			return c.sift(ctx, &moments[suspects[n]], &looks[suspects[n]])
		})
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(suspects, costly)
		suspects = suspects[:c.Suspect]
	}
	return suspects, nil
}

// at returns the advice of one decision: each has worlds of its own.
func (c *Config) at(m *moment) advice.Config {
	a := c.Advice
	seed := env.StreamSeed(a.Seed, purposeReview, uint64(m.step))
	a.Seed, a.Workers = binary.LittleEndian.Uint64(seed[:]), 1
	return a
}

// Stages of a review: no world of one is a world of the other.
const (
	stageScan = advice.StageOwn + iota
	stageSift
	stageConfirm
	stagePilot
	stageAccount
)

// scan tries the adviser's likeliest actions and the one that was chosen.
func (c *Config) scan(ctx context.Context, m *moment, l *look) error {
	a := c.at(m)
	a.Scenes = nil
	order := make([]int, len(l.legal))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(l.probs[j], l.probs[i]) })
	order = slices.DeleteFunc(order[:min(tried, len(order))], func(k int) bool { return k == l.mine })
	order = append([]int{l.mine}, order...)
	actions := make([]env.Action, len(order))
	for i, k := range order {
		actions[i] = l.legal[k]
	}
	played, err := advice.PlayOn(ctx, a, advice.Moment{State: m.state, Seat: c.Seat, Actions: actions, Open: c.Open}, stageScan, 0, c.Worlds)
	if err != nil {
		return err
	}
	means := make([]float64, len(order))
	best := min(1, len(order)-1)
	mass, sum := 0., 0.
	for i, k := range order {
		if means[i] = advice.Mean(played.Values[i]); i > 0 {
			mass, sum = mass+float64(l.probs[k]), sum+float64(l.probs[k])*(means[i]-means[0])
			if means[i] > means[best] {
				best = i
			}
		}
	}
	l.best = l.choice(m, order[best])
	if mass > 0 {
		l.loss = l.rest() * sum / mass
	}
	return nil
}

// sifted is how many more decisions than are confirmed are looked at twice, where a few
// worlds are all that a long game has.
const sifted = 3

// sift measures the loss of a decision again, in worlds of its own.
func (c *Config) sift(ctx context.Context, m *moment, l *look) error {
	p, err := c.against(ctx, m, l, stageSift, max(4*fewest, c.Worlds), nil)
	if err == nil {
		l.loss = l.rest() * advice.Mean(p.differences())
	}
	return err
}

// confirm measures in many fresh worlds what a decision cost that looked like an error, and
// what looked better.
func (c *Config) confirm(ctx context.Context, m *moment, l *look, unit string) error {
	a := c.at(m)
	actions := []env.Action{l.best.Action, l.chosen.Action}
	played, err := advice.PlayOn(ctx, a, advice.Moment{State: m.state, Seat: c.Seat, Actions: actions, Open: c.Open}, stageConfirm, 0, c.Confirm)
	if err != nil {
		return err
	}
	p, err := c.against(ctx, m, l, stageConfirm, c.Confirm, map[env.Action][]float64{actions[0]: played.Values[0], actions[1]: played.Values[1]})
	if err != nil {
		return err
	}
	l.book(p, unit)
	l.best.Chance = advice.Of(played.Values[0], unit)
	if l.cost.Low <= 0 || l.best.Chance.Chance <= l.chosen.Chance.Chance {
		return nil
	}
	l.clear = true
	l.why = advice.NewReasons(a, m.state, played).Of(0, 1, l.best.Probability)
	return nil
}

// counter returns a function that counts for Progress.
func counter(progress func(done, total int), total int) func() {
	if progress == nil {
		return func() {}
	}
	var mu sync.Mutex
	done := 0
	return func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		progress(done, total)
	}
}

// label writes what the seat reads at a decision.
func (c *Config) label(d *Decision, sc *scene.Scene) {
	name := c.Name
	if name == nil {
		name = scene.SeatName
	}
	reading := env.As(c.Seat, name)
	label := sc.Ask.Labels(reading)
	d.Phase = reading.Words(sc.Phase)
	d.Chosen.Label = label(d.Chosen.Name)
	if d.Better != nil {
		d.Better.Label = label(d.Better.Name)
	}
}

// Words returns what a person calls the action.
func (c *Choice) Words() string {
	if c.Label != "" {
		return c.Label
	}
	return c.Name
}
