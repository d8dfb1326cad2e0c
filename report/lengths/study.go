package lengths

import (
	"cmp"
	"context"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// Study holds the length of the games of a corpus and what they never met.
type Study struct {
	Game   string   `json:"game"`
	Agents []string `json:"agents"`
	Seed   uint64   `json:"seed"`
	Games  int      `json:"games"`

	Decisions ratio.Spread `json:"decisions"` // of all seats in a game, forced ones too
	Choices   ratio.Spread `json:"choices"`   // decisions with two legal actions or more
	Actions   ratio.Spread `json:"actions"`   // chance included

	// Rounds counts the rounds of a game, by the name that its rule book has for one; nil
	// where it counts none.
	Rounds *ratio.Spread `json:"rounds,omitempty"`
	Unit   string        `json:"unit,omitempty"`

	// Bound is the largest number of decisions that the spec states, and AtBound the share
	// of the games that had as many. A cap on rounds is an ending, which package ends
	// counts.
	Bound   int          `json:"bound"`
	AtBound ratio.Figure `json:"at_bound"`

	Questions []Question  `json:"questions"` // all that the game can ask, in the order of its spec
	Blocks    []Block     `json:"blocks"`    // of actions, in the order of the spec
	Unused    []Action    `json:"unused"`    // legal and never taken; the most often legal first
	Flags     []flag.Flag `json:"flags,omitempty"`
}

// Question counts how often a seat is asked something.
type Question struct {
	Name  string       `json:"name"`
	Kind  string       `json:"kind"`
	Times int          `json:"times"` // in all games
	Met   ratio.Figure `json:"met"`   // share of the games in which it was asked
}

// Block holds what became of the actions of a block.
type Block struct {
	Name  string       `json:"name"`
	Doc   string       `json:"doc,omitempty"`
	Size  int          `json:"size"`  // ids
	Legal int          `json:"legal"` // ids that were ever legal
	Used  int          `json:"used"`  // ids that were ever taken
	Never []int        `json:"never"` // places in the block of the ids that were never legal
	Met   ratio.Figure `json:"met"`   // share of the games in which one of them was taken
}

// Action is an action that was legal and never taken where there was a choice.
type Action struct {
	ID    env.Action   `json:"id"`
	Block string       `json:"block"`
	Place int          `json:"place"` // in the block
	Text  string       `json:"text"`  // where it was legal first
	Legal int          `json:"legal"` // times, where there was a choice
	Games int          `json:"games"` // in which it was legal
	Share ratio.Figure `json:"share"` // of those games in which it was taken: 0, with its upper bound

	example flag.Example
}

// tally counts in one game.
type tally struct {
	decisions, choices int
	rounds             int
	unit               string
	asked              []int
	taken              map[env.Action]bool
	legal              map[env.Action]int
	first              map[env.Action]seen
}

type seen struct {
	at   int
	text string
}

// Of counts in the games of a corpus. Results do not depend on the workers.
func Of(ctx context.Context, c *corpus.Corpus, workers int) (*Study, error) {
	spec := c.Game.Spec()
	games := make([]tally, len(c.Games))
	err := eval.Each(ctx, workers, len(games), func(i int) (err error) {
		games[i], err = count(c, i)
		return err
	})
	if err != nil {
		return nil, err
	}
	s := &Study{Game: spec.String(), Agents: c.Agents, Seed: c.Seed, Games: len(games), Bound: spec.MaxGameLength}
	var decisions, choices, actions []float64
	longest := 0.
	for i := range games {
		decisions = append(decisions, float64(games[i].decisions))
		choices = append(choices, float64(games[i].choices))
		actions = append(actions, float64(len(c.Games[i].History)))
		if games[i].decisions >= spec.MaxGameLength {
			longest++
		}
	}
	s.Decisions, s.Choices, s.Actions = ratio.SpreadOf("decisions", decisions), ratio.SpreadOf("choices", choices), ratio.SpreadOf("actions", actions)
	if s.Unit = games[0].unit; s.Unit != "" {
		var rounds []float64
		for i := range games {
			rounds = append(rounds, float64(games[i].rounds))
		}
		x := ratio.SpreadOf("rounds", rounds)
		s.Rounds = &x
	}
	s.AtBound = ratio.OfShare("at bound", longest, len(games), eval.Confidence)
	q := corpus.NewQuestions(spec)
	for k, name := range q.Names {
		met, times := 0., 0
		for i := range games {
			times += games[i].asked[k]
			met += float64(min(1, games[i].asked[k]))
		}
		s.Questions = append(s.Questions, Question{Name: name, Kind: q.Kinds[k], Times: times, Met: ratio.OfShare("met", met, len(games), eval.Confidence)})
	}
	s.blocks(spec, games)
	s.unused(c, games)
	return s, nil
}

// count counts in one game.
func count(c *corpus.Corpus, game int) (tally, error) {
	q := corpus.NewQuestions(c.Game.Spec())
	t := tally{asked: make([]int, len(q.Names)), taken: map[env.Action]bool{}, legal: map[env.Action]int{}, first: map[env.Action]seen{}}
	end, err := c.Replay(game, func(m *corpus.Moment) error {
		t.decisions++
		t.asked[q.Asked(m.State, m.Seat, m.Legal)]++
		t.taken[m.Action] = true
		choice := 0
		if len(m.Legal) > 1 {
			t.choices++
			choice = 1
		}
		for _, a := range m.Legal {
			t.legal[a] += choice
			if _, ok := t.first[a]; !ok && choice == 1 {
				t.first[a] = seen{m.At, m.State.ActionString(a)}
			}
		}
		return nil
	})
	if r, ok := env.UnwrapState(end).(env.RoundCounter); ok {
		t.rounds, t.unit = r.RoundsBegun()
	}
	return t, err
}

// Pace is how many seconds people take for a choice, where nothing else is known of them.
const Pace = 12

// Minutes returns how long games with these choices are at a table where people decide one
// after the other, at Pace.
func Minutes(choices ratio.Spread) ratio.Spread {
	for _, x := range []*float64{
		&choices.Mean.Value, &choices.Mean.Low, &choices.Mean.High, &choices.Min, &choices.P10, &choices.P25, &choices.Median, &choices.P75, &choices.P90, &choices.Max,
	} {
		*x *= Pace / 60.
	}
	return choices
}

// blocks sums up the blocks of actions.
func (s *Study) blocks(spec *env.Spec, games []tally) {
	from := env.Action(0)
	for _, b := range spec.Actions {
		out := Block{Name: b.Name, Doc: b.Doc, Size: b.Size(), Never: []int{}}
		met := make([]bool, len(games))
		for place := range b.Size() {
			legal, used := false, false
			for i := range games {
				_, ok := games[i].legal[from+env.Action(place)]
				legal = legal || ok
				if games[i].taken[from+env.Action(place)] {
					used, met[i] = true, true
				}
			}
			if used {
				out.Used++
			}
			if legal {
				out.Legal++
			} else {
				out.Never = append(out.Never, place)
			}
		}
		n := 0.
		for _, m := range met {
			if m {
				n++
			}
		}
		out.Met = ratio.OfShare("met", n, len(games), eval.Confidence)
		s.Blocks = append(s.Blocks, out)
		from += env.Action(b.Size())
	}
}

// unused lists the actions that were legal and never taken.
func (s *Study) unused(c *corpus.Corpus, games []tally) {
	from := env.Action(0)
	for _, b := range c.Game.Spec().Actions {
		for place := range b.Size() {
			id := from + env.Action(place)
			a := Action{ID: id, Block: b.Name, Place: place}
			taken := false
			for i := range games {
				taken = taken || games[i].taken[id]
				n := games[i].legal[id]
				a.Legal += n
				if n == 0 {
					continue
				}
				if a.Games++; a.Games == 1 {
					a.Text = games[i].first[id].text
					a.example = flag.Example{History: c.Games[i].History, At: games[i].first[id].at}
				}
			}
			if !taken && a.Games > 0 {
				a.Share = ratio.OfShare("taken", 0, a.Games, eval.Confidence)
				s.Unused = append(s.Unused, a)
			}
		}
		from += env.Action(b.Size())
	}
	slices.SortStableFunc(s.Unused, func(a, b Action) int { return cmp.Or(b.Games-a.Games, b.Legal-a.Legal) })
	const (
		enough = .05 // the largest share of games in which it may still be taken
		few    = 40  // ids of a block whose actions are worth a word each: of many places most are never taken
	)
	small := map[string]bool{}
	for _, b := range s.Blocks {
		small[b.Name] = b.Size <= few
	}
	for _, a := range s.Unused {
		if a.Share.High < enough && small[a.Block] {
			s.Flags = append(s.Flags, flag.Flag{
				Kind: "never-used", Subject: a.Text, Words: words(&a), Effect: 0, Low: 0, High: a.Share.High, N: a.Games,
				Examples: []flag.Example{a.example},
			})
		}
	}
}
