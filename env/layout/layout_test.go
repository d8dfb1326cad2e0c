package layout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/layout"
)

const (
	rowThere = iota
	rowX
	rowColumns
)

var row = layout.Table{
	rowThere: layout.Flag("is there", ""),
	rowX:     {Name: "x", Min: -4, Max: 4, Unit: "12 inches"},
}

func Example() {
	var b layout.Builder
	seats := layout.Seats(3)
	hand := b.Add(layout.Field{Name: "hand", Columns: layout.Counted(2, "ace", "king"), Vocab: "card"})
	pieces := b.Add(layout.Field{Name: "pieces", Rows: seats.Names(), Columns: row, Set: true})
	spec := (&env.Spec{
		Name: "toy", Version: 1, Players: 3, MinPlayers: 3, MaxPlayers: 3, MaxGameLength: 1,
		Actions: []env.Block{{Name: "go", Shape: []int{1}}}, Observation: b.Fields(),
		Utility: env.ZeroSum, MinUtility: -1, MaxUtility: 1, Configuration: []byte("{}"),
	}).Seal()

	dst := make([]float32, spec.ObservationSize())
	layout.Counts(hand.In(dst), []uint8{2, 1})
	mine := pieces.Row(dst, seats.Relative(2, 1))
	mine[rowThere], mine[rowX] = 1, -0.5
	for _, line := range layout.Describe(spec, dst) {
		fmt.Println(line)
	}
	// Output:
	// hand: ace 2, king
	// pieces[left 2]: is there, x -0.5
}

func TestFieldsComeFromTheirTables(t *testing.T) {
	var b layout.Builder
	one := b.Add(layout.Field{Name: "one", Doc: "a number", Columns: layout.One("dollars", -1, 5, "20 dollars")})
	many := b.Add(layout.Field{Name: "many", Rows: layout.Numbered("row", 2), Columns: row})
	deep := b.Add(layout.Field{Name: "deep", Rows: layout.Numbered("row", 6), Columns: layout.Flags("a", "b"), Shape: []int{2, 3, 2}})
	assert.Equal(t, layout.Span{At: 0, Rows: 1, Width: 1}, one)
	assert.Equal(t, layout.Span{At: 1, Rows: 2, Width: rowColumns}, many)
	assert.Equal(t, layout.Span{At: 5, Rows: 6, Width: 2}, deep)
	assert.Equal(t, 17, b.Size())
	fields := b.Fields()
	assert.Equal(t, []int{1}, fields[0].Shape)
	assert.Equal(t, []int{2, 2}, fields[1].Shape)
	assert.Equal(t, []int{2, 3, 2}, fields[2].Shape)
	assert.Equal(t, float32(-4), fields[1].Min, "the widest bounds of the columns")
	assert.Equal(t, float32(4), fields[1].Max)
	assert.False(t, layout.Span{}.Exists())
	assert.True(t, one.Exists())
}

func TestATableThatContradictsItselfPanics(t *testing.T) {
	for name, f := range map[string]layout.Field{
		"a constant without a label": {Name: "f", Columns: layout.Table{rowX: {Name: "x"}}},
		"a label twice":              {Name: "f", Columns: layout.Flags("x", "x")},
		"no columns":                 {Name: "f"},
		"bounds the wrong way":       {Name: "f", Columns: layout.One("x", 1, 0, "")},
		"another shape":              {Name: "f", Columns: layout.Flags("x", "y"), Shape: []int{2, 2}},
		"the columns not last":       {Name: "f", Columns: layout.Flags("x", "y"), Rows: layout.Numbered("r", 3), Shape: []int{2, 3}},
	} {
		assert.Panics(t, func() { new(layout.Builder).Add(f) }, name)
	}
}

// Swapping two labels of a table changes what transcripts say.
func TestSwappedLabelsShow(t *testing.T) {
	describe := func(columns layout.Table) []string {
		var b layout.Builder
		span := b.Add(layout.Field{Name: "f", Columns: columns})
		dst := make([]float32, b.Size())
		span.In(dst)[rowThere] = 1
		return layout.Describe(&env.Spec{Observation: b.Fields()}, dst)
	}
	assert.NotEqual(t, describe(row), describe(layout.Table{row[1], row[0]}))
}

func TestSeats(t *testing.T) {
	for n := 1; n <= 6; n++ {
		seats := layout.Seats(n)
		assert.Len(t, seats.Names(), n)
		assert.Equal(t, seats.Names()[1:], seats.Others())
		assert.Len(t, seats.Fixed(), n)
		assert.Equal(t, fmt.Sprintf("seat %d", n-1), seats.Fixed()[n-1])
		for p := range n {
			for k := range n {
				assert.Equal(t, (p+k)%n, seats.Absolute(p, k))
				assert.Equal(t, k, seats.Relative(p, seats.Absolute(p, k)))
			}
		}
	}
}

type config struct {
	Players int
	Rows    []int
	Talk    string
	Fast    bool
}

var knobs = layout.Knobs[config]{
	layout.Count("players", func(c *config) *int { return &c.Players }, 4, 3, 5, "seats at the table"),
	layout.Ints("rows", func(c *config) *[]int { return &c.Rows }, []int{1, 2}, 0, 9, "what a row costs"),
	layout.Choice("talk", func(c *config) *string { return &c.Talk }, "off", "table talk", "off", "claims"),
	layout.Switch("fast", func(c *config) *bool { return &c.Fast }, false, "one heist"),
}

func TestKnobs(t *testing.T) {
	var c config
	knobs.Reset(&c)
	assert.Equal(t, config{Players: 4, Rows: []int{1, 2}, Talk: "off"}, c)
	var faults env.Faults
	knobs.Validate(&c, &faults)
	assert.NoError(t, faults.Err())

	c = config{Players: 6, Rows: []int{1, 20}, Talk: "shout", Fast: true}
	knobs.Validate(&c, &faults)
	assert.EqualError(t, faults.Err(), "players: 6: want a number from 3 to 5\nrows[1]: 20: want a number from 0 to 9\ntalk: shout: want off or claims")
	assert.Equal(t, []env.Parameter{
		{Name: "players", Value: "6", Default: "4", Choices: []string{"3", "4", "5"}, Doc: "seats at the table"},
		{Name: "rows", Value: "[1,20]", Default: "[1,2]", Doc: "what a row costs"},
		{Name: "talk", Value: "shout", Default: "off", Choices: []string{"off", "claims"}, Doc: "table talk"},
		{Name: "fast", Value: "true", Default: "false", Choices: []string{"false", "true"}, Doc: "one heist"},
	}, knobs.Parameters(&c))

	// Another default of one does not reach the defaults of the table.
	knobs.Reset(&c)
	c.Rows[0] = 7
	knobs.Reset(&c)
	assert.Equal(t, []int{1, 2}, c.Rows)
}
