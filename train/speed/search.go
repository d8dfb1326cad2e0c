package speed

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/internal/machine"
)

// SearchSpeed says how fast an agent searches at a game.
type SearchSpeed struct {
	Agent                string  `json:"agent"`
	Game                 string  `json:"game"`
	Simulations          uint64  `json:"simulations"`
	Decisions            int     `json:"decisions"`
	Seconds              float64 `json:"seconds"`
	SimulationsPerSecond float64 `json:"simulations_per_second"`
	SecondsPerDecision   float64 `json:"seconds_per_decision"`
	AllocsPerSimulation  float64 `json:"allocs_per_simulation"`
	PeakMemoryBytes      uint64  `json:"peak_memory_bytes"`
}

// A Searcher is an agent that counts its simulations.
type Searcher interface {
	agents.Agent
	Simulations() uint64
}

// MeasureSearch lets an agent decide for some seconds, after one decision that warms it up.
func MeasureSearch(ctx context.Context, g env.Game, agent Searcher, seconds float64, seed uint64) (*SearchSpeed, error) {
	meter := machine.WatchMemory()
	speed := &SearchSpeed{Game: g.Spec().String()}
	viewer := agents.NewViewer(g)
	decide := func(episode uint64) error {
		s, err := firstDecision(g, env.Stream(seed, purposeBenchDeals, episode))
		if err != nil {
			return err
		}
		_, err = agent.Decide(ctx, []agents.View{viewer.View(s, env.Stream(seed, purposeBenchDecisions, episode))})
		return err
	}
	err := decide(0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	first := agent.Simulations()
	begun := time.Now()
	for err == nil && speed.Seconds < seconds {
		err = decide(uint64(speed.Decisions) + 1)
		speed.Decisions++
		speed.Seconds = time.Since(begun).Seconds()
	}
	runtime.ReadMemStats(&after)
	speed.PeakMemoryBytes = meter.End()
	if err != nil {
		return nil, err
	}
	speed.Simulations = agent.Simulations() - first
	speed.SimulationsPerSecond = float64(speed.Simulations) / speed.Seconds
	speed.SecondsPerDecision = speed.Seconds / float64(speed.Decisions)
	speed.AllocsPerSimulation = float64(after.Mallocs-before.Mallocs) / float64(max(speed.Simulations, 1))
	return speed, nil
}

// firstDecision deals a game and stops where a seat first has a choice.
func firstDecision(g env.Game, rng env.Rand) (env.State, error) {
	var t drive.Table
	t.Set(g.NewInitialState())
	actor, err := t.Advance(rng)
	if err == nil && actor == env.Terminal {
		err = fmt.Errorf("%s ended before a seat had a choice", g.Spec())
	}
	return t.State(), err
}
