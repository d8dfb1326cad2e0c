package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/internal/turn"
	"ringer/env/games"
)

// The Choice of a draft agrees with its text, and Plain agrees with Fighter but for the
// lists.
func TestHeroesAreShown(t *testing.T) {
	g := games.MustNew("duel(heroes=true,warband=draft,max_models=4,melee=true,avoid_hits=true,step=1)").(*duel.Game)
	rng := env.Stream(1, "shown")
	s := g.NewInitialState().(*duel.State)
	var outcomes []env.Outcome
	skills, kinds := 0, 0
	for s.CurrentPlayer() != env.Terminal {
		if s.CurrentPlayer() == env.Chance {
			outcomes = s.ChanceOutcomes(outcomes[:0])
			require.NoError(t, s.Apply(env.SampleOutcome(outcomes, rng)))
			continue
		}
		legal := s.LegalActions(nil)
		for _, a := range legal {
			text := s.ActionString(a)
			switch c := s.Decode(a); {
			case c.Verb == duel.UseSkill && s.Question() == duel.AskBuy:
				assert.Contains(t, turn.SkillNames(), c.Skill.String())
				skills++
			case c.Verb == duel.FieldFollowers:
				assert.Contains(t, text, c.Followers)
				kinds++
			}
		}
		for m := range g.Models() {
			full, plain := s.Fighter(m), s.Plain(m)
			marks := s.MarksOf(m)
			for name, n := range map[string]int{"berserk": marks.Berserk, "on guard": marks.Guard, "precise": marks.Precise, "eviscerated": marks.Eviscerated, "immobilized": marks.Immobilized, "marked": marks.Marked, "wingman": marks.Wingman, "thrall": marks.Thrall} {
				if s.Question() != duel.AskBuy && s.Question() != duel.AskFollowers {
					assert.Equal(t, full.Marks[name], n, name)
				}
			}
			full.Name, full.Feats, full.Traits, full.Marks = "", nil, nil, nil
			assert.Equal(t, full, plain)
			assert.Equal(t, map[string]int{duel.KindHero: 3, duel.KindGanger: 2, duel.KindFighter: 2, duel.KindRookie: 1, duel.KindAnimal: 1}[full.Kind], s.Dice(m))
		}
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	assert.Positive(t, skills)
	assert.Positive(t, kinds)
	assert.Zero(t, testing.AllocsPerRun(20, func() { s.Plain(0) }))
}

// Things lists what lies on the table, the side that it belongs to, and whether it can
// be had.
func TestThings(t *testing.T) {
	core := games.MustNew("duel(upgrades=true)").(*duel.Game)
	s, err := core.State(duel.Position{Act: "A", Carrier: "A", Models: []duel.Placed{{Model: "A", At: at(3, 3)}, {Model: "B", At: at(9, 9)}}})
	require.NoError(t, err)
	things := s.Things(nil)
	require.Len(t, things, 5)
	assert.Equal(t, duel.Thing{Kind: duel.ThingTreasure, At: s.Fighter(0).At, Free: false, Side: -1}, things[0])
	for _, x := range things[1:] {
		assert.Equal(t, duel.ThingUpgrade, x.Kind)
		assert.True(t, x.Free)
	}
	assert.Len(t, s.Things(things), 10, "appended")

	flags := games.MustNew("duel(scenario=capture_the_flag,one_and_half_actions=true)").(*duel.Game)
	things = flags.NewInitialState().(*duel.State).Things(nil)
	require.Len(t, things, 2)
	for side, x := range things {
		assert.Equal(t, duel.ThingFlag, x.Kind)
		assert.Equal(t, side, x.Side)
	}
}
