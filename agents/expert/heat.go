package expert

import (
	"context"
	"fmt"
	"math"

	"ringer/agents"
	"ringer/env"
	"ringer/env/heat"
)

// Heat plays HEAT for one configuration. Its rules, in the order of a heist:
//
//   - draft: pass the card that is worth least to you;
//   - play: a card is worth its money, less what its Heat will cost at the end,
//     with what it does to the others; play the one that gains least by waiting,
//     and keep back the card that is not needed;
//   - places: a robbery that must be shared is worth less, the more likely
//     others are to be there, by the unseen cards and by what they claim;
//   - aim at whoever is ahead, where it hurts most;
//   - return Heat while it is dear, and only as long as that costs less.
type Heat struct {
	game  *heat.Game
	cards []heatCard
}

// NewHeat builds the expert for a configuration of HEAT.
func NewHeat(game *heat.Game) *Heat {
	return &Heat{game: game, cards: readHeatCards(game)}
}

// Temperatures, in dollars: differences smaller than these are played as a human
// would, either way, which keeps two experts from walking into the same bank.
const (
	playTemperature   = 0.15
	choiceTemperature = 0.05
)

// Decide implements agents.Agent.
func (h *Heat) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	var scores []float64
	for i := range views {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := &views[i]
		if v.Game.Hash != h.game.Spec().Hash {
			return nil, fmt.Errorf("expert: built for %s, asked to play %s", h.game.Spec(), v.Game)
		}
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("expert: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		// What is read from the world is public or the seat's own, so one will do.
		b := h.look(v.Resample(v.Rand).(*heat.State), int(v.Seat))
		scores = append(scores[:0], make([]float64, len(v.Legal))...)
		temperature := b.rate(v.Legal, scores)
		Softmax(scores, temperature, decisions[i].Probs)
	}
	return decisions, nil
}

// rate scores each legal action in dollars and says how sharply they count.
func (b *board) rate(legal []env.Action, scores []float64) float64 {
	g := b.h.game
	cards := env.Action(len(b.h.cards))
	seats, options := g.Spec().BlockOffset("seat"), g.Spec().BlockOffset("option")
	number := options + 2
	switch q := b.s.Question(); q {
	case heat.AskPick, heat.AskDiscard, heat.AskGive:
		for i, a := range legal {
			scores[i] = -b.keep(int(a))
		}
	case heat.AskTake:
		for i, a := range legal {
			scores[i] = b.keep(int(a))
		}
	case heat.AskPlay:
		b.ratePlays(legal, scores)
		return playTemperature
	case heat.AskClaim:
		b.rateClaims(legal, scores)
		return playTemperature
	case heat.AskTarget:
		for i, a := range legal {
			scores[i] = b.aim(int(a - seats))
		}
	case heat.AskOption:
		for i, a := range legal {
			scores[i] = b.choose(int(a - number))
		}
	case heat.AskReplace, heat.AskExtra:
		for i, a := range legal {
			if a < cards {
				scores[i] = b.swapIn(int(a), q == heat.AskExtra)
			}
		}
	}
	return choiceTemperature
}

// ratePlays decides what to play now: with one card more than stages, the worst
// stays behind; of the others, the one that gains least by waiting goes first.
func (b *board) ratePlays(legal []env.Action, scores []float64) {
	left := b.game.Stages - b.s.Stage()
	now, later := make([]float64, len(legal)), make([]float64, len(legal))
	copies := b.s.Hand(b.me)
	held := 0
	for i, a := range legal {
		now[i] = b.worth(int(a), 0)
		held += int(copies[a])
		later[i] = math.Inf(-1)
		for ahead := 1; ahead < left; ahead++ {
			later[i] = max(later[i], b.worth(int(a), ahead))
		}
	}
	if left == 1 {
		copy(scores, now)
		return
	}
	spare := held - left
	for i := range legal {
		scores[i] = now[i] - patience*later[i]
		better := 0
		for j := range legal {
			if max(now[j], later[j]) > max(now[i], later[i]) {
				better += int(copies[legal[j]])
			}
		}
		if spare > 0 && better >= left {
			// It will probably never be played: playing it wastes a stage.
			scores[i] = now[i] - b.cheapestOf(now, later, copies, legal, left)
		}
	}
}

// patience is what a dollar of a later stage counts now: plans get crossed.
const patience = 1.0

// cheapestOf is the worth of the worst card that there is a stage for.
func (b *board) cheapestOf(now, later []float64, copies []uint8, legal []env.Action, stages int) float64 {
	worst := math.Inf(1)
	for i := range legal {
		better := 0
		x := max(now[i], later[i])
		for j := range legal {
			if max(now[j], later[j]) > x {
				better += int(copies[legal[j]])
			}
		}
		if better < stages {
			worst = min(worst, x)
		}
	}
	return worst
}

// rateClaims warns others off a place that one means to rob alone, and else says
// nothing; now and then it lies about it.
func (b *board) rateClaims(legal []env.Action, scores []float64) {
	claims := b.h.game.Spec().BlockOffset("claim")
	best, bestWorth := -1, math.Inf(-1)
	for k, n := range b.s.Hand(b.me) {
		if n == 0 {
			continue
		}
		if w := b.worth(k, 0); w > bestWorth {
			best, bestWorth = k, w
		}
	}
	silent := len(b.h.cards)
	for i, a := range legal {
		k := int(a - claims)
		switch {
		case k == silent:
			scores[i] = 1
		case k == best && b.h.cards[k].wantsToBeAlone:
			scores[i] = 2
		case b.h.cards[k].wantsToBeAlone:
			scores[i] = 0.2
		}
	}
}

// keep is what a card is worth to have for the rest of the heist.
func (b *board) keep(card int) float64 {
	left := b.game.Stages - b.s.Stage()
	if b.s.Phase() != "" {
		left-- // this stage is being played
	}
	best := 0.
	for ahead := range max(left, 1) {
		x := b.worth(card, ahead+b.game.Stages-b.s.Stage()-left)
		if ahead == 0 || x > best {
			best = x
		}
	}
	return best
}

// aim is what it is worth to name a seat for the card that asks.
func (b *board) aim(seat int) float64 {
	x := 0.
	for i := range b.h.cards[b.acting()].effects {
		e := &b.h.cards[b.acting()].effects[i]
		if e.phase != b.phase || !e.names() {
			continue
		}
		x += b.odds(e, seat, 0) * b.onSeat(e, b.acting(), seat, 0)
	}
	return x
}

// choose is what the number k is worth for the card that asks.
func (b *board) choose(k int) float64 {
	x := 0.
	for i := range b.h.cards[b.acting()].effects {
		e := &b.h.cards[b.acting()].effects[i]
		if e.phase == b.phase && e.per == "choice" {
			x += b.effect(e, float64(e.each*k), b.me)
		}
	}
	return x
}

// swapIn is what it is worth to bring a card into use in the middle of a stage,
// compared with leaving things as they are.
func (b *board) swapIn(card int, adds bool) float64 {
	if adds && !b.becomesCardInUse() {
		return 1 - 0.1*b.keep(card) // a card that only counts: the worst will do
	}
	x := b.rest(card) - b.rest(b.acting())
	if adds {
		// The card is gone from the hand; a spare one takes its place later.
		return x - 0.5*b.keep(card) + 0.5
	}
	return x - 0.35*b.keep(card) + 0.35*b.keep(b.acting())
}
