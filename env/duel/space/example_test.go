package space_test

import (
	"fmt"

	"ringer/env/duel/space"
)

// Two models stand on either side of a wall: do they see each other, and how long
// is the way around?
func ExampleScene() {
	m := space.Plains()
	m.Symmetry = space.SymmetryNone
	m.Types = []space.Type{{ID: "wall", Cover: true, Height: 2}}
	m.Pieces = []space.Piece{{Type: "wall", Rect: []float64{5, 3, 0.5, 2}}}
	s, err := space.NewScene(m, space.Options{Radius: 6 * space.Inch, Bases: []space.Base{space.Normal}})
	if err != nil {
		fmt.Println(err)
		return
	}
	var table space.Field
	a := space.Model{At: space.Point{X: 8, Y: 8}, Base: space.Normal}  // at 4, 4 inches
	b := space.Model{At: space.Point{X: 14, Y: 8}, Base: space.Normal} // at 7, 4
	fmt.Println("seen:", s.Sees(a, b, &table))

	r := space.NewReach(s)
	r.Find(a, space.Move{Allowance: 6 * space.Inch}, &table, nil)
	there := s.Disc().ID(b.At.Sub(a.At))
	fmt.Println("around the wall:", r.Cost(there), r.Path(there, nil))

	b.At = space.Point{X: 13, Y: 13}
	v := s.Sight(a, b, &table)
	fmt.Println("from behind the corner:", v.Visible, "of 9 points,", v.Cover, "cover")
	// Output:
	// seen: false
	// around the wall: 4.885" [(8,8) (9,5) (12,5) (14,8)]
	// from behind the corner: 6 of 9 points, light cover
}
