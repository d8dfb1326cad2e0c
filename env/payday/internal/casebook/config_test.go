package casebook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/payday"
)

// PAY-1, PAY-2, PAY-3: what the shipped decks must have.
func TestShippedDecksPAY1(t *testing.T) {
	for _, deck := range []string{"even", "book"} {
		t.Run(deck, func(t *testing.T) { testShippedDeck(t, deckOf(t, deck).Config()) })
	}
}

func testShippedDeck(t *testing.T, c payday.Config) {
	combat := func(x payday.Card) bool { return x.Combat }
	for side, list := range [][]payday.Card{c.Criminal, c.Police} {
		cards := 0
		for _, x := range list {
			cards += x.Copies
		}
		assert.GreaterOrEqual(t, cards, 50, "side %d", side)
		assert.GreaterOrEqual(t, len(list), 30, "side %d", side)
	}
	// PAY-1
	assert.GreaterOrEqual(t, count(c.Criminal, "heister", nil), 8)
	assert.GreaterOrEqual(t, count(c.Criminal, "skill", nil), 6)
	assert.GreaterOrEqual(t, count(c.Criminal, "skill", combat), 2)
	assert.GreaterOrEqual(t, count(c.Criminal, "perk", nil), 5)
	assert.GreaterOrEqual(t, count(c.Criminal, "weapon", nil), 4)
	assert.GreaterOrEqual(t, count(c.Criminal, "weapon", func(x payday.Card) bool { return x.Targets > 1 }), 1)
	assert.GreaterOrEqual(t, count(c.Criminal, "weapon", func(x payday.Card) bool { return len(x.Reach) > 0 }), 1)
	assert.GreaterOrEqual(t, count(c.Criminal, "armor", nil), 3)
	values := map[int]bool{}
	for _, x := range c.Criminal {
		if x.Type == "loot" {
			values[x.Value] = true
		}
	}
	assert.GreaterOrEqual(t, len(values), 3)
	assert.GreaterOrEqual(t, count(c.Criminal, "asset", func(x payday.Card) bool { return x.Uses > 0 }), 4)
	// PAY-2
	assert.GreaterOrEqual(t, count(c.Police, "officer", nil), 10)
	for _, subtype := range []string{"first_responder", "swat", "elite", "special"} {
		assert.Positive(t, count(c.Police, "officer", func(x payday.Card) bool { return x.Subtype == subtype }), subtype)
	}
	assert.GreaterOrEqual(t, count(c.Police, "order", nil), 6)
	assert.GreaterOrEqual(t, count(c.Police, "order", combat), 2)
	assert.GreaterOrEqual(t, count(c.Police, "mandate", nil), 4)
	assert.GreaterOrEqual(t, count(c.Police, "weapon", nil), 3)
	assert.GreaterOrEqual(t, count(c.Police, "armor", nil), 3)
	immediate := func(x payday.Card) bool { return x.Trigger == "immediate" }
	assert.GreaterOrEqual(t, count(c.Police, "funding", nil), 4)
	assert.Positive(t, count(c.Police, "funding", immediate))
	assert.Greater(t, count(c.Police, "funding", nil), count(c.Police, "funding", immediate))
	assert.GreaterOrEqual(t, count(c.Police, "asset", func(x payday.Card) bool { return x.Uses > 0 }), 3)
	// PAY-3
	keys := count(c.Heist, "key", nil)
	assert.GreaterOrEqual(t, keys, 3)
	assert.GreaterOrEqual(t, count(c.Heist, "obstacle", nil), 6)
	assert.Equal(t, keys, count(c.Heist, "hard", func(x payday.Card) bool { return x.Key != "" }))
	assert.GreaterOrEqual(t, count(c.Heist, "guard", nil), 2)
}

// PAY-48: the deck book has nothing that the rule book does not have, and even has the same
// cards with the house rules that the page lists.
func TestDecksPAY48(t *testing.T) {
	even, book := shipped(t, "").Config(), deckOf(t, "book").Config()
	assert.Equal(t, 40, book.Rounds)
	assert.Equal(t, 60, even.Rounds)
	house := func(e payday.Effect) bool {
		return e == payday.Effect{Op: "damage", If: "secured"}
	}
	secured := 0
	for side, list := range [][]payday.Card{even.Criminal, even.Police, even.Heist} {
		other := [][]payday.Card{book.Criminal, book.Police, book.Heist}[side]
		require.Len(t, other, len(list))
		for i, x := range list {
			for _, e := range x.Effects {
				if e.If == "secured" {
					secured++
				}
			}
			if x.ID == "sharp-suit" { // an armor card that reduced damage to those who are alone
				assert.Equal(t, 1, other[i].Armor)
				continue
			}
			x.Effects = slices.DeleteFunc(slices.Clone(x.Effects), house)
			if len(x.Effects) == 0 {
				x.Effects = nil
			}
			assert.Equal(t, x, other[i])
		}
	}
	assert.Equal(t, 7, secured)
	for _, list := range [][]payday.Card{book.Criminal, book.Police, book.Heist} {
		for _, x := range list {
			for _, e := range x.Effects {
				assert.NotContains(t, []string{"alone", "secured"}, e.If, x.ID)
			}
		}
	}
	even.Rounds = book.Rounds
	even.Criminal, even.Police, even.Heist = book.Criminal, book.Police, book.Heist
	assert.Equal(t, book, even, "no other number differs")
}

// count counts the cards of a type, of those that where holds for.
func count(list []payday.Card, typ string, where func(x payday.Card) bool) int {
	n := 0
	for _, x := range list {
		if x.Type == typ && (where == nil || where(x)) {
			n++
		}
	}
	return n
}

// PAY-49: a card says when it does nothing.
func TestSilentConditionsPAY49(t *testing.T) {
	text := func(id string) string {
		g := small(t)
		return g.Kinds()[kindOf(g, id)].Text
	}
	assert.Equal(t, "Add 2 progress to the top obstacle of a column with a heister, if it is face up and asks for progress.", text("silent-drill"))
	assert.Equal(t, "3 uses. Add 1 progress to the top obstacle of that column, if it is face up and asks for progress.", text("big-drill"))
	for name, x := range map[string]struct {
		column, crew string
		asked        int
	}{
		"nobody there":       {"{loot: payday, obstacles: [{id: safe-door, up: true}, turnstile]}", "1", 0},
		"face down":          {"{loot: payday, obstacles: [safe-door, turnstile]}", "2", 0},
		"asks for something": {"{loot: payday, obstacles: [{id: camera-room, up: true}, turnstile]}", "2", 0},
		"works":              {"{loot: payday, obstacles: [{id: safe-door, up: true}, turnstile]}", "2", 2},
	} {
		b := two(t, `
hands: {criminal: [silent-drill]}
columns: [{loot: key-card, obstacles: [lobby, lobby]}, `+x.column+`]
heisters: [{id: ghost, column: `+x.crew+`}]`).do("play Silent Drill")
		assert.Equal(t, payday.AskCard, b.Question(), name)
		assert.Equal(t, x.asked, b.ColumnAt(1).Progress, name)
	}
}

// faults are the faults of the shipped deck with a change.
func faults(t *testing.T, change func(c *payday.Config)) string {
	c := shipped(t, "").Config()
	c.Criminal, c.Police, c.Heist = slices.Clone(c.Criminal), slices.Clone(c.Police), slices.Clone(c.Heist)
	change(&c)
	_, err := payday.New(c)
	if err == nil {
		return ""
	}
	return err.Error()
}

func card(list []payday.Card, id string) *payday.Card {
	return &list[slices.IndexFunc(list, func(x payday.Card) bool { return x.ID == id })]
}

func TestFaultsOfADeck(t *testing.T) {
	for want, change := range map[string]func(c *payday.Config){
		// PAY-42: what cannot be met, or only by the Police.
		"heist[4].requires.present: 4: want a number from 0 to 3":                                         func(c *payday.Config) { c.Heist[4].Requires.Present = 4 },
		"heist[4].requires.cash: 7: want a number from 0 to 6":                                            func(c *payday.Config) { c.Heist[4].Requires.Cash = 7 },
		"heist[4].requires: nothing: want at least one of":                                                func(c *payday.Config) { c.Heist[4].Requires = payday.Requirement{} },
		"heist[7].requires.present: 2: want at most max_heisters = 1: a heist with more could not be won": func(c *payday.Config) { c.MaxHeisters = 1 },
		// PAY-47: hard obstacles are harder.
		"heist[12].requires: turnstile: want as much as some normal obstacle requires, besides the key": func(c *payday.Config) { c.Heist[12].Requires = payday.Requirement{} },
		"heist[14].requires: server-lock: want as much as some normal obstacle":                         func(c *payday.Config) { c.Heist[14].Requires = payday.Requirement{Cash: 1} },
		// PAY-29: an asset of the Police reaches the heisters of its column.
		"effects[0].on: heister: want heister_here or heisters_here": func(c *payday.Config) {
			card(c.Police, "watchtower").Effects = []payday.Effect{{Op: "strike", On: "heister"}}
		},
		// PAY-43: no card returns its own cost or more, and no asset refills assets.
		"gains $2: want less than the cost $2": func(c *payday.Config) {
			*card(c.Criminal, "planning") = payday.Card{ID: "planning", Title: "X", Type: "skill", Copies: 2, Cost: 2, Effects: []payday.Effect{{Op: "gain", Amount: 2}}}
		},
		"gains $3: want less than the cost $1": func(c *payday.Config) {
			card(c.Criminal, "big-drill").Effects = []payday.Effect{{Op: "gain"}}
		},
		"an asset that refills assets never ends": func(c *payday.Config) {
			card(c.Criminal, "big-drill").Effects = []payday.Effect{{Op: "refill", On: "column_here"}}
		},
		// PAY-6
		"guards_per_loot: 3: want at most obstacles_per_loot = 2": func(c *payday.Config) { c.GuardsPerLoot = 3 },
		// PAY-20: one hard obstacle a key
		"heist[13].key: key-card: want a key item without a hard obstacle": func(c *payday.Config) { c.Heist[13].Key = "key-card" },
		"heist: thermite: want a hard obstacle for this key item":          func(c *payday.Config) { c.Heist[13].Key = "key-card" },

		"criminal[0].effects[0].op: fly: want one of gain":            func(c *payday.Config) { c.Criminal[0].Effects = []payday.Effect{{Op: "fly"}} },
		"criminal[0].effects[0].on: officers_here: want one of self":  func(c *payday.Config) { c.Criminal[0].Effects = []payday.Effect{{Op: "damage", On: "officers_here"}} },
		"criminal[0].armor: 2: want nothing: a heister has no armor":  func(c *payday.Config) { c.Criminal[0].Armor = 2 },
		"criminal[0].health: 0: want a number from 1 to 9":            func(c *payday.Config) { c.Criminal[0].Health = 0 },
		"police[0].subtype: clown: want one of first_responder":       func(c *payday.Config) { c.Police[0].Subtype = "clown" },
		"police[1].id: patrol: want something that no other card has": func(c *payday.Config) { c.Police[1].ID = "patrol" },
		"police[0].type: robot: want one of officer":                  func(c *payday.Config) { c.Police[0].Type = "robot" },
		"criminal: no heister: want at least one card": func(c *payday.Config) {
			for i := range c.Criminal {
				if c.Criminal[i].Type == "heister" {
					c.Criminal[i] = payday.Card{ID: c.Criminal[i].ID, Title: c.Criminal[i].Title, Type: "perk", Copies: 2}
				}
			}
		},
		"rounds: 0: want a number from 1 to 200": func(c *payday.Config) { c.Rounds = 0 },
		"a target that is chosen": func(c *payday.Config) {
			card(c.Criminal, "first-aid").Effects[0].On = "heister_here"
		},
		"gain or draw: Funding has no target": func(c *payday.Config) { card(c.Police, "insurance").Effects = []payday.Effect{{Op: "spy"}} },
	} {
		assert.Contains(t, faults(t, change), want)
	}
	// All faults at once.
	all := faults(t, func(c *payday.Config) { c.Rounds, c.Income, c.Setup = 0, -1, "dreamt" })
	assert.Len(t, strings.Split(all, "\n"), 3)
	// A file's faults name file, line and path.
	c := payday.Defaults()
	err := configs.ReadAll(&c, configs.Named("games/payday/decks", "even"), configs.Text("mine.yaml", []byte("rounds: 0\npayday: none\n")))
	require.Error(t, err)
	assert.Contains(t, err.Error(), "mine.yaml:1")
	assert.Contains(t, err.Error(), "mine.yaml:2")
}
