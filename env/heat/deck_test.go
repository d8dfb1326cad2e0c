package heat_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/heat"
)

// shipped reads the shipped deck, with texts laid over it.
func shipped(t testing.TB, overlays ...string) (heat.Config, error) {
	t.Helper()
	c := heat.Defaults()
	sources := []configs.Source{configs.Named("games/heat", "default")}
	for _, o := range overlays {
		sources = append(sources, configs.Text("overlay.yaml", []byte(o)))
	}
	return c, configs.ReadAll(&c, sources...)
}

// cardsOf maps titles to the cards of the shipped deck.
func cardsOf(t testing.TB) map[string]heat.Card {
	c, err := shipped(t)
	require.NoError(t, err)
	cards := map[string]heat.Card{}
	for _, x := range c.Cards {
		cards[x.Title] = x
	}
	return cards
}

func has(counts []int, n int) bool {
	for _, x := range counts {
		if x == n {
			return true
		}
	}
	return false
}

// HEAT-1: 34 cards, at least 21 with 3 players, 28 with 4, all with 5; at least
// 22 titles; the cards that must be there.
func TestDeckHEAT1(t *testing.T) {
	cards := cardsOf(t)
	assert.GreaterOrEqual(t, len(cards), 22)
	copies := map[int]int{}
	for _, c := range cards {
		for _, counts := range c.Copies {
			copies[0]++
			for _, n := range counts {
				copies[n]++
			}
		}
	}
	assert.Equal(t, map[int]int{0: 34, 3: 21, 4: 28, 5: 34}, copies)

	for _, title := range []string{"Heavy", "Specialist"} {
		pays := ""
		for _, e := range cards[title].Effects {
			pays += e.Amount.Per
		}
		assert.Regexp(t, "record_(size|icon|tag)", pays, title)
	}
	assert.Greater(t, len(cards["Interrogation"].Phases), 1)
	assert.Equal(t, "heat_value", cards["Crackdown"].Effects[0].Amount.Per)
	assert.Equal(t, "gain", cards["Crackdown"].Effects[0].Op)
}

// HEAT-1: Heavy and Specialist count themselves, as a card is in the Record once
// it is played.
func TestHeavyAndSpecialistCountThemselvesHEAT1(t *testing.T) {
	cards := cardsOf(t)
	b := one(t, cards["Specialist"], idle, idle)
	b.play(cards["Specialist"], idle, idle)
	assert.Equal(t, 2, b.Money(0))
	b = one(t, cards["Heavy"], idle, idle).with([]int{0, 9, 0}, nil)
	b.play(cards["Heavy"], idle, idle).do("target seat 1")
	assert.Equal(t, []int{2, 7, 0}, b.money())
}

// The deck follows the counts that make the board work (card-details B): cards
// by the phase they are for, and the Heat they take, return and give.
func TestDeckIsBalancedAsDesigned(t *testing.T) {
	type profile struct {
		A, B, C, returns, gives int
		takes                   []int
	}
	count := func(n int) profile {
		p := profile{takes: make([]int, 6)}
		for _, c := range cardsOf(t) {
			for _, counts := range c.Copies {
				if !has(counts, n) {
					continue
				}
				switch c.Effects[0].Phase {
				case "A":
					p.A++
				case "B":
					p.B++
				default:
					p.C++
				}
				takes := 0
				for _, e := range c.Effects {
					most := max(e.Amount.Base, e.Amount.Max)
					switch e.Op {
					case "take_heat":
						takes = most
					case "return_heat":
						p.returns += most
					case "give_heat":
						p.gives += most
					}
				}
				if c.Effects[0].Phase == "B" {
					p.takes[takes]++
				}
			}
		}
		return p
	}
	assert.Equal(t, profile{6, 9, 6, 5, 2, []int{2, 4, 2, 1, 0, 0}}, count(3))
	assert.Equal(t, profile{8, 11, 9, 8, 3, []int{2, 5, 2, 1, 0, 1}}, count(4))
	assert.Equal(t, profile{10, 12, 12, 13, 3, []int{2, 6, 2, 1, 0, 1}}, count(5))
}

// HEAT-2, C-6: a number in the file changes the game, without code.
func TestNumbersAreDataC6(t *testing.T) {
	text, _, err := configs.Load("games/heat", "default")
	require.NoError(t, err)
	changed := strings.Replace(string(text), "{phase: B, op: gain, amount: 13}", "{phase: B, op: gain, amount: 17}", 1)
	require.NotEqual(t, string(text), changed)
	c := heat.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Text("changed.yaml", []byte(changed))))
	before, err := heat.New(mustShipped(t))
	require.NoError(t, err)
	after, err := heat.New(c)
	require.NoError(t, err)
	assert.NotEqual(t, before.Spec().Hash, after.Spec().Hash, "weights of the one must not be used with the other")
	for _, card := range c.Cards {
		if card.Title == "The Vault" {
			b := one(t, card, idle, idle)
			b.play(card, idle, idle)
			assert.Equal(t, 17, b.Money(0))
		}
	}
}

func mustShipped(t testing.TB) heat.Config {
	c, err := shipped(t)
	require.NoError(t, err)
	return c
}

// A card may be added with words alone.
func TestNewCardNeedsNoCode(t *testing.T) {
	c := mustShipped(t)
	c.Cards = append(c.Cards, card("Siege", "place:bank", "A look who=others", "B gain each=3 per=table_tag(place:bank)", "C swap_heat who=chosen(heat)"))
	_, err := heat.New(c)
	assert.NoError(t, err)
}

// HEAT-12: icons are derived from the effects, in print order, unless given.
func TestIconsHEAT12(t *testing.T) {
	want := map[string][]string{
		"Lookout": {"money", "draw", "look"}, "Change of Plans": {"money", "swap"}, "Understudy": nil, "Getaway Driver": {"draw"},
		"Roadblock": {"money", "cancel"}, "Interrogation": {"steal", "look"}, "The Vault": {"money", "heat-up"},
		"Bribe": {"heat-down"}, "Double Dealer": {"money", "swap"},
	}
	for _, k := range game(t, "heat").Kinds() {
		if icons, listed := want[k.Title]; listed {
			assert.Equal(t, icons, k.Icons, k.Title)
			delete(want, k.Title)
		}
	}
	assert.Empty(t, want)
	x := card("X", "", "B gain n=1")
	x.Icons = []string{"draw"}
	b := one(t, x, idle, idle)
	assert.Equal(t, []string{"draw"}, b.Game().Kinds()[b.Game().KindOf("x")].Icons)
}

// HEAT-12, C-6: no rule looks at a title or an id.
func TestTitlesAreFreeC6(t *testing.T) {
	plain, renamed := mustShipped(t), mustShipped(t)
	for i := range renamed.Cards {
		renamed.Cards[i].Title = "Card " + string(rune('A'+i/26)) + string(rune('a'+i%26))
		renamed.Cards[i].ID = "x" + renamed.Cards[i].Title
	}
	g, err := heat.New(plain)
	require.NoError(t, err)
	h, err := heat.New(renamed)
	require.NoError(t, err)
	rng := env.Stream(9, "titles")
	s, r := g.NewInitialState().(*heat.State), h.NewInitialState().(*heat.State)
	for s.CurrentPlayer() != env.Terminal {
		require.Equal(t, s.LegalActions(nil), r.LegalActions(nil))
		a := randomAction(s, rng)
		require.NoError(t, s.Apply(a))
		require.NoError(t, r.Apply(a))
	}
	one, two := make([]float64, 4), make([]float64, 4)
	s.Returns(one)
	r.Returns(two)
	assert.Equal(t, one, two)
}

// HEAT-13: fewer than 90 ids; the card block counts kinds, not copies.
func TestActionsHEAT13(t *testing.T) {
	for _, name := range []string{"heat(players=3,talk=claims)", "heat(talk=claims)", "heat(players=5,talk=claims)"} {
		g := game(t, name)
		spec := g.Spec()
		assert.Less(t, spec.NumActions(), 90)
		assert.LessOrEqual(t, len(g.Kinds()), 34)
		require.Len(t, spec.Actions, 4)
		assert.Equal(t, []int{len(g.Kinds())}, spec.Actions[0].Shape)
		assert.Equal(t, []int{spec.Players - 1}, spec.Actions[1].Shape, "nobody aims at itself")
		assert.Equal(t, []int{len(g.Kinds()) + 1}, spec.Actions[3].Shape)
	}
	b := lay(t, [][]heat.Card{{idle, idle}, {idle, other}, {idle, idle}}, nil)
	assert.Equal(t, []string{"play Idle"}, b.legal(), "two copies, one action")
}

// Every fault of a bad deck is reported, with its path.
func TestFaults(t *testing.T) {
	x := func(change func(*heat.Config)) heat.Config {
		c := mustShipped(t)
		change(&c)
		return c
	}
	effect := func(text string) func(*heat.Config) {
		return func(c *heat.Config) { c.Cards[0].Effects[0] = card("X", "", text).Effects[0] }
	}
	const e = "cards[0].effects[0]"
	for name, test := range map[string]struct {
		change func(*heat.Config)
		path   string
	}{
		"players":                       {func(c *heat.Config) { c.Players = 6 }, "players"},
		"talk":                          {func(c *heat.Config) { c.Talk = "shout" }, "talk"},
		"HEAT-25 stages":                {func(c *heat.Config) { c.Stages = 6 }, "stages"},
		"HEAT-25 board":                 {func(c *heat.Config) { c.Tokens = 14 }, "tokens"},
		"HEAT-25 deck":                  {func(c *heat.Config) { c.Deal, c.MinCards = 6, []int{0, 0, 0} }, "cards"},
		"rows fall":                     {func(c *heat.Config) { c.RowValues = []int{1, 2, 3, 5, 4} }, "row_values[4]"},
		"HEAT-1 cards":                  {func(c *heat.Config) { c.Cards[3].Copies = [][]int{{3}} }, "cards"},
		"HEAT-1 titles":                 {func(c *heat.Config) { c.MinTitles = 31 }, "cards"},
		"HEAT-1 player counts":          {func(c *heat.Config) { c.Cards[2].Copies = [][]int{{}} }, "cards[2].copies[0]"},
		"HEAT-1 player count 6":         {func(c *heat.Config) { c.Cards[2].Copies = [][]int{{3, 4, 6}} }, "cards[2].copies[0][2]"},
		"HEAT-1 no copies":              {func(c *heat.Config) { c.Cards[2].Copies = nil }, "cards[2].copies"},
		"HEAT-1 phases":                 {func(c *heat.Config) { c.Cards[0].Phases = []string{"A"} }, "cards[0].phases"},
		"HEAT-1 phase without effects":  {func(c *heat.Config) { c.Cards[0].Phases = []string{"A", "B", "C"} }, "cards[0].phases[2]"},
		"id twice":                      {func(c *heat.Config) { c.Cards[5].ID = c.Cards[4].ID }, "cards[5].id"},
		"title twice":                   {func(c *heat.Config) { c.Cards[5].Title = c.Cards[4].Title }, "cards[5].title"},
		"empty title":                   {func(c *heat.Config) { c.Cards[5].Title = "" }, "cards[5].title"},
		"no effects":                    {func(c *heat.Config) { c.Cards[5].Effects, c.Cards[5].Phases = nil, nil }, "cards[5].effects"},
		"bad tag":                       {func(c *heat.Config) { c.Cards[1].Tags = []string{"Crew"} }, "cards[1].tags[0]"},
		"bad icon":                      {func(c *heat.Config) { c.Cards[1].Icons = []string{"gold"} }, "cards[1].icons[0]"},
		"op":                            {effect("A fly"), e + ".op"},
		"phase":                         {effect("D gain n=1"), e + ".phase"},
		"who":                           {effect("A gain n=1 who=somebody"), e + ".who"},
		"filter":                        {effect("A gain n=1 who=chosen(tall)"), e + ".who"},
		"if":                            {effect("A gain n=1 if=lucky"), e + ".if"},
		"if: unknown tag":               {effect("A gain n=1 if=alone(moon)"), e + ".if"},
		"if: missing k":                 {effect("A gain n=1 if=crowd(crew)"), e + ".if"},
		"if: rank":                      {effect("A gain n=1 if=rank(tallest)"), e + ".if"},
		"no amount":                     {effect("A gain"), e + ".amount"},
		"per":                           {effect("A gain each=1 per=moons"), e + ".amount"},
		"each without per":              {effect("A gain n=1 each=2"), e + ".amount"},
		"choice without max":            {effect("C lose each=1 per=choice"), e + ".amount"},
		"amount that is not taken":      {effect("A look n=1 who=chosen"), e + ".amount"},
		"where":                         {effect("A extra where=middle"), e + ".where"},
		"where: no tag":                 {effect("B split_pot n=5"), e + ".where"},
		"steal from oneself":            {effect("A steal n=1"), e + ".who"},
		"replace of others":             {effect("A replace who=left"), e + ".who"},
		"copy of several":               {effect("A copy who=others"), e + ".who"},
		"HEAT-17 take in A":             {effect("A take_heat n=1"), e + ".phase"},
		"HEAT-17 take in C":             {effect("C take_heat n=1"), e + ".phase"},
		"HEAT-8 take by choice":         {effect("B take_heat each=1 per=choice max=3"), e + ".op"},
		"HEAT-18 replace in C":          {effect("C replace"), e + ".phase"},
		"HEAT-18 extra in C":            {effect("C extra"), e + ".phase"},
		"HEAT-18 copy in C":             {effect("C copy who=left"), e + ".phase"},
		"HEAT-18 cancel in C":           {effect("C cancel who=left where=C"), e + ".phase"},
		"HEAT-18 cancel the same phase": {effect("B cancel who=left where=B"), e + ".where"},
		"HEAT-18 cancel the past":       {effect("B cancel who=left where=A"), e + ".where"},
		"two targets":                   {func(c *heat.Config) { c.Cards[0].Effects[1] = card("X", "", "A steal n=1 who=richest").Effects[0] }, "cards[0].effects"},
		"target_uses without a target":  {func(c *heat.Config) { c.Cards[8].Effects[0] = card("X", "", "A gain n=1 if=target_uses(B)").Effects[0] }, "cards[8].effects"},
		"too many cards drawn":          {effect("A draw n=12"), "cards"},
	} {
		t.Run(name, func(t *testing.T) {
			err := x(test.change).Validate()
			require.Error(t, err)
			var paths []string
			for _, f := range err.(env.Faults) {
				paths = append(paths, f.(*env.Fault).Path)
			}
			assert.Contains(t, paths, test.path, "%v", err)
			_, err = heat.New(x(test.change))
			assert.Error(t, err)
		})
	}
}

// All faults of a file come at once, with file and line.
func TestFaultsOfAFile(t *testing.T) {
	text, _, err := configs.Load("games/heat", "default")
	require.NoError(t, err)
	bad := strings.NewReplacer("op: replace", "op: replase", "who: richest", "who: richests", "amount: 13", "amount: -13", "title: Heavy", "titel: Heavy").Replace(string(text))
	c := heat.Defaults()
	err = configs.ReadAll(&c, configs.Text("bad.yaml", []byte(bad)))
	require.Error(t, err)
	for _, want := range []string{"replase", "richests", "-13", "titel"} {
		line := strings.Count(bad[:strings.Index(bad, want)], "\n") + 1
		assert.Contains(t, err.Error(), want)
		assert.Contains(t, err.Error(), "bad.yaml:"+itoa(line)+":")
	}
}

// An amount is a number or a mapping.
func TestAmountsInFiles(t *testing.T) {
	c := heat.Defaults()
	c.MinCards, c.MinTitles = []int{0, 0, 0}, 1
	text := `
players: 3
deal: 1
draft_rounds: 0
stages: 1
cards:
  - id: x
    title: X
    phases: [B]
    copies: [[3], [3], [3]]
    effects:
      - {phase: B, op: gain, amount: 6}
      - {phase: B, op: gain, amount: {base: 1, each: 2, per: heat_value, max: 7}}
`
	require.NoError(t, configs.ReadAll(&c, configs.Text("x.yaml", []byte(text))))
	assert.Equal(t, heat.Amount{Base: 6}, c.Cards[0].Effects[0].Amount)
	assert.Equal(t, heat.Amount{Base: 1, Each: 2, Per: "heat_value", Max: 7}, c.Cards[0].Effects[1].Amount)
}
