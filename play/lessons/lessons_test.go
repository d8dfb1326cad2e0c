package lessons_test

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/lessons"
	"ringer/play/opponents"
	"ringer/play/replay"
	"ringer/play/scene/scenes"
)

const purposeTest env.Purpose = "play/lessons/test"

// A course holds what a seat met in a guided game.
type course struct {
	kinds  []string // of decisions, in the order in which they came
	at     []int    // by its number of decisions
	told   []int    // lessons
	asked  int
	nobody []string // questions that no lesson could explain
}

// learn plays the guided game against gentle opponents. Its player tries what is new: of the blocks of
// actions that it may choose from it takes one that it has taken least, and of its actions any.
func learn(t *testing.T, guide *lessons.Guide, g env.Game, seed uint64, player uint64, most int) course {
	builder := scenes.Of(g)
	first := opponents.First(g)
	seats := make([]play.Seat, g.Spec().Players)
	for p := range seats {
		if env.Player(p) == guide.Seat {
			seats[p] = play.Seat{Name: replay.Human}
			continue
		}
		a, err := opponents.Agent(g, first)
		require.NoError(t, err)
		seats[p] = play.Seat{Name: first, Agent: a}
	}
	table := play.NewTable(g, seats, seed)
	rng := env.Stream(player, purposeTest)
	taken := map[string]int{}
	var c course
	for !table.Over() && c.asked < most {
		p, ok := table.Person()
		if !ok {
			_, err := table.Next(context.Background())
			require.NoError(t, err)
			continue
		}
		s := table.State()
		legal := s.LegalActions(nil)
		if len(legal) > 1 {
			c.asked++
			kind := lessons.Kind(g.Spec(), s)
			if !slices.Contains(c.kinds, kind) {
				c.kinds, c.at = append(c.kinds, kind), append(c.at, c.asked)
			}
			sc := builder.Scene(s, p)
			if i := guide.Next(g.Spec(), s, sc, c.told); i >= 0 {
				c.told = append(c.told, i)
			}
			if guide.Next(g.Spec(), s, sc, nil) < 0 {
				c.nobody = append(c.nobody, kind+"/"+sc.Ask.Kind)
			}
		}
		least, choose := 1<<30, []env.Action(nil)
		for _, a := range legal {
			n := taken[blockOf(g.Spec(), a)]
			if n < least {
				least, choose = n, nil
			}
			if n == least {
				choose = append(choose, a)
			}
		}
		a := choose[rng.IntN(len(choose))]
		taken[blockOf(g.Spec(), a)]++
		_, err := table.Choose(a)
		require.NoError(t, err)
	}
	return c
}

func blockOf(spec *env.Spec, a env.Action) string {
	at := 0
	for _, b := range spec.Actions {
		if at += b.Size(); int(a) < at {
			return b.Name
		}
	}
	return ""
}

// guides yields all guides by their game, and by their role where the game has several.
func guides() iter.Seq2[string, *lessons.Guide] {
	return func(yield func(string, *lessons.Guide) bool) {
		for _, name := range lessons.Names() {
			for _, g := range lessons.Of(name) {
				if !yield(strings.TrimSuffix(name+" of "+g.Role, " of "), g) {
					return
				}
			}
		}
	}
}

// A game with several guides has one for each of different seats, each with its role.
func TestGuidesHaveRoles(t *testing.T) {
	for _, name := range lessons.Names() {
		seats := map[env.Player]bool{}
		for _, g := range lessons.Of(name) {
			assert.Equal(t, len(lessons.Of(name)) > 1, g.Role != "", name)
			assert.Equal(t, lessons.Of(name)[0].Game, g.Game, "one game: what one guide learns is played by the other")
			assert.False(t, seats[g.Seat], "%s: two guides of seat %d", name, int(g.Seat))
			seats[g.Seat] = true
		}
	}
	assert.Len(t, lessons.Of("payday"), 2)
}

// Every kind of decision that the seat can meet is explained, and whoever tries what is new meets all of
// them in the guided deal.
func TestGuidesMeetEveryKind(t *testing.T) {
	for name, guide := range guides() {
		t.Run(name, func(t *testing.T) {
			g := games.MustNew(guide.Game)
			can := map[string]bool{}
			for seed := range uint64(12) {
				c := learn(t, guide, g, 1000+seed, seed, 150)
				assert.Empty(t, c.nobody, "questions that no lesson explains")
				for _, k := range c.kinds {
					can[k] = true
				}
			}
			c := learn(t, guide, g, guide.Seed, guide.Seed, guide.Within)
			t.Logf("%v after %v decisions; %d of %d lessons", c.kinds, c.at, len(c.told), len(guide.Lessons))
			for k := range can {
				assert.Contains(t, c.kinds, k, "met within %d decisions of the deal %d", guide.Within, guide.Seed)
			}
		})
	}
}

// How long a game is, as guides say it, is measured among opponents for a first game.
func TestDecisionsAreMeasured(t *testing.T) {
	for name, guide := range guides() {
		g := games.MustNew(guide.Game)
		first, err := opponents.Agent(g, opponents.First(g))
		require.NoError(t, err)
		var all []int
		for seed := range uint64(9) {
			seats := make([]play.Seat, g.Spec().Players)
			for p := range seats {
				seats[p] = play.Seat{Name: "first", Agent: first}
			}
			table := play.NewTable(g, seats, 500+seed)
			n := 0
			for !table.Over() {
				if s := table.State(); s.CurrentPlayer() == guide.Seat && len(s.LegalActions(nil)) > 1 {
					n++
				}
				_, err := table.Next(context.Background())
				require.NoError(t, err)
			}
			all = append(all, n)
		}
		slices.Sort(all)
		t.Log(name, all)
		assert.InDelta(t, all[len(all)/2], guide.Decisions, 0.3*float64(guide.Decisions), name)
	}
}

// Rules that lessons name are there.
func TestRulesAreThere(t *testing.T) {
	for name, guide := range guides() {
		rules := scenes.Of(games.MustNew(guide.Game)).Rules()
		for _, l := range guide.Lessons {
			text, ok := l.Rule.Text(rules)
			assert.True(t, ok && text != "", "%s: %s: %+v", name, l.ID, l.Rule)
		}
	}
}

// LOOK=heat,200 looks for a deal of HEAT among 200, and LOOK="payday of the Police,50" for one of a role.
func TestLook(t *testing.T) {
	name, n, ok := strings.Cut(os.Getenv("LOOK"), ",")
	if !ok {
		t.Skip("looks for deals: LOOK=heat,200")
	}
	many, err := strconv.Atoi(n)
	require.NoError(t, err)
	guide := maps.Collect(guides())[name]
	require.NotNil(t, guide, name)
	g := games.MustNew(guide.Game)
	best := ""
	most, soon := 0, 1<<30
	for seed := range uint64(many) {
		c := learn(t, guide, g, seed, seed, 120)
		last := c.at[len(c.at)-1]
		if len(c.kinds) > most || len(c.kinds) == most && last < soon {
			most, soon, best = len(c.kinds), last, fmt.Sprintf("seed %d: %v after %v, %d lessons", seed, c.kinds, c.at, len(c.told))
			t.Log(best)
		}
	}
}
