package draw_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/duel/draw"
	"ringer/env/duel/space"
)

func scene(t testing.TB, name string) *space.Scene {
	m := space.Plains()
	require.NoError(t, configs.ReadAll(&m, configs.Named("games/duel/terrain", "book"), configs.Named("games/duel/maps", name)))
	s, err := space.NewScene(m, space.Options{Radius: 4 * space.Inch, Bases: []space.Base{space.Normal}})
	require.NoError(t, err)
	return s
}

// busy returns a picture with everything in it.
func busy(t testing.TB, name string) *draw.Picture {
	s := scene(t, name)
	var f space.Field
	var free []space.Point
	for i := range s.Points() {
		if p := s.PointAt(i); s.Standable(p, space.Normal, &f) && (p.X+p.Y)%7 == 0 {
			free = append(free, p)
		}
	}
	models := []space.Model{
		{At: free[len(free)/4], Base: space.Normal}, {At: free[len(free)/2], Base: space.Normal, Prone: true}, {At: free[3*len(free)/4], Base: space.Normal},
	}
	f.PutMob(space.Mob{At: free[len(free)-3], Radius: 3 * space.Inch / 2})
	p := pictureOf(s, &f, models)
	p.Models[0].Acting, p.Models[0].Note, p.Models[2].Facing = true, "treasure", 2
	r := space.NewReach(s)
	r.Find(models[0], space.Move{Allowance: 4 * space.Inch}, &f, models[1:])
	p.Reach = reached(s, r, models[0].At)
	for i, m := range models[1:] {
		v := s.Sight(models[0], m, &f)
		p.Lines = append(p.Lines, draw.Line{
			From: p.Models[0].At, To: p.Models[i+1].At, Clear: v.Cover == space.NoCover, Blocked: !v.Sees,
		})
	}
	return p
}

// Every drawing is well-formed, the same each time, and holds every part of the
// picture.
func TestSVG(t *testing.T) {
	out := os.Getenv("RINGER_DRAWINGS") // a folder to look at them
	for _, name := range configs.Names("games/duel/maps") {
		p := busy(t, name)
		p.Title = "<" + name + "> & co"
		svg := draw.SVG(p)
		assert.Equal(t, svg, draw.SVG(p))
		elements := map[string]int{}
		for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, name)
			if e, ok := token.(xml.StartElement); ok {
				elements[e.Name.Local]++
				for _, a := range e.Attr {
					assert.NotContains(t, a.Value, "NaN")
				}
			}
		}
		assert.Equal(t, 1, elements["svg"])
		assert.GreaterOrEqual(t, elements["rect"], len(p.Reach))
		assert.GreaterOrEqual(t, elements["polygon"]+elements["circle"], len(p.Map.Pieces)+len(p.Models))
		assert.Contains(t, string(svg), "&lt;"+name+"&gt; &amp; co")
		assert.Contains(t, string(svg), "treasure")
		if out != "" {
			require.NoError(t, os.WriteFile(filepath.Join(out, name+".svg"), svg, 0o600))
		}
	}
}

// Pieces that are gone are not drawn; pieces that have been added are.
func TestSVGFollowsTheField(t *testing.T) {
	s := scene(t, "forest")
	tree := -1
	for i := range s.Pieces() {
		if s.TypeOf(i).Kind == space.Tree {
			tree = i
		}
	}
	require.GreaterOrEqual(t, tree, 0)
	var f space.Field
	before := bytes.Count(draw.SVG(pictureOf(s, &f, nil)), []byte("<circle"))
	for d := range space.Directions {
		if log, ok := s.Topple(tree, d, &f, nil); ok {
			f.Remove(tree)
			f.Put(log)
			break
		}
	}
	require.Len(t, f.Added(), 1)
	svg := draw.SVG(pictureOf(s, &f, nil))
	assert.Equal(t, before-1, bytes.Count(svg, []byte("<circle")))
	assert.Contains(t, string(svg), "#8b6b43")
}

// Shades are drawn as squares of the lattice, darker for greater weights, with
// their notes on them; the picture's notes stand below the table.
func TestHeatAndNotes(t *testing.T) {
	s := scene(t, "crossroads")
	var f space.Field
	p := pictureOf(s, &f, nil)
	plain := string(draw.SVG(p))
	p.Heat = []draw.Shade{{At: space.Spot{2, 2}, Weight: 1, Note: "60%"}, {At: space.Spot{3, 2}, Weight: .25}, {At: space.Spot{4, 2}}}
	p.Notes = []string{"40% <interact>"}
	svg := string(draw.SVG(p))
	assert.Equal(t, 2, strings.Count(svg, `width="22" height="22" fill-opacity`), "no weight, no square")
	assert.Contains(t, svg, `fill-opacity="0.85"`)
	assert.Contains(t, svg, `fill-opacity="0.47"`, "less than half as dark at a quarter of the weight")
	assert.Contains(t, svg, ">60%</text>")
	assert.Contains(t, svg, "40% &lt;interact&gt;")
	assert.NotContains(t, plain, "fill-opacity=\"0.85\"")
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := decoder.Token(); err != nil {
			require.ErrorIs(t, err, io.EOF)
			break
		}
	}
}

// pictureOf returns a picture of the map and field of a scene, with its objective as a
// token, and the models in the order of their seats.
func pictureOf(s *space.Scene, f *space.Field, models []space.Model) *draw.Picture {
	p := &draw.Picture{Map: s.Map(), Field: *f, Title: s.Map().Title}
	p.Tokens = append(p.Tokens, draw.Token{At: draw.Place(s, s.Objective()), Label: "$"})
	for i, m := range models {
		if m.At == space.Nowhere {
			continue
		}
		p.Models = append(p.Models, draw.Figure{
			At: draw.Place(s, m.At), Radius: m.Base.Radius().Inches(), Seat: i, Name: string(rune('A' + i%26)), Prone: m.Prone,
			Height: s.Height(m.At, f).Inches(),
		})
	}
	return p
}

// reached returns the places, in inches, that r has found for a Move of a model at from.
func reached(s *space.Scene, r *space.Reach, from space.Point) (spots []space.Spot) {
	for _, id := range r.IDs(nil) {
		spots = append(spots, draw.Place(s, from.Add(s.Disc().Offset(int(id)))))
	}
	return spots
}
