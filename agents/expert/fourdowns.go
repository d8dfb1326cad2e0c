package expert

import (
	"context"
	"fmt"
	"math/bits"

	"ringer/agents"
	"ringer/env"
	"ringer/env/fourdowns"
)

// FourDowns plays 4 Downs for one configuration. Its rules:
//
//   - only the last round counts, so a card is worth what it does for opening
//     that round, or for taking the lead in it: keep the pairs of a colour that
//     nobody can answer, spend what is weak, and take the lead when the cards that
//     are left can hold it;
//   - count cards: what is unseen, what followers have shown to lack, and how many
//     cards each still holds give the odds that a card is answered;
//   - stay in when the odds to win the hand are worth the stake, fold when they are
//     not, knock when those who call pay for it or enough will fold, and remember
//     who folds;
//   - yards are worth what they do to the odds of the game: near the end a stake
//     that puts a player out is a large one.
type FourDowns struct {
	game   *fourdowns.Game
	config fourdowns.Config
	knock  env.Action // the first id after the cards
	chance *downsSurvival
}

// NewFourDowns builds the expert for a configuration of 4 Downs.
func NewFourDowns(game *fourdowns.Game) *FourDowns {
	c := game.Config()
	return &FourDowns{game: game, config: c, knock: game.Spec().BlockOffset("knock"), chance: newDownsSurvival(&c)}
}

// Temperatures: differences smaller than these, in odds to win the hand or the
// game, are played either way.
const (
	cardTemperature = 0.012
	bidTemperature  = 0.008
)

// Decide implements agents.Agent.
func (f *FourDowns) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	var scores []float64
	var o downsOdds
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
		s := v.Resample(v.Rand).(*fourdowns.State)
		o.look(f.game, s, int(v.Seat))
		scores = append(scores[:0], make([]float64, len(v.Legal))...)
		temperature := cardTemperature
		switch s.Question() {
		case fourdowns.AskOpen:
			for k, a := range v.Legal {
				scores[k] = o.open(int(a))
			}
		case fourdowns.AskFollow:
			for k, a := range v.Legal {
				scores[k] = o.reply(s, int(a))
			}
		default:
			temperature = bidTemperature
			f.rateBids(s, int(v.Seat), o.win(s), v.Legal, scores)
		}
		Softmax(scores, temperature, decisions[i].Probs)
	}
	return decisions, nil
}

// cardsOf lists the bits of a set of cards.
func cardsOf(set uint64) []int {
	list := make([]int, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros64(set))
	}
	return list
}
