package options

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ringer/report/choices"
	"ringer/report/flag"
)

const (
	// enough is the number of games in which an action must have been legal before a study
	// says that it is always or never taken.
	enough = 60
	// habit is the least share, at the low end, of an action that is always taken, and one
	// less it the largest, at the high end, of one that never is.
	habit = 0.98
	// sure is the largest share of random play of an action whose habit is a finding, and
	// rare the least of one that is never taken: what is seldom legal among few is no habit.
	sure, rare = 0.67, 0.05
	// decisions of a question that are enough to call it a false choice.
	decisions = 30
	// most is the number of flags of one kind that a question raises.
	most = 3
)

// flag raises the flags of a question: a choice that makes no difference, and actions that
// are always or never taken.
func (s *Study) flag(q *Question, c *Config, actions []choices.Action) {
	if q.Sampled >= decisions && q.Spread.High < s.Epsilon {
		s.Flags = append(s.Flags, flag.Flag{
			Kind: "false-choice", Subject: q.Name, Effect: q.Spread.Value, Low: q.Spread.Low, High: q.Spread.High, N: q.Sampled, Examples: q.Widest,
			Words: fmt.Sprintf("Asked %q, the best answer is worth %.3f more than the worst (%s): the choice makes no difference.", q.Name, q.Spread.Value, s.Unit),
		})
	}
	var always, never []choices.Action
	for _, t := range actions {
		switch f := t.Often; {
		case f.Games < enough:
		case f.Low > habit && t.Random < sure:
			always = append(always, t)
		case f.High < 1-habit && t.Random > rare:
			never = append(never, t)
		}
	}
	slices.SortStableFunc(never, func(a, b choices.Action) int {
		return cmp.Compare(b.Random*float64(b.Offered), a.Random*float64(a.Offered))
	})
	for _, list := range []struct {
		kind, word string
		of         []choices.Action
	}{{"always", "takes", always}, {"never", "hardly ever takes", never}} {
		for _, t := range list.of[:min(most, len(list.of))] {
			f := t.Often
			s.Flags = append(s.Flags, flag.Flag{
				Kind: list.kind, Subject: t.Words + " (" + q.Name + ")", Effect: f.Value, Low: f.Low, High: f.High, N: t.Offered,
				Words:    fmt.Sprintf("Asked %q, %s %s %q: %.0f times of %d. An agent without preferences takes it %.0f%% of the time.", q.Name, s.Agents[0], list.word, t.Words, math.Round(f.Value*float64(t.Offered)), t.Offered, 100*t.Random),
				Examples: []flag.Example{{History: c.Corpus.Games[t.Game].History, At: t.At}},
			})
		}
	}
}
