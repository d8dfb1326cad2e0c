package heat_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/heat"
)

// hears applies actions by name, and returns what a seat is told of them.
func (b *tabletop) hears(p env.Player, names ...string) (lines []string) {
	b.Helper()
	for _, name := range names {
		before := b.Clone()
		b.do(name)
		a, err := env.ParseAction(before, name)
		require.NoError(b, err)
		for _, e := range env.Tell(before, p, a, b.State, nil) {
			lines = append(lines, fmt.Sprintf("%s %s", e.Player, env.Plain(e.Text)))
		}
	}
	return lines
}

// What two seats are told of the same actions.
func TestWhatSeatsAreTold(t *testing.T) {
	prize := card("Prize", "", "C gain n=1 if=heat_value(99)")
	for _, x := range []struct {
		name   string
		lay    func(t *testing.T) *tabletop
		do     string // actions, separated by commas
		seat   env.Player
		told   []string
		other  env.Player
		others []string
	}{
		{
			"a draw",
			func(t *testing.T) *tabletop {
				draws := card("Draws", "", "A draw n=1")
				return lay(t, [][]heat.Card{{idle, idle}, {draws, idle}, {idle, idle}}, []heat.Card{prize}, stages(1)).play(idle, draws, idle)
			},
			"draw Prize", 1,
			[]string{"seat 1 draws Prize", "seat 0 shares the victory with $0 and 0 Heat", "seat 1 shares the victory with $0 and 0 Heat", "seat 2 shares the victory with $0 and 0 Heat"},
			2,
			[]string{"seat 1 draws a card", "seat 0 shares the victory with $0 and 0 Heat", "seat 1 shares the victory with $0 and 0 Heat", "seat 2 shares the victory with $0 and 0 Heat"},
		},
		{
			"a card chosen for the stage, and the reveal",
			func(t *testing.T) *tabletop {
				return lay(t, [][]heat.Card{{idle, other}, {idle, idle}, {prize, idle}}, nil)
			},
			"play Other, play Idle, play Prize", 0,
			[]string{"seat 0 chooses Other to play", "seat 1 chooses a card to play", "seat 2 chooses a card to play", "seat 0 plays Other", "seat 1 plays Idle", "seat 2 plays Prize"},
			1,
			[]string{"seat 0 chooses a card to play", "seat 1 chooses Idle to play", "seat 2 chooses a card to play", "seat 0 plays Other", "seat 1 plays Idle", "seat 2 plays Prize"},
		},
		{
			"claims, kept and broken",
			func(t *testing.T) *tabletop {
				return lay(t, [][]heat.Card{{idle, other}, {idle, idle}, {prize, idle}}, nil, talk)
			},
			"claim Prize, say nothing, claim Prize, play Other, play Idle, play Prize",
			0,
			[]string{"seat 0 claims Prize", "seat 1 says nothing", "seat 2 claims Prize", "seat 0 chooses Other to play", "seat 1 chooses a card to play", "seat 2 chooses a card to play", "seat 0 plays Other, having claimed Prize", "seat 1 plays Idle", "seat 2 plays Prize, as claimed"},
			1,
			[]string{"seat 0 claims Prize", "seat 1 says nothing", "seat 2 claims Prize", "seat 0 chooses a card to play", "seat 1 chooses Idle to play", "seat 2 chooses a card to play", "seat 0 plays Other, having claimed Prize", "seat 1 plays Idle", "seat 2 plays Prize, as claimed"},
		},
		{
			"the draft",
			func(t *testing.T) *tabletop {
				return lay(t, [][]heat.Card{{idle, other}, {idle, idle}, {prize, idle}}, []heat.Card{idle, idle, idle}, func(c *heat.Config) { c.DraftRounds = 1 })
			},
			"pass Other, pass Idle, pass Prize, draw Idle, draw Idle, draw Idle",
			0,
			[]string{"seat 0 chooses Other to pass", "seat 1 chooses a card to pass", "seat 2 chooses a card to pass", "chance passes the chosen cards to the left", "seat 0 receives Prize", "chance deals a card to everybody", "seat 0 draws Idle"},
			2,
			[]string{"seat 0 chooses a card to pass", "seat 1 chooses a card to pass", "seat 2 chooses Prize to pass", "chance passes the chosen cards to the left", "seat 2 receives Idle", "chance deals a card to everybody", "seat 2 draws Idle"},
		},
		{
			"a look at a hand that the rules choose",
			func(t *testing.T) *tabletop {
				looks := card("Looks", "", "A look who=richest", "B gain n=2", "B take_heat n=1")
				return lay(t, [][]heat.Card{{looks, idle}, {idle, prize}, {idle, other}}, nil).with([]int{0, 3, 0}, nil).do("play Looks", "play Idle")
			},
			"play Idle",
			0,
			[]string{"seat 2 chooses a card to play", "seat 0 plays Looks", "seat 1 plays Idle", "seat 2 plays Idle", "seat 0 aims Looks at seat 1", "seat 0 looks at the hand of seat 1: Prize", "seat 0 gets $2 and 1 Heat in phase B"},
			1,
			[]string{"seat 2 chooses a card to play", "seat 0 plays Looks", "seat 1 plays Idle", "seat 2 plays Idle", "seat 0 aims Looks at seat 1", "seat 0 looks at the hand of seat 1", "seat 0 gets $2 and 1 Heat in phase B"},
		},
		{
			"a swap of chosen cards lies face up",
			func(t *testing.T) *tabletop {
				swap := card("Swap", "", "A swap_card who=left where=chosen")
				return lay(t, [][]heat.Card{{swap, other}, {idle, prize}, {idle, idle}}, nil).play(swap, idle, idle)
			},
			"give Other, take Prize",
			1,
			[]string{"seat 0 chooses Other to give to seat 1", "seat 0 chooses Prize to get from seat 1", "seat 0 gives Other to seat 1", "seat 0 gets Prize from seat 1"},
			2,
			[]string{"seat 0 chooses Other to give to seat 1", "seat 0 chooses Prize to get from seat 1", "seat 0 gives Other to seat 1", "seat 0 gets Prize from seat 1"},
		},
		{
			"choices of phases",
			func(t *testing.T) *tabletop {
				bribe := card("Bribe", "", "A cancel who=chosen where=C", "C return_heat each=1 per=choice max=3", "C lose each=1 per=choice max=3")
				return lay(t, [][]heat.Card{{bribe, other}, {idle, prize}, {idle, idle}}, nil).with([]int{5, 0, 0}, []int{2, 0, 0}).play(bribe, idle, idle)
			},
			"target seat 2, choose 2",
			0,
			[]string{"seat 0 aims Bribe at seat 2", "seat 0 cancels phase C of seat 2", "seat 0 chooses 2 for Bribe", "seat 0 loses $2 and 2 Heat in phase C"},
			1,
			[]string{"seat 0 aims Bribe at seat 2", "seat 0 cancels phase C of seat 2", "seat 0 chooses 2 for Bribe", "seat 0 loses $2 and 2 Heat in phase C"},
		},
		{
			"an empty hand has no choice",
			func(t *testing.T) *tabletop {
				b := lay(t, [][]heat.Card{{idle, other}, {idle, idle}, {prize, idle}}, nil)
				heat.EmptyHand(b.State, 0)
				return b
			},
			"play nothing",
			0,
			[]string{"seat 0 has no card to play"},
			1,
			[]string{"seat 0 has no card to play"},
		},
		{
			"Out of Heat and the arrest",
			func(t *testing.T) *tabletop {
				vault := card("Vault", "", "B take_heat n=15")
				return one(t, vault, vault, idle).with([]int{5, 2, 0}, []int{1, 0, 0}).do("play Vault", "play Vault")
			},
			"play Idle",
			0,
			[]string{"seat 2 chooses a card to play", "seat 0 plays Vault", "seat 1 plays Vault", "seat 2 plays Idle", "seat 0 returns 1 Heat and pays $3, as the board is out of Heat", "chance has no Heat left: everybody is arrested"},
			1,
			[]string{"seat 2 chooses a card to play", "seat 0 plays Vault", "seat 1 plays Vault", "seat 2 plays Idle", "seat 0 returns 1 Heat and pays $3, as the board is out of Heat", "chance has no Heat left: everybody is arrested"},
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			names := strings.Split(x.do, ", ")
			assert.Equal(t, x.told, x.lay(t).hears(x.seat, names...))
			assert.Equal(t, x.others, x.lay(t).hears(x.other, names...))
		})
	}
}

// A second heist begins with another shuffle, and its cards go to the right.
func TestTheNextHeistIsTold(t *testing.T) {
	g := game(t, "heat(players=3,heists=2,stages=1,deal=1,draft_rounds=1)")
	var lines []string
	s := g.NewInitialState()
	for rng := env.Stream(1, "heists"); s.CurrentPlayer() != env.Terminal; {
		legal := s.LegalActions(nil)
		before, a := s.Clone(), legal[rng.IntN(len(legal))]
		require.NoError(t, s.Apply(a))
		for _, e := range env.Tell(before, 0, a, s, nil) {
			lines = append(lines, e.Player.String()+" "+env.Plain(e.Text))
		}
	}
	told := strings.Join(lines, "\n")
	_, second, ok := strings.Cut(told, "chance shuffles all cards for heist 2\n")
	require.True(t, ok, told)
	assert.Contains(t, second, "chance passes the chosen cards to the right")
	assert.NotContains(t, second, "to the left")
}

var update = flag.Bool("update", false, "write the card table of docs/games/heat.md, and missing golden playthroughs, instead of comparing")

const (
	page       = "../../docs/games/heat.md"
	cardsBegin = "<!-- cards:begin -->\n"
	cardsEnd   = "<!-- cards:end -->"
)

// The card table of the page is printed from the deck.
func TestCardTable(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), cardsBegin)
	require.True(t, ok, "the page has no %s", cardsBegin)
	old, after, ok := strings.Cut(rest, cardsEnd)
	require.True(t, ok, "the page has no %s", cardsEnd)
	table := cardTable(t)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+cardsBegin+table+cardsEnd+after), 0o644))
		return
	}
	assert.Equal(t, table, old, "run: go test ./env/heat -run TestCardTable -update")
}

// The page explains every word of the effects.
func TestPageExplainsEveryWord(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	_, effects, ok := strings.Cut(string(text), "## Effects")
	require.True(t, ok)
	effects, _, ok = strings.Cut(effects, "## Cards")
	require.True(t, ok)
	for kind, words := range heat.Words() {
		for _, w := range words {
			name, _, _ := strings.Cut(w, "(")
			if kind == "where" {
				if _, name, _ = strings.Cut(w, " "); strings.Contains(name, " ") {
					continue // a tag or a phase
				}
			}
			if name != "always" {
				assert.True(t, strings.Contains(effects, "`"+name), "the page does not explain %s %s", kind, w)
			}
		}
	}
}

// cardTable lists all cards with their copies at 3, 4 and 5 players.
func cardTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| card | phases | copies with 3 / 4 / 5 | tags | icons | text |\n|---|---|---|---|---|---|\n")
	kinds := game(t, "heat(players=5)").Kinds()
	for _, c := range mustShipped(t).Cards {
		copies := map[int]int{}
		for _, counts := range c.Copies {
			for _, n := range counts {
				copies[n]++
			}
		}
		for _, k := range kinds {
			if k.ID == c.ID {
				fmt.Fprintf(&b, "| %s | %s | %d / %d / %d | %s | %s | %s |\n", k.Title, strings.Join(k.Phases, " "),
					copies[3], copies[4], copies[5], strings.Join(k.Tags, ", "), strings.Join(k.Icons, ", "), k.Text)
			}
		}
	}
	return b.String()
}

// Golden playthroughs beyond the shipped configurations; package games replays
// all of testdata.
func TestGoldensOfAllSizes(t *testing.T) {
	for file, name := range map[string]string{
		"players-3": "heat(players=3)", "players-5": "heat(players=5)", "claims": "heat(players=3,talk=claims)",
	} {
		path := "testdata/" + file + ".golden"
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) && *update {
			golden, err := envtest.Record(games.MustNew(name), 1)
			require.NoError(t, err)
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(path, []byte(golden), 0o644))
			continue
		}
		require.NoError(t, err, "run: go test ./env/heat -run TestGoldens -update")
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err)
		assert.Equal(t, name, header.Game)
		assert.NoError(t, envtest.Replay(games.MustNew(name), string(text)))
	}
}
