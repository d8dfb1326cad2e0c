package scene_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/scene"
)

// walled returns a table with a wall and a base for each sign: at a point, and with its marks.
func walled(step float64, wall []scene.Point, bases ...scene.Base) *scene.Scene {
	sc := &scene.Scene{Map: &scene.Map{Width: 6, Height: 6, Step: step, Bases: bases}, Zones: []scene.Zone{{ID: "z"}}}
	sc.Map.Shapes = []scene.Shape{{ID: "w", Kind: "block", Name: "Wall", Sign: "#", Points: wall}, {ID: "s", Kind: "sight", Points: []scene.Point{{X: 0, Y: 0}, {X: 6, Y: 6}}}}
	for i := range bases {
		name := bases[i].Thing
		if name == "$" {
			name = "Treasure"
		} else {
			sc.Map.Bases[i].Seat = scene.Ref(0)
		}
		sc.Zones[0].Things = append(sc.Zones[0].Things, scene.Thing{ID: bases[i].Thing, Name: name, Corner: bases[i].Thing})
	}
	return sc
}

func box(x, y, wide, high float64) []scene.Point {
	return []scene.Point{{X: x, Y: y}, {X: x + wide, Y: y}, {X: x + wide, Y: y + high}, {X: x, Y: y + high}}
}

func base(sign string, x, y float64, marks ...string) scene.Base {
	return scene.Base{Thing: sign, At: scene.Point{X: x, Y: y}, Marks: marks}
}

func asking(points ...scene.Point) *scene.Question {
	q := &scene.Question{Text: "Where?"}
	for i := range points {
		q.Choices = append(q.Choices, scene.Choice{Action: env.Action(i), Point: &points[i]})
	}
	return q
}

func TestDraw(t *testing.T) {
	sc := walled(1, box(2, 2, 0.5, 1), base("$", 3, 3), base("A", 1, 1, scene.BaseActs), base("B", 5, 4, scene.BaseLies))
	sc.Ask = asking(scene.Point{X: 1, Y: 0}, scene.Point{X: 1, Y: 1}, scene.Point{X: 2, Y: 1})
	assert.Equal(t, strings.Join([]string{
		"   ┌──────────────┐",
		" 6 │              │",
		" 5 │              │",
		" 4 │          B_  │",
		" 3 │    ##$       │",
		" 2 │    ##        │",
		" 1 │ [A]·         │",
		" 0 │  ·           │",
		"   └──────────────┘",
		"    0   2   4   6",
	}, "\n"), strings.Join(scene.Draw(sc, 0, 0), "\n"))
	assert.Equal(t, "# wall, $ treasure, [ ] acts, _ prone", new(scene.Writer).Legend(sc))
	sc.Map.Step = 0
	assert.Nil(t, scene.Draw(sc, 0, 0), "nothing stands on a lattice")
	assert.Nil(t, scene.Draw(&scene.Scene{}, 0, 0))
}

func ExampleDraw() {
	sc := walled(1, box(2, 2, 2, 2), base("A", 1, 1))
	fmt.Println(strings.Join(scene.Draw(sc, 0, 0), "\n"))
	// Output:
	//    ┌──────────────┐
	//  6 │              │
	//  5 │              │
	//  4 │    #####     │
	//  3 │    #####     │
	//  2 │    #####     │
	//  1 │  A           │
	//  0 │              │
	//    └──────────────┘
	//     0   2   4   6
}

func TestDrawChoosesItsView(t *testing.T) {
	sc := walled(0.5, box(4, 4, 0.5, 1), base("A1", 1, 1, scene.BaseActs), base("B", 5, 4), base("C", 5, 5, scene.BaseLies))
	sc.Ask = asking(scene.Point{X: 0.5, Y: 1}, scene.Point{X: 1.5, Y: 1}, scene.Point{X: 1, Y: 2})
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
	}, "\n"), strings.Join(scene.Draw(sc, 17, 9), "\n"), "the part with all points to choose")
	sc.Ask = nil
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
	}, "\n"), strings.Join(scene.Draw(sc, 20, 11), "\n"), "the whole map in half size")
}
