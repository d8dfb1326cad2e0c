package mixture

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"ringer/agents"
	"ringer/env"
)

// ErrNoEpisode is returned where an agent that draws its player at the start of an episode is
// asked about a position alone.
var ErrNoEpisode = errors.New("a mixture draws its player at the start of an episode, and this is a position alone: name one of its players")

// Agent plays a mixture. It is safe for concurrent use.
type Agent struct {
	players []agents.Agent
	shares  [][]float64 // [player][side]
	side    []int       // of each seat
}

// New returns the agent of a valid population for games of spec. build makes the agents that
// its file names; players that no side ever draws are left out. It returns the errors of
// CheckSides and, with the field that names the agent, of build.
func New(spec *env.Spec, p *Population, build func(player *Player) (agents.Agent, error)) (*Agent, error) {
	if err := p.CheckSides(spec); err != nil {
		return nil, err
	}
	a := &Agent{}
	var sides int
	a.side, sides = spec.SideOf()
	for i := range p.Players {
		agent, err := build(&p.Players[i])
		if err != nil {
			return nil, fmt.Errorf("players[%d].agent: %w", i, err)
		}
		shares, drawn := make([]float64, sides), false
		for s := range shares {
			shares[s] = p.Players[i].of(s)
			drawn = drawn || shares[s] > 0
		}
		if drawn {
			a.players, a.shares = append(a.players, agent), append(a.shares, shares)
		}
	}
	return a, nil
}

// Mixed returns the players that the agent draws among, and their shares by seat, as
// agents.Mixer wants.
func (a *Agent) Mixed() (players []agents.Agent, shares [][]float64) {
	for i := range a.players {
		bySeat := make([]float64, len(a.side))
		for seat, side := range a.side {
			bySeat[seat] = a.shares[i][side]
		}
		shares = append(shares, bySeat)
	}
	return a.players, shares
}

// Decide asks the player of each view's episode and side. It returns ErrNoEpisode for views of
// positions alone, unless there is only one player.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	if len(a.players) == 1 {
		return a.players[0].Decide(ctx, views)
	}
	drawn := make(map[*agents.View]int, len(views))
	for i := range views {
		if views[i].Episode == 0 {
			return nil, ErrNoEpisode
		}
		drawn[&views[i]] = a.draw(views[i].Episode, a.side[views[i].Seat])
	}
	return agents.AskEach(ctx, a.players, views, func(v *agents.View) int { return drawn[v] })
}

// draw returns the player of a side in an episode.
func (a *Agent) draw(episode uint64, side int) int {
	seed := env.StreamSeed(episode, purposePlayer, uint64(side))
	total := 0.0
	for _, shares := range a.shares {
		total += shares[side]
	}
	u := total * float64(binary.LittleEndian.Uint64(seed[:])>>11) / (1 << 53)
	last := 0
	for i, shares := range a.shares {
		if shares[side] > 0 {
			last = i
			if u -= shares[side]; u < 0 {
				break
			}
		}
	}
	return last // rounding can leave a sum a hair under 1
}
