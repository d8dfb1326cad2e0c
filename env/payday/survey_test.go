package payday_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/payday"
)

// A survey gives the answers of HeisterAt, ColumnAt and OfficerAt, in random games of
// every card.
func TestSurveyIsWhatTheQuestionsSay(t *testing.T) {
	g := shipped()
	rng := env.Stream(6, "survey")
	var v payday.Survey // reused: nothing of an earlier table may stay
	s := g.NewInitialState().(*payday.State)
	first := g.NewInitialState()
	var legal []env.Action
	for range 12 {
		s.CopyFrom(first)
		for s.CurrentPlayer() != env.Terminal {
			s.Survey(&v)
			require.Equal(t, [2]int{s.Income(payday.Criminal), s.Income(payday.Police)}, v.Income)
			crew := 0
			for slot := range payday.MaxHeisters {
				if h, ok := s.HeisterAt(slot); ok {
					require.Equal(t, h, v.Heisters[crew])
					crew++
				}
			}
			require.Equal(t, crew, v.Crew)
			for col := range s.Columns() {
				c := s.ColumnAt(col)
				require.Equal(t, c, v.Columns[col])
				for d := c.Gone; d <= c.Obstacles; d++ {
					n := 0
					for slot := range payday.Slots {
						if o, ok := s.OfficerAt(col, d, slot); ok {
							require.Equal(t, o, v.Police[col][d][n], "column %d objective %d slot %d\n%s", col, d, slot, s)
							n++
						}
					}
					require.Equal(t, n, v.Posted[col][d])
				}
			}
			legal = s.LegalActions(legal[:0])
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
}
