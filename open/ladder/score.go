package ladder

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/report/ladder"
)

// A scoring says how the bots of a game are measured.
type scoring struct {
	deals  int
	ismcts []int // simulations of the tree searches among the opponents
}

// scorings holds the scorings of games that are quick to play; standardScoring is the
// scoring of all others. A change of either raises ladder.Protocol.
var (
	scorings = map[string]scoring{
		"kuhn": {4000, []int{50, 500}}, "leduc": {4000, []int{50, 500}}, "liarsdice": {4000, []int{50, 500}}, "goofspiel": {4000, []int{50, 500}},
		"heat": {1000, []int{50, 500}}, "fourdowns": {1000, []int{50, 500}}, "fivepossessions": {1000, []int{50, 500}},
	}
	standardScoring = scoring{1000, []int{50}}
)

// ScoreExploit is the share of a bot's own decisions that best responses to it learn from.
const ScoreExploit = 0.5

// Score measures a bot by the standard protocol of its game. Of the options Out, Workers, Deals (0: as
// many as the protocol says), Exploit and Habits count; the score says where it departs from the protocol. What
// stops, and how it goes on, is as in Measure.
func (l *Ladder) Score(ctx context.Context, name string) (*ladder.Score, error) {
	if err := cmp.Or(input.AtLeast("deals", l.Deals, 0), input.AtLeast("workers", l.Workers, 0), input.AtLeast("exploit", l.Exploit, 0)); err != nil {
		return nil, err
	}
	bot, err := open.Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	g, err := open.GameOf(name, bot)
	if err != nil {
		return nil, err
	}
	p, ok := scorings[g.Spec().Name]
	if !ok {
		p = standardScoring
	}
	words := []string{"ringer", "score", input.ShellWord(name)}
	var departs []string
	if l.Deals != 0 && l.Deals != p.deals {
		departs = append(departs, fmt.Sprintf("%s deals a row instead of %s", numbers.Count(l.Deals), numbers.Count(p.deals)))
		words, p.deals = append(words, "--deals", fmt.Sprint(l.Deals)), l.Deals
	}
	if l.Exploit != ScoreExploit {
		departs = append(departs, fmt.Sprintf("best responses on %g of its decisions instead of %g", l.Exploit, ScoreExploit))
		words = append(words, "--exploit", fmt.Sprint(l.Exploit))
	}
	if l.Habits {
		words = append(words, "--habits")
	}
	climb := *l
	climb.Options = Options{
		Out:    filepath.Join(l.Out, fmt.Sprintf("%d-deals", p.deals)), // records of more deals are of another score
		Ismcts: p.ismcts, Deals: p.deals, Workers: l.Workers, Exploit: l.Exploit, Habits: l.Habits, Seed: 1, Single: true,
	}
	measured, err := climb.Measure(ctx, name)
	if err != nil {
		return nil, err
	}
	arranged := ladder.NewBot(slices.DeleteFunc(measured.Records, func(r ladder.Record) bool { return r.Kind == ladder.Trained && l.Exploit == 0 }))
	score := ladder.NewScore(&arranged)
	score.Departs, score.Command = departs, strings.Join(words, " ")
	return &score, nil
}
