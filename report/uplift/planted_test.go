package uplift_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/things"
	"ringer/eval"
	"ringer/models/botfile"
	"ringer/report/uplift"
)

// A plant is a change of the rules of a shipped game that makes one thing dominant, or
// dead, and says which.
type plant struct {
	name  string
	game  string
	list  string // of the rules, with things that have an id or a name; or numbers by id
	id    string
	edit  func(card map[string]any)
	flag  string
	quick int // blocks of the quick test; 0: long only
	long  int // blocks of the long one
}

// effect sets the amount of an effect of a card that has one in its phase.
func effect(i int, amount any) func(map[string]any) {
	return func(card map[string]any) { card["effects"].([]any)[i].(map[string]any)["amount"] = amount }
}

func value(key string, v any) func(map[string]any) {
	return func(card map[string]any) { card[key] = v }
}

func both(a, b func(map[string]any)) func(map[string]any) {
	return func(card map[string]any) {
		a(card)
		b(card)
	}
}

// A worthless card of Heat with its draft, and a worthless Heist Job, are not here: players pass
// the one on and burn the other, so that to get it costs too little to be flagged.
var plants = []plant{
	{"a Heat card pays double", "heat", "cards", "armoured-van", effect(0, 16), uplift.FlagDominant, 0, 42},
	{"a Heat card pays three times", "heat", "cards", "armoured-van", effect(0, 24), uplift.FlagDominant, 0, 18},
	{"a worthless Heat card in a kept hand", "heat(draft_rounds=0,deal=4)", "cards", "armoured-van", effect(0, 1), uplift.FlagDead, 0, 42},
	{"a Heist Job is worth too much", "heist", "job_deck", "personal-collection", both(value("points", 30), value("security", 2)), uplift.FlagDominant, 0, 18},
	{"a Payday officer costs nothing", "payday", "police", "juggernaut", value("cost", 0), uplift.FlagDominant, 0, 18},
	{"a formation has a dot too many", "fivepossessions", "cards", "4-3 Over", value("dots", []int{0, 1, 3, 4, 3}), uplift.FlagDominant, 0, 48},
	{"a formation has two dots too many", "fivepossessions", "cards", "Empty Ace", value("dots", []int{1, 4, 0, 3, 3}), uplift.FlagDominant, 0, 12},

	{"a Duel feat adds 3 to each die", "duel(file=draft)", "feats", "grudge", value("bonus", 3), uplift.FlagDominant, 0, 12},

	// Quick ones: players at random need more of it.
	{"a Heat card pays five times", "heat(draft_rounds=0,deal=4)", "cards", "armoured-van", effect(0, 40), uplift.FlagDominant, 6, 0},
	{"a Heat card takes the game", "heat(draft_rounds=0,deal=4)", "cards", "armoured-van", value("effects", []any{map[string]any{"phase": "B", "op": "lose", "amount": 40}}), uplift.FlagDead, 12, 0},
}

// changed returns a shipped game with a changed card.
func (p *plant) changed(t testing.TB) env.Game {
	t.Helper()
	g := games.MustNew(p.game)
	if p.edit == nil {
		return g
	}
	var rules map[string]any
	require.NoError(t, json.Unmarshal(g.Spec().Configuration, &rules))
	switch things := rules[p.list].(type) {
	case []any:
		at := slices.IndexFunc(things, func(x any) bool { card := x.(map[string]any); return card["id"] == p.id || card["name"] == p.id })
		require.GreaterOrEqual(t, at, 0, p.id)
		p.edit(things[at].(map[string]any))
	default:
		numbers := map[string]any{}
		p.edit(numbers)
		rules[p.list] = map[string]any{p.id: numbers}
	}
	text, err := json.Marshal(rules)
	require.NoError(t, err)
	changed, err := games.Restore(p.game, text)
	require.NoError(t, err)
	require.NotEqual(t, g.Spec().Hash, changed.Spec().Hash)
	return changed
}

// agent returns an agent by its name.
func agent(t testing.TB, g env.Game, name string) eval.Entry {
	t.Helper()
	a, err := roster.New(name, roster.Sources{Game: g, Bot: func(name string) (*botfile.Bot, error) {
		f, err := checkpoints.Open(name)
		if err != nil {
			return nil, err
		}
		return botfile.Read(f, f.Size())
	}})
	require.NoError(t, err)
	return eval.Entry{Name: name, Agent: a}
}

func study(t testing.TB, g env.Game, blocks int, seed uint64, agents ...string) *uplift.Study {
	t.Helper()
	list, ok := things.Of(g)
	require.True(t, ok)
	c := uplift.Config{Game: g, Things: list, Blocks: blocks, Seed: seed}
	c.Enter = func(g env.Game) (list []eval.Entry, err error) {
		for _, name := range agents {
			list = append(list, agent(t, g, name))
		}
		return list, nil
	}
	c.Entries, _ = c.Enter(g)
	s, err := uplift.Run(t.Context(), c)
	require.NoError(t, err)
	return s
}

// flags lists the things that seats have, and that have one of some flags.
func flags(s *uplift.Study, of ...string) (list []string) {
	for _, r := range s.Things {
		if r.Had != nil && slices.Contains(of, r.Had.Flag) {
			list = append(list, r.ID+" "+r.Had.Flag)
		}
	}
	return list
}

// chance returns the p-value of what a study says of having a thing; 1 where it says nothing.
func chance(r *uplift.Row) float64 {
	if r.Had == nil {
		return 1
	}
	return r.Had.P
}

// print writes a table of a study.
func print(w io.Writer, s *uplift.Study, rows int) {
	fmt.Fprintf(w, "%s: %d games, %d forks, %s, margin %.2f\n", s.Game, s.Games, s.Forks, s.Unit, s.Margin)
	for i, r := range s.Things {
		if i >= rows && i < len(s.Things)-rows || r.Had == nil && r.Played == nil {
			continue
		}
		fmt.Fprintf(w, "  %-9s %-28s", r.Kind, r.Name)
		for _, u := range []*uplift.Uplift{r.Had, r.Played} {
			if u == nil {
				fmt.Fprintf(w, " | %41s", "")
				continue
			}
			c := " "
			if u.Confirmed {
				c = "c"
			}
			fmt.Fprintf(w, " | %5d %+.3f (%+.3f %+.3f) %s%d %.3f %s", u.Forks, u.Value, u.Low, u.High, c, u.Tier, u.Q, u.Flag)
		}
		fmt.Fprintf(w, " | held %.3f (%d) drawn %.3f played %.3f (%d) rate %.3f (%d)\n", r.WhenHeld.Value, r.WhenHeld.Of, r.WhenDrawn.Value, r.WhenPlayed.Value, r.WhenPlayed.Of, r.PlayRate.Value, r.PlayRate.Of)
	}
}

// A planted thing comes first, and nothing else has its flag. The other flag may be true of
// another thing: experts hardly ever play Interrogation.
func TestPlantedDominanceIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for long, with the workers of the other studies")
	}
	long := os.Getenv("RINGER_LONG") == "1"
	for _, p := range plants {
		blocks, player := p.quick, "random"
		if long {
			blocks, player = p.long, "expert"
		}
		if blocks == 0 {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			s := study(t, p.changed(t), blocks, 1, player)
			if long || testing.Verbose() {
				print(os.Stdout, s, 5)
			}
			assert.Equal(t, []string{p.id + " " + p.flag}, flags(s, p.flag))
			if p.flag == uplift.FlagDominant {
				assert.Equal(t, p.id, s.Things[0].ID)
			}
		})
	}
}

// Of twenty studies of an unchanged game at a cheap setting none raises a flag that is not known to be true.
func TestUnchangedGamesRaiseNoFlags(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("minutes: RINGER_LONG=1 or make planted runs it")
	}
	for _, x := range []struct {
		game   string
		blocks int
		known  []string // that many games have shown to be so: see docs/findings.md
	}{{"heat", 6, nil}, {"heist", 6, []string{"cover-blown dead"}}, {"fourdowns", 6, nil}, {"fivepossessions", 3, nil}, {"payday", 3, nil}, {"duel(file=draft)", 3, nil}} {
		t.Run(x.game, func(t *testing.T) {
			raised, forks, least := 0, 0, 1.
			g := games.MustNew(x.game)
			for seed := range uint64(20) {
				s := study(t, g, x.blocks, 100+seed, "expert")
				forks += s.Forks
				list := slices.DeleteFunc(flags(s, uplift.FlagDominant, uplift.FlagDead), func(f string) bool { return slices.Contains(x.known, f) })
				if len(list) > 0 {
					raised++
				}
				surest := slices.MinFunc(s.Things, func(a, b uplift.Row) int { return cmp.Compare(chance(&a), chance(&b)) })
				least = min(least, chance(&surest))
				fmt.Printf("  seed %d: %v; the surest is %s, p %.2g\n", 100+seed, list, surest.ID, chance(&surest))
			}
			fmt.Printf("%s: %d of 20 studies of %d forks each raised a flag; least p %.2g\n", x.game, raised, forks/20, least)
			assert.Zero(t, raised)
		})
	}
}
