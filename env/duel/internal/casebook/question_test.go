package casebook_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
)

// wordless are the words of the actions that need no object, by verb.
var wordless = map[duel.Verb]string{
	duel.Done: "done", duel.Yes: "yes", duel.No: "no", duel.Interact: "interact", duel.Skirmish: "skirmish", duel.Exhaust: "exhaust",
	duel.TakeAim: "take aim", duel.Unjam: "unjam", duel.Disengage: "disengage", duel.Climb: "climb here", duel.Shoot: "shoot",
	duel.FightInMelee: "fight hand to hand", duel.AimLower: "aim lower", duel.KeepScore: "keep the score", duel.AimHigher: "aim higher",
	duel.NeverOnThisWay: "not for the rest of this path", duel.Melt: "melt with the crowd",
}

// wanted puts a decoded action into the words of ActionString; where the verb in those
// words depends on the question, only its object.
func wanted(s *duel.State, scene *space.Scene, c duel.Choice) string {
	inches := func(n int8) string {
		return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(n)*scene.Step().Inches()), ".0")
	}
	switch c.Verb {
	case duel.Go:
		return "at|to " + inches(c.To.X) + "," + inches(c.To.Y)
	case duel.Leave:
		return "leave to the " + []string{"south", "east", "north", "west"}[c.Edge]
	case duel.SetScore:
		return fmt.Sprintf("score %d", c.Number)
	case duel.AvoidHits:
		return fmt.Sprintf("avoid %d", c.Number)
	case duel.NameModel:
		return "*" + s.Fighter(c.Model).Name
	case duel.Bid:
		return fmt.Sprintf("bid %d", c.Number)
	case duel.RollAgain:
		return fmt.Sprintf("roll a %d again", c.Number)
	case duel.Turn:
		east, north := c.Direction.Step()
		return "*" + map[[2]int]string{
			{1, 0}: "east", {1, 1}: "northeast", {0, 1}: "north", {-1, 1}: "northwest", {-1, 0}: "west", {-1, -1}: "southwest", {0, -1}: "south", {1, -1}: "southeast",
		}[[2]int{east, north}]
	case duel.StartIn:
		nx, ny := scene.Size()
		row, column := "south", "west"
		if int(c.To.Y) > ny/2 {
			row = "north"
		}
		if int(c.To.X) > nx/2 {
			column = "east"
		}
		return "start " + row + column
	case duel.UseSkill:
		return "*" + strings.ReplaceAll(c.Skill.String(), "_", " ")
	case duel.FieldFollowers:
		return "field " + c.Followers + "s"
	case duel.HowMany:
		return fmt.Sprint(c.Number)
	case duel.NameMob:
		return fmt.Sprintf("mob %d", c.Number+1)
	case duel.PutDown:
		return "put down " + c.Terrain.String() + " at " + inches(c.To.X) + "," + inches(c.To.Y)
	}
	return wordless[c.Verb]
}

// says reports whether the name of an action is the wanted one.
func says(name, want string) bool {
	if object, ok := strings.CutPrefix(want, "at|to "); ok {
		return strings.HasSuffix(name, "at "+object) || strings.HasSuffix(name, "to "+object)
	}
	if object, ok := strings.CutPrefix(want, "*"); ok {
		return strings.HasSuffix(name, " "+object)
	}
	return name == want
}

// What Decode says of an action agrees with its name, for every verb, over random
// games with the rules that bring actions of their own.
func TestDecodeAgreesWithNames(t *testing.T) {
	seen := map[duel.Verb]int{}
	for _, name := range []string{
		"duel", "duel(file=skirmish)", "duel(place_terrain=2,map=canyon)",
		"duel(map=forest,armory=true,cover=advanced,bid_initiative=player,interactive_terrain=[tree],jamming=true,placement=absolute)",
		"duel(models_per_player=3,melee=true,charge=true,avoid_hits=true,take_aim=true,exhaust=true,one_and_half_actions=true,climbing=true,falling=true,map=city)",
		"duel(map=canyon,players=3,armory=true,cover=simple,jamming=true)", "duel(map=scatter,players=3,models_per_player=3,take_aim=true)",
		"duel(heroes=true,warband=draft,models_per_player=2,max_models=8,melee=true,avoid_hits=true,step=1)",
		"duel(heroes=true,warband=random,models_per_player=3,max_models=9,melee=true,avoid_hits=true,step=1)",
		"duel(add_ons=[city_brawl],mob_radius=1,models_per_player=3,step=1)",
		"duel(scenario=boss_fight,players=3,melee=true,avoid_hits=true,boss_abilities=[zverg,raise_dead,bounce],step=1)",
	} {
		g := games.MustNew(name).(*duel.Game)
		for i := range uint64(6) {
			rng := env.Stream(3, "decode", i)
			s := g.NewInitialState().(*duel.State)
			for s.CurrentPlayer() != env.Terminal {
				if s.CurrentPlayer() == env.Chance {
					require.NoError(t, s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng)))
					continue
				}
				legal, deeds := s.LegalActions(nil), []env.Action(nil)
				for _, a := range legal {
					c := s.Decode(a)
					if seen[c.Verb]++; c.Verb != duel.Go && c.Verb != duel.Leave {
						deeds = append(deeds, a)
					}
					if text, want := s.ActionString(a), wanted(s, g.Scene(), c); !says(text, want) {
						t.Fatalf("%s: action %d is %q, and decodes into %+v: %q", name, a, text, c, want)
					}
				}
				if len(deeds) > 0 && rng.IntN(2) == 0 { // there are many destinations
					legal = deeds
				}
				require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			}
		}
	}
	for verb := duel.Done; verb <= duel.PutDown; verb++ {
		assert.Positive(t, seen[verb], "verb %d, %q", verb, wordless[verb])
	}
}

func TestDecodeAllocatesNothing(t *testing.T) {
	s := games.MustNew("duel(file=skirmish)").NewInitialState().(*duel.State)
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	legal := s.LegalActions(nil)
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		for _, a := range legal {
			s.Decode(a)
		}
	}))
	assert.PanicsWithValue(t, "duel: no action 1000000", func() { s.Decode(1000000) })
}

// A skirmish asks for two legs, and an exhausting model is known by it.
func TestLegsAndExhausting(t *testing.T) {
	b := lay(t, func(c *duel.Config) { c.OneAndHalfActions, c.Exhaust = true, true }, pair(3, 6, 9, 6))
	assert.False(t, b.s.Exhausting())
	b.do("exhaust")
	assert.True(t, b.s.Exhausting())
	b.do("skirmish")
	assert.Equal(t, duel.FirstLeg, b.s.Leg())
	b.do("stay at 3,6", "score 1", "score 1") // the Duel between the legs
	b.roll("1", "1 1")
	assert.Equal(t, duel.LastLeg, b.s.Leg())
}
