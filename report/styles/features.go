package styles

import (
	"cmp"
	"context"
	"math"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/report/corpus"
)

// feature is a preference: to take an action where it is legal, as an answer to a question.
// Blocks of more ids than places are one feature each.
type feature struct {
	question, block, place int // place is -1 for the whole block
}

const (
	// places is the largest block whose ids are features of their own.
	places = 64
	// seen is the least share of the seats of games in which a feature is met.
	seen = 0.2
	// rare is the least share of the times, and 1-rare the largest, that a feature is taken.
	rare = 0.01
	// mostFeatures is the largest number of features.
	mostFeatures = 60
)

// featureCounts holds the features of a game and how often each is taken.
type featureCounts struct {
	game     env.Game
	list     []feature
	index    map[feature]int
	question []*corpus.Questions // one for reading
	rate     []float64           // [feature] taken of offered
	words    []string            // [feature]
	first    []env.Action        // [block] its first id
}

// choice is a decision with a choice, as residuals: for each feature that is legal, 1 if it
// is taken and else 0, less the rate of all.
type choice struct {
	unit     int // game × seats + seat
	question int
	features []int32
	residual []float32
}

// offer is a decision before the rates are known.
type offer struct {
	unit, question int
	features       []feature
	taken          feature
}

func newFeatureCounts(g env.Game) *featureCounts {
	t := &featureCounts{game: g, index: map[feature]int{}, question: []*corpus.Questions{corpus.NewQuestions(g.Spec())}}
	at := env.Action(0)
	for _, b := range g.Spec().Actions {
		t.first = append(t.first, at)
		at += env.Action(b.Size())
	}
	return t
}

// of returns the feature of an action.
func (t *featureCounts) of(question int, a env.Action) feature {
	b := t.question[0].Block(a)
	f := feature{question, b, int(a - t.first[b])}
	if t.game.Spec().Actions[b].Size() > places {
		f.place = -1
	}
	return f
}

// offers lists the decisions of one game with two features at least.
func (t *featureCounts) offers(c *corpus.Corpus, game int, words map[feature]map[string]int) (out []offer, err error) {
	q := corpus.NewQuestions(t.game.Spec())
	seats := t.game.Spec().Players
	_, err = c.Replay(game, func(m *corpus.Moment) error {
		if len(m.Legal) < 2 {
			return nil
		}
		asked := q.Asked(m.State, m.Seat, m.Legal)
		o := offer{unit: game*seats + m.Seat, question: asked, taken: t.of(asked, m.Action)}
		for _, a := range m.Legal {
			if f := t.of(asked, a); !slices.Contains(o.features, f) {
				o.features = append(o.features, f)
			}
		}
		if len(o.features) > 1 {
			out = append(out, o)
		}
		if words != nil {
			if words[o.taken] == nil {
				words[o.taken] = map[string]int{}
			}
			words[o.taken][m.State.ActionString(m.Action)]++
		}
		return nil
	})
	return out, err
}

// gather fills the table from the games of a corpus, and returns their choices.
func (t *featureCounts) gather(ctx context.Context, c *corpus.Corpus, workers int) ([]choice, error) {
	lists := make([][]offer, len(c.Games))
	named := make([]map[feature]map[string]int, len(c.Games))
	err := eval.Each(ctx, workers, len(c.Games), func(i int) (err error) {
		named[i] = map[feature]map[string]int{}
		lists[i], err = t.offers(c, i, named[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	offered, taken, units := map[feature]int{}, map[feature]int{}, map[feature]int{}
	for _, list := range lists {
		met := map[[2]int]map[feature]bool{}
		for _, o := range list {
			taken[o.taken]++
			for _, f := range o.features {
				offered[f]++
				k := [2]int{o.unit}
				if met[k] == nil {
					met[k] = map[feature]bool{}
				}
				if !met[k][f] {
					met[k][f] = true
					units[f]++
				}
			}
		}
	}
	for f, n := range offered {
		p := float64(taken[f]) / float64(n)
		if float64(units[f]) >= seen*float64(len(c.Games)) && p >= rare && p <= 1-rare {
			t.list = append(t.list, f)
		}
	}
	// Those with the most to tell are kept: met by many, taken by some of them.
	worth := func(f feature) float64 {
		p := float64(taken[f]) / float64(offered[f])
		return p * (1 - p) * float64(units[f])
	}
	slices.SortFunc(t.list, func(a, b feature) int { return cmp.Or(cmp.Compare(worth(b), worth(a)), order(a, b)) })
	t.list = t.list[:min(mostFeatures, len(t.list))]
	slices.SortFunc(t.list, order)
	for i, f := range t.list {
		t.index[f] = i
		t.rate = append(t.rate, float64(taken[f])/float64(offered[f]))
		t.words = append(t.words, t.name(f, named))
	}
	return t.choices(lists), nil
}

func order(a, b feature) int {
	return slices.Compare([]int{a.question, a.block, a.place}, []int{b.question, b.block, b.place})
}

// choices turns offers into residuals.
func (t *featureCounts) choices(lists [][]offer) (out []choice) {
	for _, list := range lists {
		for _, o := range list {
			x := choice{unit: o.unit, question: o.question}
			for _, f := range o.features {
				i, ok := t.index[f]
				if !ok {
					continue
				}
				r := -t.rate[i]
				if f == o.taken {
					r++
				}
				x.features, x.residual = append(x.features, int32(i)), append(x.residual, float32(r))
			}
			if len(x.features) > 0 {
				out = append(out, x)
			}
		}
	}
	return out
}

// name returns the words of a feature: the words of its action that are met most often.
func (t *featureCounts) name(f feature, named []map[feature]map[string]int) string {
	question := t.question[0].Names[f.question]
	if f.place < 0 {
		return t.game.Spec().Actions[f.block].Name + " (" + question + ")"
	}
	total := map[string]int{}
	for _, m := range named {
		for text, n := range m[f] {
			total[text] += n
		}
	}
	best := ""
	for text, n := range total {
		if n > total[best] || n == total[best] && text < best {
			best = text
		}
	}
	return best + " (" + question + ")"
}

// prior is the number of further decisions without a preference that every seat is counted
// with, so that few decisions make no strong preference.
const prior = 2

// vectors sums the residuals of each unit, per decision of the question: what the seat
// prefers more than all seats do. stand says which choice stands in for which; nil: itself.
func (t *featureCounts) vectors(units int, choices []choice, stand []int) [][]float64 {
	out := make([][]float64, units)
	for i := range out {
		out[i] = make([]float64, len(t.list))
	}
	questions := len(t.question[0].Names)
	decided := make([]float64, units*questions)
	for i := range choices {
		x := &choices[i]
		decided[x.unit*questions+x.question]++
		from := x
		if stand != nil {
			from = &choices[stand[i]]
		}
		row := out[x.unit]
		for k, f := range from.features {
			row[f] += float64(from.residual[k])
		}
	}
	for u, row := range out {
		for f := range row {
			row[f] /= decided[u*questions+t.list[f].question] + prior
		}
	}
	return out
}

// scale returns the deviation of each column, 1 for one that does not vary.
func scale(rows [][]float64, width int) []float64 {
	out := make([]float64, width)
	for c := range out {
		sum, squares := 0., 0.
		for _, r := range rows {
			sum += r[c]
			squares += r[c] * r[c]
		}
		n := float64(len(rows))
		if out[c] = math.Sqrt(max(0, squares/n-sum*sum/n/n)); out[c] < 1e-9 {
			out[c] = 1
		}
	}
	return out
}

// shuffled returns a permutation that exchanges choices of one question.
func shuffled(choices []choice, rng env.Rand) []int {
	by := map[int][]int{}
	var questions []int
	for i := range choices {
		q := choices[i].question
		if by[q] == nil {
			questions = append(questions, q)
		}
		by[q] = append(by[q], i)
	}
	out := make([]int, len(choices))
	for _, q := range questions {
		from := slices.Clone(by[q])
		rng.Shuffle(len(from), func(a, b int) { from[a], from[b] = from[b], from[a] })
		for k, i := range by[q] {
			out[i] = from[k]
		}
	}
	return out
}
