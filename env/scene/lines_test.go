package scene_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/scene"
)

func table() *scene.Scene {
	one := scene.Ref(1)
	return &scene.Scene{
		Phase: "Round 2 of 3", Viewer: 1, Clock: []scene.Meter{{ID: "v", Name: "Each Heat costs", Value: 3, Unit: "$"}},
		Seats: []scene.Seat{
			{Seat: 0, Marks: []string{"names " + env.Who(1)}, Meters: []scene.Meter{{ID: "m", Name: "Money", Value: -4, Unit: "$"}}},
			{Seat: 1, Acts: true},
		},
		Zones: []scene.Zone{
			{ID: "h", Title: "Your hand", Kind: "hand", Seat: one, Things: []scene.Thing{
				{ID: "a", Name: "Seat 2 discards", Text: "Gains $2.", Marks: []string{"in use"}},
				{ID: "b", Name: "Van"},
				{ID: "c", Name: "Van"},
				{ID: "k", Name: "Key", Under: "b"},
			}},
			{ID: "r", Title: "Record", Kind: "row", Seat: scene.Ref(0), Hidden: 2},
			{ID: "d", Title: "Discarded", Kind: "pile", Past: true, Things: []scene.Thing{{ID: "x", Name: "Mask"}}},
			{ID: "in", Title: "Below", In: "r", Kind: "row", Things: []scene.Thing{{ID: "y", Name: "Die"}}},
			{ID: "e", Title: "Empty", Kind: "row"},
		},
		Notes: []string{env.Upper(env.Who(1)) + " " + env.Does(1, "begins") + "."},
		Past:  []string{"It rained."},
		Ask:   &scene.Question{Text: "choose a card for " + env.Who(0)},
	}
}

func TestSceneInLines(t *testing.T) {
	assert.Equal(t, strings.TrimSpace(`
Round 2 of 3 · Each Heat costs $3
Seat 1 (you)  to act
  Your hand:
    Seat 2 discards [in use]: Gains $2.
    Van [Key]
    Van
Seat 0  Money -$4 · names you
  Record: 2 face down
    Below: Die
Discarded: Mask
You begin.
It rained.
choose a card for seat 0.`), scene.Text(table()))
}

func TestSceneInFewerLines(t *testing.T) {
	fewer := func(level int) string {
		w := scene.Writer{Level: level, Reading: env.As(env.Terminal, func(p env.Player) string { return []string{"Ada", "Bo"}[p] })}
		return strings.Join(w.Lines(table()), "\n")
	}
	assert.NotContains(t, fewer(1), "rained")
	assert.NotContains(t, fewer(1), "Mask")
	assert.Contains(t, fewer(1), "Gains $2.")
	mine := func(level int) string {
		w := scene.Writer{Level: level, Reading: env.As(1, nil)}
		return strings.Join(w.Lines(table()), "\n")
	}
	assert.Contains(t, mine(3), "    Seat 2 discards [in use]: Gains $2.\n")
	assert.Contains(t, mine(3), "Seat 0  Money -$4 · names you · Record: 2 face down · Below: Die\n")
	assert.Contains(t, mine(4), "  Your hand: Seat 2 discards [in use], Van [Key], Van\n")
	assert.Contains(t, mine(5), "to act · Your hand: Seat 2 discards [in use], Van [Key], Van\n")
	assert.Contains(t, fewer(4), "Ada  Money -$4 · names Bo · Record: 2 face down · Below: Die\n")
	for level := 1; level <= scene.Levels; level++ {
		assert.LessOrEqual(t, strings.Count(fewer(level), "\n"), strings.Count(fewer(level-1), "\n"), "level %d", level)
	}
}

// A thing with short words is called by them in a list, with what lies on it, and in full where
// its text is. A pile whose note counts its cards says so once.
func TestThingsInShort(t *testing.T) {
	me := scene.Ref(0)
	guard := scene.Thing{ID: "guard", Name: "Guard", Short: "guard 1: 2/1", Corner: "3", Text: "Shoots.", Meters: []scene.Meter{{ID: "armor", Name: "Armor"}}, Marks: []string{"slot 1"}}
	vest := scene.Thing{ID: "vest", Name: "Vest", Under: "guard"}
	sc := &scene.Scene{
		Phase: "Round 1", Seats: []scene.Seat{{}},
		Zones: []scene.Zone{
			{ID: "row", Title: "Row", Kind: "row", Seat: me, Things: []scene.Thing{guard, vest}},
			{ID: "hand", Title: "Hand", Kind: "hand", Seat: me, Things: []scene.Thing{guard}},
			{ID: "pile", Title: "Pile", Kind: "pile", Hidden: 3, Note: "3 cards"},
		},
	}
	text := scene.Text(sc)
	assert.Contains(t, text, "  Row: guard 1: 2/1 [Vest]\n")
	assert.Contains(t, text, "slot 1]: Shoots.")
	assert.Contains(t, text, "Pile (3 cards)")
	assert.NotContains(t, text, "face down")
}
