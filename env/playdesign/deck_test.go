package playdesign_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/playdesign"
)

// read reads a shipped deck.
func read(t testing.TB, file string) playdesign.Deck {
	d := playdesign.Defaults()
	require.NoError(t, configs.Read("games/playdesign", file, &d))
	return d
}

// Ruling PD-1: 28 formations, 14 a side, in groups of 4, 4, 3 and 3 with strengths
// of their own from 4 to 7, and 11 men each.
func TestShippedDecksHaveTheFormOfPD1(t *testing.T) {
	for _, file := range configs.Names("games/playdesign") {
		d := read(t, file)
		assert.Len(t, d.Cards, 28)
		names := map[string]bool{}
		for _, side := range playdesign.Sides {
			assert.Len(t, d.Of(side), 14)
			groups := map[playdesign.Colour]map[int]bool{}
			for _, i := range d.Of(side) {
				c := &d.Cards[i]
				names[c.Name] = true
				if groups[c.Colour] == nil {
					groups[c.Colour] = map[int]bool{}
				}
				assert.False(t, groups[c.Colour][c.Strength], "%s: the strengths of a group differ", c.Name)
				groups[c.Colour][c.Strength] = true
				assert.GreaterOrEqual(t, c.Strength, 4)
				assert.LessOrEqual(t, c.Strength, 7)
				sum := 0
				for colour := playdesign.Orange; colour <= playdesign.Yellow; colour++ {
					assert.GreaterOrEqual(t, c.Men(colour), 0)
					sum += c.Men(colour)
				}
				assert.Equal(t, 11, sum, c.Name)
				assert.NotEmpty(t, c.Type)
			}
			var sizes [5]int
			for _, g := range groups {
				sizes[len(g)]++
			}
			assert.Equal(t, [5]int{3: 2, 4: 2}, sizes, "%s: groups of 4, 4, 3, 3", side)
		}
		assert.Len(t, names, 28, "every formation has its own name")
	}
	// The formations that the ruling names.
	names := ""
	for _, c := range read(t, "default").Cards {
		names += c.Name + "\n"
	}
	for _, name := range []string{
		"I-Formation", "Shotgun Trips", "Empty", "Wishbone", "Wildcat", "Punt", "Field Goal",
		"4-3 Over", "3-4", "Nickel", "Dime", "Quarter", "Goal Line 6-2", "Punt Return", "Field Goal Block",
	} {
		assert.Contains(t, names, name+"\n")
	}
}

// PD-1: a bad deck names every fault with its file, line and field.
func TestFaultsOfADeckAreFoundAtOnce(t *testing.T) {
	text := `each_side: 2
groups: [2]
cards:
  - {name: Empty, side: offense, colour: blue, strength: 7, dots: [1, 0, 0, 5, 5]}
  - {name: Empty, side: offense, colour: blue, strength: 7, dots: [1, 0, 0, 5, 4]}
  - {name: "", side: defence, colour: blue, strength: 9, dots: [0, 1, 1, 5, 4]}
  - {name: Dime, side: defense, colour: yellow, strength: 4, dots: [0, 1, 1, -5, 14]}
  - {name: "a, b", colour: pink, strength: 5, dots: [1, 2, 3]}
`
	d := playdesign.Defaults()
	err := configs.ReadAll(&d, configs.Text("bad.yaml", []byte(text)))
	require.Error(t, err)
	assert.Equal(t, strings.Join([]string{
		`bad.yaml:6:22: cards[2].side: "defence": want one of offense, defense`,
		`bad.yaml:8:28: cards[4].colour: "pink": want one of orange, purple, green, blue, yellow`,
		`bad.yaml:8:53: cards[4].dots: 3 elements: want 5`,
		`bad.yaml:5:67: cards[1].dots: [1,0,0,5,4]: want 11 men, not 10`,
		`bad.yaml:5:12: cards[1].name: Empty: want a name of its own (cards[0] has it)`,
		`bad.yaml:5:58: cards[1].strength: 7: want another strength than that of Empty, which has the same side and colour`,
		`bad.yaml:6:12: cards[2].name: "": want one line of text without commas, semicolons and brackets`,
		`bad.yaml:6:55: cards[2].strength: 9: want a number from 4 to 7`,
		`bad.yaml:7:41: cards[3].colour: yellow: want orange, purple, green or blue`,
		`bad.yaml:7:78: cards[3].dots[3]: -5: want a number that is not negative`,
		`bad.yaml:8:12: cards[4].name: "a, b": want one line of text without commas, semicolons and brackets`,
		`bad.yaml:8:5: cards[4].side: : want offense or defense`,
	}, "\n"), err.Error())
}

// PD-1: the numbers of a side and of its colours are held to what the deck asks for.
func TestTheDeckCountsItsCards(t *testing.T) {
	d := read(t, "default")
	for want, change := range map[string]func(*playdesign.Deck){
		"cards: 13 cards of offense: want each_side = 14":                                   func(d *playdesign.Deck) { d.Cards = d.Cards[1:] },
		"cards: colour groups of [5,4,3,2] for offense: want groups = [4,4,3,3]":            func(d *playdesign.Deck) { d.Cards[10].Colour, d.Cards[10].Strength = playdesign.Blue, 5 },
		"groups: [4,4,3]: want numbers that sum to each_side = 14":                          func(d *playdesign.Deck) { d.Groups = d.Groups[:3] },
		"groups[1]: 5: want a number not larger than the one before":                        func(d *playdesign.Deck) { d.Groups = []int{4, 5, 3, 2} },
		"groups: []: want one to four numbers: how many cards of each colour a side has":    func(d *playdesign.Deck) { d.Groups = nil },
		"each_side: 31: want a number from 1 to 30":                                         func(d *playdesign.Deck) { d.EachSide = 31 },
		"max_strength: 3: want at least min_strength = 4":                                   func(d *playdesign.Deck) { d.MaxStrength = 3 },
		"groups[3]: 0: want a number from 1 to 30":                                          func(d *playdesign.Deck) { d.Groups = []int{5, 5, 4, 0} },
		"max_strength: 21: want a number from 1 to 20":                                      func(d *playdesign.Deck) { d.MaxStrength = 21 },
		"min_strength: 0: want a number from 1 to 20":                                       func(d *playdesign.Deck) { d.MinStrength = 0 },
		"men: 23: want a number from 0 to 22":                                               func(d *playdesign.Deck) { d.Men = 23 },
		"cards[3].strength: 5: want another strength than that of Run and Shoot, which has": func(d *playdesign.Deck) { d.Cards[3].Strength = 5 },
	} {
		c := d
		c.Cards = append([]playdesign.Card(nil), d.Cards...)
		change(&c)
		assert.ErrorContains(t, c.Validate(), want)
	}
	assert.NoError(t, d.Validate())
}

// A deck goes through JSON, as in the configuration of a spec, and comes back.
func TestADeckIsText(t *testing.T) {
	d := read(t, "even")
	text, err := json.Marshal(d)
	require.NoError(t, err)
	assert.Contains(t, string(text), `{"name":"Empty","side":"offense","colour":"blue","strength":7,"dots":[1,0,0,5,5],"type":"pass"}`)
	var again playdesign.Deck
	require.NoError(t, json.Unmarshal(text, &again))
	assert.Equal(t, d, again)
	assert.Error(t, json.Unmarshal([]byte(`{"cards":[{"side":""}]}`), &again))
	assert.Equal(t, "unknown", playdesign.Colour(9).String())
	assert.Equal(t, playdesign.Defense, playdesign.Offense.Other())
	assert.Equal(t, playdesign.Offense, playdesign.Defense.Other())
}
