package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
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
				assert.Contains(t, duel.SkillNames(), c.Skill.String())
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
