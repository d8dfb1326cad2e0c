package draw_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/configs"
	"ringer/env/duel/draw"
	"ringer/env/duel/space"
)

// A picture fits its room, whatever that is, shows the acting model, and where there is
// room all others and every place within reach.
func TestFitKeepsToItsRoom(t *testing.T) {
	for _, name := range configs.Names("games/duel/maps") {
		p := busy(t, name)
		for _, room := range [][2]int{{0, 0}, {120, 40}, {80, 24}, {50, 18}, {36, 12}, {14, 6}} {
			lines := draw.Fit(p, room[0], room[1])
			text := strings.Join(lines, "\n")
			for _, line := range lines {
				if room[0] > 0 {
					assert.LessOrEqual(t, len([]rune(line)), room[0], "%s in %v:\n%s", name, room, text)
				}
			}
			if room[1] > 0 {
				assert.LessOrEqual(t, len(lines), room[1], "%s in %v:\n%s", name, room, text)
			}
			assert.Contains(t, text, "[A", "%s in %v:\n%s", name, room, text)
			if room[0] == 0 {
				assert.Contains(t, text, "B")
				assert.Contains(t, text, "C")
				assert.Contains(t, text, "·")
			}
		}
	}
}

func TestFitChoosesItsView(t *testing.T) {
	m := space.Plains()
	m.Width, m.Depth, m.Step = 6, 6, 0.5
	m.Symmetry = space.SymmetryNone
	m.Types = []space.Type{{ID: "wall", Title: "Wall", Cover: true, Height: 2, Symbol: "#"}}
	m.Pieces = []space.Piece{{Type: "wall", Rect: []float64{4, 4, 0.5, 1}}}
	p := &draw.Picture{
		Map:    &m,
		Models: []draw.Figure{{At: space.Spot{1, 1}, Name: "A1", Acting: true}, {At: space.Spot{5, 4}, Name: "B"}, {At: space.Spot{5, 5}, Name: "C", Prone: true}},
		Reach:  []space.Spot{{0.5, 1}, {1.5, 1}, {1, 2}},
	}
	crop := draw.Fit(p, 17, 9)
	assert.Equal(t, strings.Join([]string{
		"   ┌────────────┐",
		"   │            │",
		" 2 │    ·       │",
		"   │            │",
		" 1 │  ·[A1·     │",
		"   │            │",
		" 0 │            │",
		"   └────────────┘",
		"    0       2",
	}, "\n"), strings.Join(crop, "\n"), "the part with all places within reach")
	assert.Equal(t, "# wall, [ ] acts, _ prone", draw.Signs(p))
	p.Reach = nil
	half := draw.Fit(p, 20, 11)
	assert.Equal(t, strings.Join([]string{
		"   ┌─────────────┐",
		" 6 │             │",
		" 5 │        ##C_ │",
		" 4 │        ##B  │",
		" 3 │             │",
		" 2 │             │",
		" 1 │ [A1]        │",
		" 0 │             │",
		"   └─────────────┘",
		"    0   2   4   6",
	}, "\n"), strings.Join(half, "\n"), "the whole table in half size")
}
