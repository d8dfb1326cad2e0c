package darkhex

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

func newGame(t testing.TB, rows, columns int, v Variant) *Game {
	t.Helper()
	g, err := New(Config{Rows: rows, Columns: columns, Variant: v})
	require.NoError(t, err)
	return g
}

// at tries cells, named and separated by spaces.
func at(t testing.TB, g *Game, names string) *State {
	t.Helper()
	s := g.NewInitialState().(*State)
	for name := range strings.FieldsSeq(names) {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
	}
	return s
}

// On two by two, the whole tree is small enough to hold worlds to Bayes' rule.
func TestLawsCAL6(t *testing.T) {
	for _, g := range []*Game{newGame(t, 3, 2, Abrupt), newGame(t, 2, 2, Classical)} {
		t.Run(g.Spec().String(), func(t *testing.T) { envtest.Run(t, g, envtest.Options{Games: 50}) })
	}
}

// connected is a second implementation: it walks from stone to stone on a picture such as "XO/.X/.X".
func connected(picture string, letter byte) bool {
	rows := strings.Split(picture, "/")
	seen := map[[2]int]bool{}
	var walk func(r, c int) bool
	walk = func(r, c int) bool {
		if r < 0 || r == len(rows) || c < 0 || c == len(rows[0]) || rows[r][c] != letter || seen[[2]int{r, c}] {
			return false
		}
		seen[[2]int{r, c}] = true
		if letter == 'X' && r == len(rows)-1 || letter == 'O' && c == len(rows[0])-1 {
			return true
		}
		return walk(r, c+1) || walk(r, c-1) || walk(r+1, c) || walk(r-1, c) || walk(r-1, c+1) || walk(r+1, c-1)
	}
	for i := range max(len(rows), len(rows[0])) {
		if letter == 'X' && walk(0, i) || letter == 'O' && walk(i, 0) {
			return true
		}
	}
	return false
}

// Every end of a whole tree is judged from its picture: one seat alone is connected, and nobody before.
func TestEndsCAL6(t *testing.T) {
	for _, g := range []*Game{newGame(t, 2, 3, Classical), newGame(t, 2, 2, Abrupt)} {
		ends := map[float64]int{}
		var walk func(s *State)
		walk = func(s *State) {
			picture, _, _ := strings.Cut(s.String(), " ")
			x, o := connected(picture, 'X'), connected(picture, 'O')
			if s.CurrentPlayer() != env.Terminal {
				if x || o {
					t.Fatalf("%s: somebody is connected", s)
				}
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
			if (r[0] == 1) != x || (r[1] == 1) != o || x == o {
				t.Fatalf("%s: returns %v", s, r)
			}
		}
		walk(g.NewInitialState().(*State))
		assert.Len(t, ends, 2, "either seat can win")
	}
}

// A full board connects one seat, whatever is on it (Hex has no draw).
func TestNoBoardIsADraw(t *testing.T) {
	g := newGame(t, 3, 3, Classical)
	for x := range uint16(1) << 9 {
		assert.NotEqual(t, g.connects[0][x], g.connects[1][(1<<9-1)&^x], "%b", x)
	}
}

func TestATakenCell(t *testing.T) {
	s := at(t, newGame(t, 3, 2, Classical), "b1 b1")
	assert.Equal(t, env.Player(1), s.CurrentPlayer(), "seat 1 tries another cell")
	assert.Equal(t, []env.Action{0, 1, 3, 4, 5}, s.LegalActions(nil), "it knows that b1 is taken")
	assert.Equal(t, "0:b1", s.InformationState(0), "seat 0 hears nothing of it")
	assert.Equal(t, "1:.b1*", s.InformationState(1))
	s = at(t, newGame(t, 3, 2, Abrupt), "b1 b1")
	assert.Equal(t, env.Player(0), s.CurrentPlayer(), "the turn of seat 1 is over")
	assert.Equal(t, "0:b1.", s.InformationState(0))
}

func TestObservation(t *testing.T) {
	g := newGame(t, 3, 2, Classical)
	s := at(t, g, "b1 b1 a2 c1")
	o := make([]float32, g.Spec().ObservationSize())
	s.Observe(1, o)
	want := make([]float32, len(o))
	own, met, tries, seat := 0, 6, 12, 48
	want[own+1], want[met+2], want[tries+2], want[tries+6+1], want[seat+1] = 1, 1, 1, 1, 1
	assert.Equal(t, want, o)
}

func TestQuestions(t *testing.T) {
	s := at(t, newGame(t, 2, 2, Classical), "a1 a2 b1")
	assert.Equal(t, AskNothing, s.Question())
	assert.Equal(t, 0, s.Winner())
	assert.Equal(t, AskCell, at(t, newGame(t, 2, 2, Classical), "a1").Question())
	assert.Equal(t, Choice{Row: 2, Column: 1}, newGame(t, 3, 2, Classical).Decode(5))
}

func TestTexts(t *testing.T) {
	s := at(t, newGame(t, 3, 2, Classical), "b1 b1 a2")
	assert.Equal(t, ".O/X./.. 0:b1 1:b1* 1:a2", s.String())
	assert.Equal(t, "Placing\nSeat 0 (you)  X · to act\n  Your tries: b1\nSeat 1  O\nBoard:\n  . .\n  X .\n  . .\nWhere do you try to put a stone X?\nConnect the top row with the bottom row. A cell touches those beside it, above and below it, up to the right and down to the left.", s.Text(0))
	assert.Contains(t, s.Text(1), "Seat 0 looks for a cell.")
	assert.Contains(t, at(t, newGame(t, 2, 2, Classical), "a1 a2 b1").Text(0), "You have connected the top row with the bottom row.")
}

func TestIllegalActions(t *testing.T) {
	g := newGame(t, 2, 2, Classical)
	for names, wrong := range map[string][]env.Action{
		"":         {-1, 4, 9, 1 << 20},
		"a1 a1":    {0, -9},
		"a1 a2 b1": {3},
	} {
		for _, a := range wrong {
			s := at(t, g, names)
			before := *s
			var illegal *env.IllegalActionError
			require.ErrorAs(t, s.Apply(a), &illegal, "%q %d", names, a)
			assert.Equal(t, a, illegal.Action)
			assert.NotEmpty(t, illegal.Reason)
			assert.Equal(t, before, *s)
		}
	}
}

func TestConservationFindsAWrongStone(t *testing.T) {
	s := at(t, newGame(t, 3, 2, Classical), "b1 b1 a2")
	require.NoError(t, s.Conservation())
	double, extra, met := *s, *s, *s
	double.stones[1] |= double.stones[0]
	extra.stones[0] |= 1 << 4
	met.met[1] |= 1 << 5
	for _, wrong := range []*State{&double, &extra, &met} {
		assert.Error(t, wrong.Conservation())
	}
}

func TestWrongConfigurations(t *testing.T) {
	_, err := New(Config{Rows: 1, Columns: 4, Variant: "loud"})
	require.ErrorContains(t, err, "rows")
	require.ErrorContains(t, err, "columns")
	require.ErrorContains(t, err, "variant")
}
