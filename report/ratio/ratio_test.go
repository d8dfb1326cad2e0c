package ratio

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// of makes the figure of cases by game: wins out of games.
func of(share bool, games ...[2]float64) Figure {
	r := &Ratio{Name: "x", Share: share}
	for _, g := range games {
		r.Add(g[0], g[1])
		r.Close()
	}
	return r.Figure()
}

func TestFigureOfIndependentGames(t *testing.T) {
	var games [][2]float64
	for i := range 100 {
		games = append(games, [2]float64{float64(i % 4 / 3), 1}) // a quarter
	}
	f := of(true, games...)
	assert.InDelta(t, .25, f.Value, 1e-12)
	half := 1.959964 * math.Sqrt(.25*.75/99) // the sample's standard deviation
	assert.InDelta(t, .25-half, f.Low, 1e-6)
	assert.InDelta(t, .25+half, f.High, 1e-6)
	assert.Equal(t, 100, f.Of)
}

// Cases of one game that go the same way tell no more than one case.
func TestFigureTakesAGameAsOneObservation(t *testing.T) {
	var single, tenfold [][2]float64
	for i := range 40 {
		x := float64(i % 2)
		single, tenfold = append(single, [2]float64{x, 1}), append(tenfold, [2]float64{10 * x, 10})
	}
	a, b := of(true, single...), of(true, tenfold...)
	assert.InDelta(t, a.High, b.High, 1e-12)
	assert.Equal(t, 400, b.Of)
	assert.Equal(t, 40, b.Games)
}

func TestFigureOfNothing(t *testing.T) {
	assert.Equal(t, Figure{Name: "x", Share: true}, of(true))
	assert.Zero(t, of(true, [2]float64{0, 0}).Games, "a game without a case does not count")
	never := of(true, [2]float64{0, 1}, [2]float64{0, 1}, [2]float64{0, 1}, [2]float64{0, 1})
	assert.InDelta(t, .75, never.High, 1e-12, "the rule of three")
	assert.InDelta(t, 2.5, of(false, [2]float64{5, 2}).Value, 1e-12)
}

// A ratio that was written and read goes on, and two that were counted apart are as one.
func TestRatiosAddUp(t *testing.T) {
	whole, first, rest := &Ratio{Signed: true}, &Ratio{Signed: true}, &Ratio{}
	for i := range 30 {
		for _, r := range []*Ratio{whole, map[bool]*Ratio{true: first, false: rest}[i < 10]} {
			r.Add(float64(i%5)-3, 2)
			r.Close()
		}
	}
	text, err := json.Marshal(rest)
	assert.NoError(t, err)
	var read Ratio
	assert.NoError(t, json.Unmarshal(text, &read))
	first.Plus(&read)
	assert.Equal(t, whole.Figure(), first.Figure())
	assert.Negative(t, whole.Figure().Low, "what is signed can be negative")
}
