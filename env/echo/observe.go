package echo

import (
	"fmt"

	"ringer/env"
	"ringer/env/layout"
)

// spans says where the fields of the observation lie.
type spans struct{ round, past layout.Span }

// lay lays the fields of the observation one after the other.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	g.spans = spans{round: b.Add(layout.Field{
		Name: "round", Columns: layout.Flags(layout.Numbered("round", g.config.Rounds)...), Doc: "one-hot: the round to guess in; zero at the end",
	})}
	if rows := min(g.config.Recall, g.config.Rounds-1); rows > 0 {
		ago := make([]string, rows)
		for i := range ago {
			ago[i] = fmt.Sprintf("%d ago", i+1)
		}
		var guesses, shown []string
		for _, name := range g.signNames() {
			guesses, shown = append(guesses, "guessed "+name), append(shown, "shown "+name)
		}
		g.spans.past = b.Add(layout.Field{
			Name: "past", Rows: ago, Sequence: true,
			Columns: layout.Table{layout.Flag("there", "the round was played")}.Then(layout.Flags(guesses...), layout.Flags(shown...)),
			Doc:     "the rounds before: what the seat guessed and what the echo showed, one-hot each",
		})
	}
	return b.Fields()
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	if p != 0 || len(dst) != s.game.spec.ObservationSize() {
		panic("echo: Observe needs seat 0 and Spec.ObservationSize() elements")
	}
	clear(dst)
	at := &s.game.spans
	if s.actor != env.Terminal {
		dst[at.round.At+int(s.round)] = 1
	}
	for i := range min(at.past.Rows, int(s.round)) {
		row, past := at.past.Row(dst, i), int(s.round)-1-i
		row[0] = 1
		row[1+s.guesses[past]] = 1
		row[1+s.game.config.Signs+int(s.shown[past])] = 1
	}
}

// InformationState implements env.InfoStater: guess and sign of every round, as in "0: AB BB A" with a last
// guess that is not answered yet; before the habit is dealt "0:?".
func (s *State) InformationState(p env.Player) string {
	var stack [3*MaxRounds + 8]byte
	b := append(stack[:0], '0'+byte(p), ':')
	if s.habit == none {
		b = append(b, '?')
	}
	return string(s.appendRounds(b))
}

// appendRounds appends guess and sign of every round.
func (s *State) appendRounds(b []byte) []byte {
	for i := range s.round {
		b = append(b, ' ', 'A'+byte(s.guesses[i]), 'A'+byte(s.shown[i]))
	}
	if s.guess != none {
		b = append(b, ' ', 'A'+byte(s.guess))
	}
	return b
}

// ResampleFromInfoState implements env.Resampler: the habit is drawn anew, by Bayes' rule from what the echo
// has shown.
func (s *State) ResampleFromInfoState(_ env.Player, rng env.Rand) env.State {
	c := *s
	if s.habit == none {
		return &c
	}
	odds := s.odds()
	draw, total := rng.Float64(), 0.0
	for habit, p := range odds[:s.game.habits()] {
		if p == 0 {
			continue
		}
		c.habit = int8(habit) // the last one stands if rounding leaves a rest
		if total += p; draw < total {
			break
		}
	}
	return &c
}

// odds returns the probability of every habit, given what the echo has shown.
func (s *State) odds() (odds [MaxLag * MaxSigns]float64) {
	total := 0.0
	for habit := range s.game.habits() {
		p := 1.0
		for round := range int(s.round) {
			p *= s.likely(int8(habit), round, s.shown[round])
		}
		odds[habit] = p
		total += p
	}
	for habit := range odds {
		odds[habit] /= total
	}
	return odds
}

// Forgotten implements env.Forgetter: a table that shows few rounds leaves the others to memory.
func (g *Game) Forgotten() []env.TextException {
	if g.config.Recall >= g.config.Rounds-1 {
		return nil
	}
	return []env.TextException{{Pattern: ".+", Reason: "the table shows only the last rounds (recall)"}}
}
