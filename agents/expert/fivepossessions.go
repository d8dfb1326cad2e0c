package expert

import (
	"context"
	"fmt"
	"math"

	"ringer/agents"
	"ringer/env"
	"ringer/env/fivepossessions"
	"ringer/env/playdesign"
)

// FivePossessions plays 5 Possessions as a coach who keeps count: it works out
// what either side would like to have on each lane, given all that both have
// seen, and then puts its own cards where they do best against that. It is safe
// for concurrent use.
type FivePossessions struct {
	game   *fivepossessions.Game
	config fivepossessions.Config
	cards  [2][]int // by side: cards of the deck
	colour [2][]int // by side and number
	wins   [][]bool // [offense card][defense card], by number
	number []int    // by card of the deck
	habits habits
}

// habits are what a coach cannot reckon.
type habits struct {
	rounds      int     // of thinking what the other thinks
	attack      float64 // how strongly an offense is thought to prefer what is better
	defend      float64 // and a defense
	colour      float64 // how much of the cards of a colour is lost to the next line, when it lies open
	temperature float64 // by how much of a chance to score two ways of placing must differ to be told apart
}

// usual mixes ways of placing that are about equal, so that nobody can count on
// one of them.
var usual = habits{rounds: 4, attack: 5, defend: 5, colour: 0.5, temperature: 0.012}

// NewFivePossessions builds the expert for a configuration of 5 Possessions.
func NewFivePossessions(game *fivepossessions.Game) *FivePossessions {
	c := game.Config()
	f := &FivePossessions{game: game, config: c, number: make([]int, len(c.Cards)), habits: usual}
	for side, name := range playdesign.Sides {
		f.cards[side] = c.Of(name)
		for k, id := range f.cards[side] {
			f.number[id] = k
			f.colour[side] = append(f.colour[side], c.Cards[id].Colour.Index())
		}
	}
	for _, o := range f.cards[0] {
		row := make([]bool, len(f.cards[1]))
		for d, id := range f.cards[1] {
			row[d] = game.Wins(o, id)
		}
		f.wins = append(f.wins, row)
	}
	return f
}

// Decide implements agents.Agent.
func (f *FivePossessions) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	var p plan
	for i := range views {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := &views[i]
		if v.Game.Hash != f.game.Spec().Hash {
			return nil, fmt.Errorf("expert: built for %s, asked to play %s", f.game.Spec(), v.Game)
		}
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("expert: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		// What is read from the world is public or the seat's own, so one will do.
		s := v.Resample(v.Rand).(*fivepossessions.State)
		if s.Choosing() {
			f.chooseSide(s, decisions[i].Probs)
			continue
		}
		p.look(f, s, int(v.Seat))
		p.think()
		p.place(v.Legal, decisions[i].Probs)
	}
	return decisions, nil
}

// chooseSide takes the side with the better chance where one possession decides
// the game. Over pairs of possessions it makes no difference.
func (f *FivePossessions) chooseSide(s *fivepossessions.State, probs []float32) {
	probs[0], probs[1] = 0.5, 0.5
	if !s.Sudden() {
		return
	}
	probs[0], probs[1] = 1, 0
	if f.game.Hope(0, f.config.Lanes) < 0.5 {
		probs[0], probs[1] = 0, 1
	}
}

// An arrangement is a way to place the rest of a hand: a lane for each card.
// place rates all of them and mixes those that are about as good as the best.
func (p *plan) place(legal []env.Action, probs []float32) {
	p.values = p.values[:0]
	p.first = p.first[:0]
	p.best = math.Inf(-1)
	p.arrange(p.put)
	weights := make([]float64, p.lanes)
	total := 0.0
	for i, x := range p.values {
		w := math.Exp((x - p.best) / p.f.habits.temperature)
		weights[p.first[i]] += w
		total += w
	}
	for i, a := range legal {
		probs[i] = float32(weights[a] / total)
	}
}

// arrange tries every lane for the k-th card of the hand and those after it.
func (p *plan) arrange(k int) {
	if k == len(p.hand) {
		x := p.value()
		p.values = append(p.values, x)
		p.first = append(p.first, p.laneOf[p.put])
		p.best = max(p.best, x)
		return
	}
	for lane := range p.lanes {
		if p.mine[lane] >= 0 {
			continue
		}
		p.mine[lane], p.laneOf[k] = p.hand[k], lane
		p.arrange(k + 1)
		p.mine[lane] = -1
	}
}
