package bestresponse

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/eval"
	"ringer/models"
)

// finalists is the number of responses without training that reach the games that
// choose.
const finalists = 3

// screening is the part of the selection games after which most candidates leave: a half,
// because they decide which networks learn on.
const screening = 2

// Run looks for responses, chooses and reports. The same configuration gives the same
// result, but for the seconds. Errors: env.Faults for a configuration that is wrong, the
// errors of training and of the games, and of Config.Folder. When ctx is done, it returns
// its error and the candidates measured so far.
func Run(ctx context.Context, config Config) (*Result, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if len(config.Starts) == 0 {
		config.Starts = []Start{Random(config.Train.Network)}
	}
	s := &search{Config: config, begun: map[*Start]*models.Weights{}, result: &Result{LowerBound: true, Budget: Budget{
		Seeds: config.Seeds, Decisions: config.Decisions, Networks: len(config.Starts) * config.Seeds,
	}}}
	s.result.Game, s.result.Agent, s.result.Method = config.Game.Spec().String(), config.Agent.Name, eval.BestResponse
	err := s.run(ctx)
	if err != nil && ctx.Err() != nil {
		s.result.Interrupted = true
		return s.result, err
	}
	if err != nil {
		return nil, err
	}
	s.result.Unlearned = s.unlearned()
	return s.result, nil
}

// search is one search under way.
type search struct {
	Config
	result  *Result
	learned int                        // decisions, for progress
	extra   int                        // decisions beyond the budget, of a network that began afresh
	trained int                        // trainings so far, each with a stream of its own
	begun   map[*Start]*models.Weights // of starts that begin once
}

// response is a candidate and its gains so far.
type response struct {
	name    string
	agent   agents.Agent
	gains   []float64
	network *network // nil for an agent that needs no training
}

// total returns the sum of the gains of all seats.
func (r *response) total() float64 {
	sum := 0.0
	for _, g := range r.gains {
		sum += g
	}
	return sum
}

func (s *search) run(ctx context.Context) error {
	var ready []*response
	for _, e := range s.Ready {
		ready = append(ready, &response{name: e.Name, agent: e.Agent})
	}
	if err := s.screen(ctx, ready); err != nil {
		return err
	}
	ready = union(keep(ready, finalists), bestOfSeats(ready))

	var list []*network
	for seed := range s.Seeds {
		for i := range s.Starts {
			list = append(list, &network{start: &s.Starts[i], seed: seed})
		}
	}
	trained, err := s.train(ctx, list, s.FirstDecisions(len(list)))
	if err != nil {
		return err
	}
	if len(list) > s.Seeds {
		if err := s.screen(ctx, trained); err != nil {
			return err
		}
		var best []*network
		for _, r := range keep(trained, s.Seeds) {
			best = append(best, r.network)
		}
		if r := s.bestFresh(trained); r != nil && !slices.ContainsFunc(best, func(n *network) bool { return n.start.Fresh }) {
			best = append(best, r.network)
			s.extra = max(1, s.Decisions/2)
		}
		if trained, err = s.train(ctx, best, max(1, s.Decisions/2)); err != nil {
			return err
		}
	}
	return s.report(ctx, slices.Concat(ready, sharpened(trained)))
}

// bestFresh returns the response with the largest gain over all seats of those that began afresh,
// nil where there is none or nobody asks.
func (s *search) bestFresh(trained []*response) *response {
	if !s.Afresh {
		return nil
	}
	fresh := slices.DeleteFunc(slices.Clone(trained), func(r *response) bool { return !r.network.start.Fresh })
	if len(fresh) == 0 {
		return nil
	}
	return keep(fresh, 1)[0]
}

// sharpened adds to each network itself with its likeliest action: the remaining
// exploration costs return.
func sharpened(trained []*response) (out []*response) {
	for _, r := range trained {
		agent := r.agent.(*neural.Agent)
		out = append(out, r, &response{name: r.name + ", likeliest action", agent: agent.WithTemperature(0), network: r.network})
	}
	return out
}

// keep returns the n responses with the largest gains over all seats, best first.
func keep(screened []*response, n int) []*response {
	order := slices.Clone(screened)
	slices.SortStableFunc(order, func(a, b *response) int { return cmp.Compare(b.total(), a.total()) })
	return order[:min(n, len(order))]
}

// union returns a and what b has beside it.
func union(a, b []*response) []*response {
	for _, r := range b {
		if !slices.Contains(a, r) {
			a = append(a, r)
		}
	}
	return a
}

// bestOfSeats returns those with the largest gain in a seat.
func bestOfSeats(screened []*response) (out []*response) {
	for p := 0; len(screened) > 0 && p < len(screened[0].gains); p++ {
		best := slices.MaxFunc(screened, func(a, b *response) int { return cmp.Compare(a.gains[p], b.gains[p]) })
		if !slices.Contains(out, best) {
			out = append(out, best)
		}
	}
	return out
}

// Phases in which responses are measured; their names tell what was kept of each.
const (
	screeningPhase = "screening"
	choosingPhase  = "choosing"
)

// screen measures responses on a part of the games that choose.
func (s *search) screen(ctx context.Context, all []*response) error {
	games := (s.Selection + screening - 1) / screening
	return s.measure(ctx, screeningPhase, all, games, seedFor(s.Seed, purposeScreen), func(r *response) {
		s.result.Candidates = append(s.result.Candidates, Candidate{Name: r.name, Gains: r.gains, Screened: true})
	})
}

// measure plays every response from every seat, all on the same deals.
func (s *search) measure(ctx context.Context, phase string, all []*response, games int, seed uint64, done func(*response)) error {
	for i, r := range all {
		m := s.Folder.gains(phase, r.name)
		if m == nil {
			var err error
			if m, err = s.gains(ctx, phase, r, games, seed, func(done, total int) { s.progress(phase, i*total+done, len(all)*total) }); err != nil {
				return err
			}
		}
		r.gains = m.Gains
		s.result.Budget.SelectionGames = m.Games
		done(r)
	}
	return nil
}

// gains plays a response from every seat, and keeps what it gains.
func (s *search) gains(ctx context.Context, phase string, r *response, games int, seed uint64, progress func(done, total int)) (*measured, error) {
	e, err := eval.PlayResponses(ctx, eval.ResponseConfig{
		Game: s.Game, Agent: s.Agent, Responses: slices.Repeat([]agents.Agent{r.agent}, s.Game.Spec().Players), Games: games, Seed: seed,
		Place: s.PlayedAt, Progress: progress,
	})
	if err != nil {
		return nil, err
	}
	m := measured{Phase: phase, Response: r.name, Games: e.Games}
	for _, g := range e.Gains {
		m.Gains = append(m.Gains, g.Gain)
	}
	return &m, s.Folder.keepGains(m)
}

// choice holds the best response of each seat, in the games that choose.
type choice struct {
	names    []string
	agents   []agents.Agent // nil: the agent itself
	networks []*neural.Agent
	gains    []float64
}

func newChoice(seats int) *choice {
	return &choice{slices.Repeat([]string{Itself}, seats), make([]agents.Agent, seats), make([]*neural.Agent, seats), make([]float64, seats)}
}

// take takes a response in the seats in which it gains more than what was taken before.
func (c *choice) take(r *response) {
	for p, g := range r.gains {
		if g > c.gains[p] {
			c.gains[p], c.agents[p], c.names[p], c.networks[p] = g, r.agent, r.name, nil
			if r.network != nil {
				c.networks[p] = r.agent.(*neural.Agent)
			}
		}
	}
}

// report chooses the best response of each seat and measures it on fresh deals.
func (s *search) report(ctx context.Context, last []*response) error {
	seats := s.Game.Spec().Players
	best, fresh := newChoice(seats), newChoice(seats)
	met := false
	err := s.measure(ctx, choosingPhase, last, s.Selection, seedFor(s.Seed, purposeSelect), func(r *response) {
		s.result.Candidates = append(s.result.Candidates, Candidate{Name: r.name, Gains: r.gains})
		best.take(r)
		if s.Afresh && r.network != nil && r.network.start.Fresh {
			fresh.take(r)
			met = true
		}
	})
	if err != nil {
		return err
	}
	report, err := s.played(ctx, best, "reporting")
	if err != nil {
		return err
	}
	s.result.ResponseEstimate, s.result.Chosen, s.result.Responses = *report, best.names, best.agents
	s.result.Networks = best.networks
	s.result.Found = s.result.foundAny()
	if !met {
		return nil
	}
	if !slices.Equal(fresh.names, best.names) {
		if report, err = s.played(ctx, fresh, "reporting the fresh start"); err != nil {
			return err
		}
	}
	s.result.Fresh = &Fresh{Gains: report.Gains, Chosen: fresh.names}
	return nil
}

// played measures a choice on the deals of the report.
func (s *search) played(ctx context.Context, c *choice, phase string) (*eval.ResponseEstimate, error) {
	return eval.PlayResponses(ctx, eval.ResponseConfig{
		Game: s.Game, Agent: s.Agent, Responses: c.agents, Games: s.Games, Seed: seedFor(s.Seed, purposeReport),
		Place: s.PlayedAt, Progress: func(done, total int) { s.progress(phase, done, total) },
	})
}

func (s *search) progress(phase string, done, total int) {
	if s.Progress != nil {
		s.Progress(phase, done, total)
	}
}

// seedFor derives the seed of one purpose.
func seedFor(seed uint64, purpose env.Purpose, indices ...uint64) uint64 {
	b := env.StreamSeed(seed, purpose, indices...)
	return binary.LittleEndian.Uint64(b[:])
}
