package tictactoe

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

func mustNew(t testing.TB) *Game {
	t.Helper()
	g, err := New(Defaults())
	require.NoError(t, err)
	return g
}

// at marks cells, named and separated by spaces.
func at(t testing.TB, names string) *State {
	t.Helper()
	s := mustNew(t).NewInitialState().(*State)
	for name := range strings.FieldsSeq(names) {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
	}
	return s
}

func TestLawsCAL5(t *testing.T) { envtest.Run(t, mustNew(t)) }

// TestEndsCAL5 walks the whole tree; every end is judged from its picture.
func TestEndsCAL5(t *testing.T) {
	ends := map[float64]int{}
	var walk func(s *State)
	walk = func(s *State) {
		if s.CurrentPlayer() != env.Terminal {
			for _, a := range s.LegalActions(nil) {
				c := *s
				require.NoError(t, c.Apply(a))
				walk(&c)
			}
			return
		}
		var r [2]float64
		s.Returns(r[:])
		ends[r[0]]++
		x, o := rowOf(s.String(), "XXX"), rowOf(s.String(), "OOO")
		if (r[0] == 1) != x || (r[0] == -1) != o || r[0] != -r[1] {
			t.Fatalf("%s: returns %v", s, r)
		}
	}
	walk(mustNew(t).NewInitialState().(*State))
	assert.Equal(t, map[float64]int{1: 131184, -1: 77904, 0: 46080}, ends)
}

// rowOf looks for three equal marks in a picture such as "X.O/.X./...".
func rowOf(picture, row string) bool {
	p := strings.ReplaceAll(picture, "/", "")
	for _, line := range []string{"012", "345", "678", "036", "147", "258", "048", "246"} {
		if string([]byte{p[line[0]-'0'], p[line[1]-'0'], p[line[2]-'0']}) == row {
			return true
		}
	}
	return false
}

func TestObservation(t *testing.T) {
	s := at(t, "b2 a1 c3")
	o := make([]float32, mustNew(t).Spec().ObservationSize())
	s.Observe(1, o)
	assert.Equal(t, []float32{
		1, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 0, 0, 1, 0, 0, 0, 1,
		0, 1,
	}, o)
	s.Observe(0, o)
	assert.Equal(t, []float32{
		0, 0, 0, 0, 1, 0, 0, 0, 1,
		1, 0, 0, 0, 0, 0, 0, 0, 0,
		1, 0,
	}, o)
}

func TestQuestions(t *testing.T) {
	assert.Equal(t, AskCell, at(t, "b2 a1").Question())
	assert.Equal(t, AskNothing, at(t, "b2 a1 c3 a2 a3 c2 c1").Question())
	assert.Equal(t, Choice{Row: 1, Column: 2}, mustNew(t).Decode(5))
}

func TestTexts(t *testing.T) {
	s := at(t, "b2 a1 c3")
	assert.Equal(t, "O../.X./..X", s.String())
	assert.Equal(t, "1:b2a1c3", s.InformationState(1))
	assert.Equal(t, "Marking\nSeat 1 (you)  O · to act\nSeat 0  X\nBoard:\n  O . .\n  . X .\n  . . X\nWhich cell do you mark with O?\nThree in a row, a column or a diagonal win.", s.Text(1))
	assert.Contains(t, s.Text(0), "Seat 1 marks a cell.")
	assert.Contains(t, at(t, "b2 a1 c3 a2 a3 c2 c1").Text(0), "You won with three in a row.")
	assert.Contains(t, at(t, "b2 a1 a2 c2 b1 b3 a3 c1 c3").Text(0), "a draw")
}

func TestIllegalActions(t *testing.T) {
	for names, wrong := range map[string][]env.Action{
		"":                     {-1, 9, 1 << 20},
		"b2":                   {4, -9},
		"b2 a1 c3 a2 a3 c2 c1": {5},
	} {
		for _, a := range wrong {
			s := at(t, names)
			before := *s
			var illegal *env.IllegalActionError
			require.ErrorAs(t, s.Apply(a), &illegal, "%q %d", names, a)
			assert.Equal(t, a, illegal.Action)
			assert.NotEmpty(t, illegal.Reason)
			assert.Equal(t, before, *s)
		}
	}
}

func TestConservationFindsAWrongMark(t *testing.T) {
	s := at(t, "b2 a1 c3")
	require.NoError(t, s.Conservation())
	double, extra := *s, *s
	double.marks[1] |= double.marks[0]
	extra.marks[0] |= 1 << 7
	assert.Error(t, double.Conservation())
	assert.Error(t, extra.Conservation())
}
