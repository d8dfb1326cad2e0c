package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/games"
)

// player drives random games in reused memory.
type player struct {
	s, first    env.State
	rng         env.Rand
	legal       []env.Action
	outcomes    []env.Outcome
	observation []float32
}

func newPlayer(g env.Game) *player {
	return &player{
		s: g.NewInitialState(), first: g.NewInitialState(), rng: env.Stream(1, "bench"),
		legal: make([]env.Action, 0, 2048), outcomes: make([]env.Outcome, 0, 512),
		observation: make([]float32, g.Spec().ObservationSize()),
	}
}

// decision plays up to and including the next decision, with mask and
// observation.
func (p *player) decision() {
	for {
		switch seat := p.s.CurrentPlayer(); seat {
		case env.Terminal:
			p.s.(env.CopierFrom).CopyFrom(p.first)
		case env.Chance:
			p.outcomes = p.s.(env.Chancer).ChanceOutcomes(p.outcomes[:0])
			p.apply(env.SampleOutcome(p.outcomes, p.rng))
		default:
			p.s.Observe(seat, p.observation)
			p.legal = p.s.LegalActions(p.legal[:0])
			p.apply(p.legal[p.rng.IntN(len(p.legal))])
			return
		}
	}
}

func (p *player) apply(a env.Action) {
	if err := p.s.Apply(a); err != nil {
		panic(err)
	}
}

// nine are optional rules that many tables play with.
const nine = "one_and_half_actions=true,armory=true,avoid_hits=true,cover=advanced,dead_zone=true,exhaust=true,take_aim=true,upgrades=true,weapon_range=true"

// everything returns a game of three fighters a side with all options on, on the
// default table.
func everything(t testing.TB) *duel.Game {
	c := games.MustNew("duel").(*duel.Game).Config()
	c.ModelsPerPlayer = 3
	c.OneAndHalfActions, c.Armory, c.AvoidHits, c.Charge, c.Climbing, c.DeadZone, c.Exhaust, c.Falling = true, true, true, true, true, true, true, true
	c.Jamming, c.Jump, c.Melee, c.Protection, c.Respawn, c.SpawnPoints, c.Specialization, c.TakeAim, c.Upgrades, c.WeaponRange = true, true, true, true, true, true, true, true, true, true
	c.Cover = duel.CoverAdvanced
	c.InteractiveTerrain = []string{duel.Water, duel.Fragile, duel.Laser, duel.Tree}
	c.Warbands = []duel.Warband{{Models: []duel.Kit{
		{Ranged: duel.TwoHanded}, {Ranged: duel.OneHanded, Shield: true, Protection: duel.Heavy}, {Melee: duel.TwoHanded, Specialization: duel.Brawler, Protection: duel.Light},
	}}}
	g, err := duel.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// brawl returns a game of two Heroes and their followers a side, drawn by chance.
func brawl(t testing.TB) *duel.Game {
	c := everything(t).Config()
	c.Heroes, c.Warband, c.ModelsPerPlayer, c.MaxModels = true, duel.WarbandRandom, 2, 8
	g, err := duel.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// BenchmarkDecision plays random games with mask and observation at every
// decision. One op is one player decision, with the chance steps around it.
func BenchmarkDecision(b *testing.B) {
	for name, g := range map[string]env.Game{
		"core": games.MustNew("duel"), "skirmish": games.MustNew("duel(file=skirmish)"), "everything": everything(b), "heroes": brawl(b),
		"nine options":       games.MustNew("duel(models_per_player=3," + nine + ")"),
		"nine options, city": games.MustNew("duel(models_per_player=3,map=city,step=1," + nine + ")"),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			p := newPlayer(g)
			b.ResetTimer()
			for range b.N {
				p.decision()
			}
		})
	}
}

// The test counts over many decisions at once: AllocsPerRun rounds its average
// down to a whole number, so that one allocation in two decisions would count as
// none.
func TestNothingIsAllocated(t *testing.T) {
	tables := map[string]env.Game{"everything": everything(t), "heroes": brawl(t)}
	for _, name := range []string{
		"duel", "duel(file=skirmish)", "duel(file=gang)",
		"duel(scenario=king_of_the_hill,one_and_half_actions=true,players=4)",
		"duel(scenario=capture_the_flag,one_and_half_actions=true,models_per_player=2)",
		"duel(scenario=tug_of_war,respawn=true,respawn_at=counter,models_per_player=2)",
		"duel(scenario=solitaire,players=1,opponents=3)",
		"duel(scenario=boss_fight,players=3,melee=true,avoid_hits=true,boss_abilities=[aggressive,area_of_effect,armour,bounce,exceptionally_prehensile,raise_dead,zverg])",
		"duel(scenario=gang_warfare,heroes=true,warband=random,models_per_player=2,max_models=6,melee=true,avoid_hits=true,one_up=[shapeshifter,coordinate,follower])",
		"duel(models_per_player=3,add_ons=[city_brawl,night_raid],mob_radius=1)",
	} {
		tables[name] = games.MustNew(name)
	}
	for name, g := range tables {
		p := newPlayer(g)
		many := func() {
			for range 150 {
				p.decision()
			}
		}
		many()
		assert.LessOrEqual(t, testing.AllocsPerRun(2, many), 2., name) // a buffer may grow once more
	}
}
