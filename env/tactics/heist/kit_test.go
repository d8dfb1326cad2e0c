package heist_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	rules "ringer/env/heist"
	"ringer/env/tactics/heist"
)

// lists holds the tools of a seat card by card.
type lists struct{ crew, unspent, cons []uint8 }

// drop returns sets without the first that equals one; 0 stands for nothing.
func drop(sets []uint8, one uint8) []uint8 {
	if one == 0 {
		return sets
	}
	if i := slices.Index(sets, one); i >= 0 {
		return without(sets, i)
	}
	return sets
}

// lacking makes a change card by card and counts the cards that are left over.
func (l lists) lacking(needs []uint8, c heist.Change) int {
	crew, unspent, cons := l.crew, l.unspent, l.cons
	crew, unspent = drop(crew, c.Leaves), drop(unspent, c.Leaves)
	if c.Joins != 0 {
		crew, unspent = append(slices.Clone(crew), c.Joins), append(slices.Clone(unspent), c.Joins)
	}
	unspent = drop(unspent, c.Spends)
	cons = drop(cons, c.Plays)
	have := uint8(0)
	for _, m := range crew {
		have |= m
	}
	tools := slices.Clone(unspent)
	for _, m := range cons {
		tools = append(tools, m&have)
	}
	return heist.Lacking(tools, needs)
}

// On random games every change of a kit agrees with the change made card by card.
func TestChangesOfAKit(t *testing.T) {
	g := games.MustNew("heist(draw=3)")
	rng := env.Stream(3, "kit")
	s := g.NewInitialState()
	var table drive.Table
	changed := map[string]bool{}
	for range 4000 {
		if s.CurrentPlayer() == env.Terminal {
			s = g.NewInitialState()
		}
		if s.CurrentPlayer() == env.Chance {
			table.Set(s)
			require.NoError(t, s.Apply(table.Draw(rng)))
			continue
		}
		facts := s.(rules.Position).Table()
		for seat := range 2 {
			var kit heist.Kit
			kit.Read(facts, seat, true)
			l := lists{facts.CrewSkills(seat, nil), facts.UnspentSkills(seat, nil), facts.ConSkills(seat, nil)}
			needs := facts.Obstacles(seat, nil)
			now := kit.Lacking(needs, heist.Change{})
			require.Equal(t, l.lacking(needs, heist.Change{}), now)
			try := func(word string, c heist.Change) {
				after := kit.Lacking(needs, c)
				require.Equal(t, l.lacking(needs, c), after, "%s: %+v", word, c)
				changed[word] = changed[word] || after != now
			}
			for skill := range 6 {
				try("joins", heist.Change{Joins: 1 << skill})
				for _, m := range l.crew {
					try("swapped", heist.Change{Joins: 1 << skill, Leaves: m})
				}
			}
			for _, m := range l.crew {
				try("leaves", heist.Change{Leaves: m})
			}
			for _, m := range l.unspent {
				try("spends", heist.Change{Spends: m})
			}
			for _, m := range l.cons {
				try("plays", heist.Change{Plays: m})
			}
		}
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	assert.Equal(t, map[string]bool{"joins": true, "swapped": true, "leaves": true, "spends": true, "plays": true}, changed)
}
