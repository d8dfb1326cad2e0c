package options

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"ringer/report/corpus"
	"ringer/report/ratio"
)

// moment is a decision with a choice.
type moment struct {
	game, at, question int
}

// counts holds the decisions of one game.
type counts struct {
	asked, forced []int // [question]
	legal         []int // actions where there is a choice
	actions       map[key]*times
	moments       []moment
}

// key names an action by its question and its words.
type key struct {
	question int
	text     string
}

// times counts what became of an action.
type times struct {
	offered, taken int
	random         float64
	first          int // where it was legal first, in actions before it
}

// count counts in every game.
func count(ctx context.Context, c *Config) ([]counts, error) {
	out := make([]counts, len(c.Corpus.Games))
	err := corpus.Each(ctx, c.Workers, len(out), func(i int) error {
		q := corpus.NewQuestions(c.Corpus.Game.Spec())
		n := len(q.Names)
		t := counts{asked: make([]int, n), forced: make([]int, n), legal: make([]int, n), actions: map[key]*times{}}
		_, err := c.Corpus.Replay(i, func(m *corpus.Moment) error {
			k := q.Asked(m.State, m.Seat, m.Legal)
			t.asked[k]++
			if len(m.Legal) == 1 {
				t.forced[k]++
				return nil
			}
			t.legal[k] += len(m.Legal)
			t.moments = append(t.moments, moment{i, m.At, k})
			for _, a := range m.Legal {
				name := key{k, m.State.ActionString(a)}
				x := t.actions[name]
				if x == nil {
					x = &times{first: m.At}
					t.actions[name] = x
				}
				x.offered++
				x.random += 1 / float64(len(m.Legal))
				if a == m.Action {
					x.taken++
				}
			}
			return nil
		})
		out[i] = t
		return err
	})
	return out, err
}

// tallied is an action over all games.
type tallied struct {
	Action
	game, at int // where it was legal first
}

// listed is the number of actions of a question that a study lists.
const listed = 20

// sum fills in what is counted of a question, and returns all of its actions, the most
// often taken first.
func sum(out *Question, games []counts, k int) []tallied {
	forced, legal := ratio.Ratio{Name: "forced", Share: true}, ratio.Ratio{Name: "legal actions"}
	ratios := map[string]*ratio.Ratio{}
	found := map[string]*tallied{}
	for i := range games {
		g := &games[i]
		out.Times += g.asked[k]
		forced.Add(float64(g.forced[k]), float64(g.asked[k]))
		legal.Add(float64(g.legal[k]), float64(g.asked[k]-g.forced[k]))
		forced.Close()
		legal.Close()
		for name, x := range g.actions {
			if name.question != k {
				continue
			}
			t, r := found[name.text], ratios[name.text]
			if t == nil {
				t, r = &tallied{Action: Action{Text: name.text}, game: i, at: x.first}, &ratio.Ratio{Name: "taken", Share: true}
				found[name.text], ratios[name.text] = t, r
			}
			t.Offered += x.offered
			t.Random += x.random
			r.Add(float64(x.taken), float64(x.offered))
			r.Close()
		}
	}
	out.Forced, out.Legal = forced.Figure(), legal.Figure()
	names := slices.Sorted(maps.Keys(found))
	var all []tallied
	for _, name := range names {
		t := found[name]
		t.Taken = ratios[name].Figure()
		t.Random /= float64(t.Offered)
		all = append(all, *t)
	}
	often := func(t *tallied) float64 { return t.Taken.Value * float64(t.Offered) }
	slices.SortStableFunc(all, func(a, b tallied) int {
		return cmp.Or(cmp.Compare(often(&b), often(&a)), b.Offered-a.Offered, strings.Compare(a.Text, b.Text))
	})
	for _, t := range all[:min(listed, len(all))] {
		out.Actions = append(out.Actions, t.Action)
	}
	return all
}
