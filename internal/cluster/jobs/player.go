package jobs

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ringer/agents/neural"
	"ringer/eval"
	"ringer/internal/input"
)

// Player plays units of work as jobs. It stands where eval.PlayedElsewhere wants a place.
type Player struct {
	client  *Client
	recipes *Recipes
	ctx     context.Context // of the jobs, which serve several callers

	mu      sync.Mutex
	open    []*asked // that wait for company
	timer   *time.Timer
	each    float64 // seconds of a unit, a moving mean
	flying  int     // units in jobs that are not done
	weights map[*neural.Agent]string
}

// asked is a unit that somebody waits for.
type asked struct {
	ctx    context.Context
	work   *eval.Work
	played []eval.Played
	err    error
	done   chan struct{}
}

// Units that take little time travel together: a job should take about perJob seconds, and
// wait no longer than company for another unit.
const (
	perJob   = 0.3
	mostUnit = 64 // units of a job
	company  = 2 * time.Millisecond
)

// width is the number of units under way: more than many machines need at a time, so that none
// waits for the command.
const width = 256

// NewPlayer returns a player whose agents the recipes know. ctx is the command's.
func NewPlayer(ctx context.Context, client *Client, recipes *Recipes) *Player {
	return &Player{client: client, recipes: recipes, ctx: ctx, weights: map[*neural.Agent]string{}}
}

// Width implements eval.Elsewhere.
func (p *Player) Width() int { return width }

// Play implements eval.Elsewhere.
func (p *Player) Play(ctx context.Context, w *eval.Work) ([]eval.Played, error) {
	if err := p.recipes.travels(w); err != nil {
		return nil, err
	}
	a := &asked{ctx: ctx, work: w, done: make(chan struct{})}
	p.add(a)
	select {
	case <-a.done:
		return a.played, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// add puts a unit into the next job, and sends that when it is full.
func (p *Player) add(a *asked) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open = append(p.open, a)
	if len(p.open) >= p.size() {
		p.send()
		return
	}
	if p.timer == nil {
		p.timer = time.AfterFunc(company, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.send()
		})
	}
}

// size returns the number of units of the next job: as many as take perJob, but few enough
// that the units under way make several jobs.
func (p *Player) size() int {
	const several = 16
	n := mostUnit
	if p.each > 0 {
		n = int(min(mostUnit, perJob/p.each))
	} else {
		n = 1 // nobody knows
	}
	if long := p.each > perJob/mostUnit; long {
		n = min(n, (p.flying+len(p.open))/several)
	}
	return max(1, n)
}

// send sends the units that wait as one job.
func (p *Player) send() {
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	units := p.open
	if len(units) == 0 {
		return
	}
	p.open = nil
	p.flying += len(units)
	go p.play(units)
}

// play has units played and tells those who wait for them.
func (p *Player) play(units []*asked) {
	seconds, err := p.ask(units)
	p.mu.Lock()
	p.flying -= len(units)
	if err == nil {
		now := seconds / float64(len(units))
		if p.each == 0 {
			p.each = now
		}
		p.each += (now - p.each) / 8
	}
	p.mu.Unlock()
	for _, a := range units {
		if err != nil && a.err == nil {
			a.err = err
		}
		close(a.done)
	}
}

// ask posts a job of units and reads its outcome.
func (p *Player) ask(units []*asked) (seconds float64, err error) {
	w := newWriter(p.recipes, func(data []byte) (string, error) { return p.client.Put(p.ctx, data) }, p.putWeights)
	for _, a := range units {
		if err := w.add(a.work); err != nil {
			return 0, err
		}
	}
	var out gamesAnswer
	return p.client.Do(p.ctx, Games, w.job, &out, func() error { return out.read(units) })
}

// read makes games of an answer, and returns an error where they do not belong to the
// units.
func (g *gamesAnswer) read(units []*asked) error {
	if len(g.Units) != len(units) {
		return fmt.Errorf("%d units came back of %d", len(g.Units), len(units))
	}
	for i, a := range units {
		u := &g.Units[i]
		a.played, a.err = nil, nil
		if u.Fault != "" {
			a.err = &Fault{input.ShownLines(u.Fault)}
			continue
		}
		if err := a.work.Check(u.Played); err != nil {
			return err
		}
		a.played = u.Played
	}
	return nil
}

// putWeights keeps the weights of a network, once for all agents of it.
func (p *Player) putWeights(agent *neural.Agent) (string, error) {
	p.mu.Lock()
	sum, ok := p.weights[agent]
	p.mu.Unlock()
	if ok {
		return sum, nil
	}
	data, err := WeightsBytes(agent.Weights())
	if err != nil {
		return "", err
	}
	sum, err = p.client.Put(p.ctx, data)
	if err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.weights[agent] = sum
	return sum, nil
}
