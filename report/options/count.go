package options

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ringer/eval"
	"ringer/report/choices"
	"ringer/report/corpus"
)

// moment is a decision with a choice.
type moment struct {
	game, at, question int
}

// counted holds the decisions of all games.
type counted struct {
	games   []choices.Counts // by question
	moments [][]moment       // [game]
}

// count counts in every game.
func count(ctx context.Context, c *Config) (*counted, error) {
	n := len(c.Corpus.Games)
	out := &counted{make([]choices.Counts, n), make([][]moment, n)}
	return out, eval.Each(ctx, c.Workers, n, func(i int) error {
		q := corpus.NewQuestions(c.Corpus.Game.Spec())
		counts := choices.New(len(q.Names))
		_, err := c.Corpus.Replay(i, func(m *corpus.Moment) error {
			k := q.Asked(m.State, m.Seat, m.Legal)
			if !counts.Ask(k, len(m.Legal)) {
				return nil
			}
			out.moments[i] = append(out.moments[i], moment{i, m.At, k})
			for _, a := range m.Legal {
				x, first := counts.At(k, m.State.ActionString(a))
				if first {
					x.First = m.At
				}
				x.Offer(len(m.Legal), a == m.Action)
			}
			return nil
		})
		out.games[i] = counts
		return err
	})
}

// listed is the number of actions of a question that a study lists.
const listed = 20

// sum fills in what is counted of a question, and returns all of its actions, the most
// often taken first.
func sum(out *Question, games []choices.Counts, k int) []choices.Action {
	all := choices.Sum(games, k, 1)
	out.Times, out.Forced, out.Legal = all.Times, all.Forced, all.Legal
	slices.SortStableFunc(all.Actions, func(a, b choices.Action) int {
		return cmp.Or(b.Taken-a.Taken, b.Offered-a.Offered, strings.Compare(a.Words, b.Words))
	})
	for _, a := range all.Actions[:min(listed, len(all.Actions))] {
		out.Actions = append(out.Actions, Action{Text: a.Words, Offered: a.Offered, Taken: a.Often, Random: a.Random})
	}
	return all.Actions
}
