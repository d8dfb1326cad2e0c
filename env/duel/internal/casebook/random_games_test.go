package casebook_test

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Games with all options drawn at random, warbands too, more rounds, on random and
// shipped tables of both lattices, keep their laws: 8 games, 100,000 in a long run, in
// parts that can be run by themselves (-run TestRandomGames/12$).
func TestRandomGames(t *testing.T) {
	parts, games, each := 1, 8, 2
	if long {
		parts, games, each = 100, 1000, 10
	}
	playParts(t, "random games", parts, games, each, func(env.Rand) gambler { return uniform{} })
}

// Biased games keep their laws, too: of each configuration several games, whose seats
// seek contact, use every feat, let nobody be hit, or everybody: 8 games, 20,000 in a
// long run.
func TestBiasedGames(t *testing.T) {
	parts, games, each := 1, 8, 2
	if long {
		parts, games, each = 40, 500, 10
	}
	playParts(t, "biased games", parts, games, each, func(rng env.Rand) gambler { return drawBias(rng) })
}

// Moves are worked out when somebody asks what is legal: a copy that was made before, and
// one that has changed chairs since, allow what the state allows that was asked first.
func TestMovesAreTheSameWheneverAsked(t *testing.T) {
	for i, copied := uint64(0), 0; copied < 4; i++ {
		rng := env.Stream(i, "moves asked later")
		g, err := duel.New(randomConfig(t, rng))
		if err != nil {
			continue // walled in
		}
		copied++
		s, later := g.NewInitialState().(*duel.State), g.NewInitialState().(*duel.State)
		for s.CurrentPlayer() != env.Terminal {
			unasked, chairs := s.Clone().(*duel.State), s.Clone().(*duel.State).Rotated(1)
			later.CopyFrom(s)
			legal := s.LegalActions(nil)
			require.Equal(t, legal, unasked.LegalActions(nil))
			require.Equal(t, legal, later.LegalActions(nil))
			if moved := s.Rotated(1); moved != nil {
				require.Equal(t, moved.LegalActions(nil), chairs.LegalActions(nil))
			}
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
}

// playParts plays games of random configurations in parts that run side by side.
func playParts(t *testing.T, what env.Purpose, parts, games, each int, draw func(env.Rand) gambler) {
	for part := range parts {
		t.Run(strconv.Itoa(part), func(t *testing.T) {
			t.Parallel()
			var seen tally
			for i := 0; seen.games < games; i++ {
				rng := env.Stream(uint64(part), what, uint64(i))
				g, err := duel.New(randomConfig(t, rng))
				if err != nil {
					require.Less(t, i, 20*(seen.games/each+1), "hardly a table can be played on: %v", err)
					continue // walled in, or pieces that leave the area
				}
				for k := range each {
					label := fmt.Sprintf("%s, part %d, table %d, game %d", what, part, i, k)
					seen.add(g.Config(), playWith(t, label, g, draw(rng), rng))
				}
			}
			t.Log(&seen)
		})
	}
}

// randomConfig draws all options. In every second game with Heroes, their feats and traits
// come from a random draft, as the data of a warband.
func randomConfig(t *testing.T, rng env.Rand) duel.Config {
	c := duel.Defaults()
	for _, o := range options {
		o.set[rng.IntN(len(o.set))](&c)
	}
	settle(&c)
	c.Board, c.Rounds = randomBoard(rng, c.Players), 8
	if c.ModelsPerPlayer > 1 && rng.IntN(2) == 0 {
		c.ModelsPerPlayer = 2 + rng.IntN(5)
	}
	if c.Heroes {
		c.MaxModels = min(c.ModelsPerPlayer+rng.IntN(8), 13)
		if rng.IntN(2) == 0 {
			c.OneUp = some(rng, turn.SkillNames(), 5)
		}
	}
	c.InteractiveTerrain = some(rng, c.InteractiveTerrain, 4)
	c.BossAbilities = some(rng, c.BossAbilities, 8)
	if c.Heroes && rng.IntN(2) == 0 {
		if g, err := duel.New(c); err == nil {
			c.Warband, c.Warbands = duel.WarbandGiven, drafted(t, g, rng)
		}
	}
	return c
}

// some draws up to this many different words of a list.
func some(rng env.Rand, list []string, most int) []string {
	list = slices.Clone(list)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:rng.IntN(min(len(list), most)+1)]
}

// shippedMaps are the maps of configs/games/duel.
var shippedMaps = []string{"canyon", "city", "crossroads", "forest", "homestead", "laboratory", "lagoon"}

// randomBoard draws a table: one of random pieces, one that is shipped, or one that is
// scattered.
func randomBoard(rng env.Rand, players int) *space.Map {
	switch rng.IntN(4) {
	case 0:
		return shipped("map=" + shippedMaps[rng.IntN(len(shippedMaps))])
	case 1:
		return shipped(fmt.Sprintf("map=scatter,map_seed=%d,players=%d", rng.IntN(50), max(2, players)))
	}
	return wilds(rng)
}

// shipped returns the table of a game that is built of data.
func shipped(options string) *space.Map {
	g, err := gameOf("duel(" + options + ")")
	if err != nil {
		panic(err)
	}
	m := *g.Config().Board
	return &m
}

// drafted returns the warbands of a game after a random draft, as data.
func drafted(t *testing.T, g *duel.Game, rng env.Rand) (bands []duel.Warband) {
	c := g.Config()
	s := g.NewInitialState().(*duel.State)
	for s.Round() == 0 && s.CurrentPlayer() != env.Terminal {
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	seats := g.Models() / c.MaxModels
	for seat := range seats {
		w := duel.Warband{Name: strconv.Itoa(seat)}
		for j := range c.ModelsPerPlayer {
			m := seat*c.MaxModels + j
			f := s.Fighter(m)
			k := c.Warbands[seat%2].Models[j%2]
			k.Feats, k.Traits = bought(&c, f.Feats, f.Traits)
			for i, x := range f.Shapes {
				feats, traits := bought(&c, x.Feats, x.Traits)
				if i == 0 {
					k.Feats = feats // of its own shape
					for name, times := range traits {
						k.Traits[name] = times
					}
					continue
				}
				k.Shapes = append(k.Shapes, duel.Shape{Feats: feats, Traits: traits})
			}
			for e := range g.Models() {
				if x := s.Fighter(e); x.Leader == m && x.Marks["raised"] == 0 && k.Traits["follower"] > 0 {
					k.Followers = []duel.Kit{{Kind: x.Kind}}
				}
			}
			w.Models = append(w.Models, k)
		}
		bands = append(bands, w)
	}
	return bands
}

// bought returns the feats and traits without those that one_up gives.
func bought(c *duel.Config, feats []string, traits map[string]int) ([]string, map[string]int) {
	rest := map[string]int{}
	for name, times := range traits {
		if slices.Contains(c.OneUp, name) {
			times--
		}
		if times > 0 {
			rest[name] = times
		}
	}
	return slices.DeleteFunc(slices.Clone(feats), func(name string) bool { return slices.Contains(c.OneUp, name) }), rest
}

// A tally counts decisions, games and rare events of a run.
type tally struct {
	games, heroic, given, decisions, most int
	scenarios                             map[string]int
}

func (n *tally) add(c duel.Config, p played) {
	if n.scenarios == nil {
		n.scenarios = map[string]int{}
	}
	n.games++
	n.decisions += p.decisions
	n.most = max(n.most, p.most)
	if c.Heroes {
		n.heroic++
		if c.Warband == duel.WarbandGiven {
			n.given++
		}
	}
	n.scenarios[c.Scenario]++
	for _, x := range c.AddOns {
		n.scenarios["+"+x]++
	}
}

func (n *tally) String() string {
	return fmt.Sprintf("%d games, %d with Heroes, %d of these with warbands as data; %v; %d decisions, at most %d for one action", n.games, n.heroic, n.given, n.scenarios, n.decisions, n.most)
}

// played counts the decisions of playOut, and the most of them from one choice of
// an action to the next.
type played struct {
	decisions, most int
	checked         map[string]int // by a referee
}

// A gambler chooses for every seat, and for chance.
type gambler interface {
	choose(s *duel.State, legal []env.Action, rng env.Rand) env.Action
	throw(outcomes []env.Outcome, rng env.Rand) env.Action
}

// uniform play has no preference.
type uniform struct{}

func (uniform) choose(_ *duel.State, legal []env.Action, rng env.Rand) env.Action {
	return legal[rng.IntN(len(legal))]
}

func (uniform) throw(outcomes []env.Outcome, rng env.Rand) env.Action {
	return env.SampleOutcome(outcomes, rng)
}

// playOut plays a game at random, as playWith does.
func playOut(t *testing.T, g *duel.Game, rng env.Rand) played {
	return playWith(t, "", g, uniform{}, rng)
}

// playWith plays a game, with mask and observation at every decision, and tests that it
// keeps its pieces and its bounds: the bound of an episode, and their share for a round and
// for what one choice of an action brings, interrupts and all.
func playWith(t *testing.T, label string, g *duel.Game, p gambler, rng env.Rand) played {
	return playWatched(t, label, g, p, rng, false)
}

// playWatched does the same, with a referee who counts the dice where one is asked for.
func playWatched(t *testing.T, label string, g *duel.Game, p gambler, rng env.Rand, watched bool) played {
	spec, c := g.Spec(), g.Config()
	obs := make([]float32, spec.ObservationSize())
	s := g.NewInitialState().(*duel.State)
	decisions, chances, most := 0, 0, 0
	round, inRound, sinceAction := 0, 0, 0
	var legal []env.Action
	var outcomes []env.Outcome
	var past []env.Action
	ref := newReferee(t, g, func() string { return fmt.Sprintf("%s: %s\n%s", label, spec, tail(g, past[:len(past)-1])) })
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%s: %v\n%s\n%s\n%s", label, r, debug.Stack(), spec, tail(g, past[:len(past)-1]))
		}
	}()
	for s.CurrentPlayer() != env.Terminal {
		if s.CurrentPlayer() == env.Chance {
			chances++
			outcomes = s.ChanceOutcomes(outcomes[:0])
			past = append(past, p.throw(outcomes, rng))
		} else {
			decisions++
			if inRound++; s.Round() != round {
				round, inRound, sinceAction = s.Round(), 0, 0
			}
			if sinceAction++; s.Question() == duel.AskAct || round == 0 {
				sinceAction = 0
			}
			most = max(most, sinceAction)
			require.LessOrEqual(t, inRound, spec.MaxGameLength/c.Rounds, "%s: decisions of a round", label)
			require.LessOrEqual(t, sinceAction, spec.MaxGameLength/(c.Rounds*g.Models()), "%s: decisions after an action", label)
			s.Observe(s.CurrentPlayer(), obs)
			legal = s.LegalActions(legal[:0])
			past = append(past, p.choose(s, legal, rng))
		}
		if watched {
			ref.see(s, past[len(past)-1])
		}
		if a := past[len(past)-1]; watched && s.Initiator() >= 0 {
			before := s.Clone().(*duel.State)
			require.NoError(t, s.Apply(a), label)
			ref.watch(before, a, s)
		} else {
			require.NoError(t, s.Apply(a), label)
		}
		if err := s.Conservation(); err != nil {
			require.NoError(t, err, "%s: %s after %s", label, spec, tail(g, past))
		}
	}
	require.LessOrEqual(t, decisions, spec.MaxGameLength, label)
	require.LessOrEqual(t, chances, spec.MaxChanceNodes, label)
	return played{decisions, most, ref.checked}
}

// tail returns the last actions of a game in words.
func tail(g *duel.Game, past []env.Action) string {
	var words []string
	s := g.NewInitialState().(*duel.State)
	for _, a := range past {
		name := ""
		if m := s.Subject(); m >= 0 {
			name = s.Fighter(m).Name + ": "
		}
		words = append(words, fmt.Sprintf("%s %s%s", s.CurrentPlayer(), name, s.ActionString(a)))
		if s.Apply(a) != nil {
			break
		}
	}
	return strings.Join(words[max(0, len(words)-40):], "\n") + "\n" + s.Text(0)
}

// A bias is how likely a gambler is to do what makes for rare situations, in tenths.
type bias struct {
	feats   int // uses a feat, a Special Attack, an interrupt, a reroll
	contact int // goes where an enemy or a mob is near
	harm    int // attacks with a high score, and dice that hit; else avoids, and they miss
	harmful bool
	stays   int // does not leave the area
}

// restless lets turns become as long as they can be: every feat is used, nobody is hit.
var restless = bias{feats: 9, harm: 8, stays: 10}

// drawBias draws a gambler with preferences of its own.
func drawBias(rng env.Rand) bias {
	return bias{feats: 3 + rng.IntN(7), contact: rng.IntN(10), harm: rng.IntN(10), harmful: rng.IntN(2) == 0, stays: 5 + rng.IntN(6)}
}

func (b bias) choose(s *duel.State, legal []env.Action, rng env.Rand) env.Action {
	random := legal[rng.IntN(len(legal))]
	likes := func(tenths int) bool { return rng.IntN(10) < tenths }
	switch s.Question() {
	case duel.AskUse, duel.AskInto, duel.AskSpecial, duel.AskConvert, duel.AskWhom, duel.AskWhere, duel.AskHow, duel.AskReroll, duel.AskCover, duel.AskMobDuel:
		if likes(b.feats) {
			return b.other(s, legal, random, rng)
		}
	case duel.AskScore:
		if likes(b.harm) {
			if b.harmful {
				return legal[min(len(legal)-1, 3+rng.IntN(3))]
			}
			return legal[len(legal)-1-rng.IntN(min(len(legal), 6))] // avoid, where that is a choice
		}
	case duel.AskAct, duel.AskGo, duel.AskPlace:
		if likes(b.contact) {
			random = b.nearest(s, legal, rng)
		}
		if s.Decode(random).Verb == duel.Leave && likes(b.stays) {
			return legal[rng.IntN(len(legal))]
		}
		if likes(b.feats) { // anything but a Move
			for range 4 {
				if a := legal[rng.IntN(len(legal))]; s.Decode(a).Verb > duel.Go && s.Decode(a).Verb != duel.Leave {
					return a
				}
			}
		}
	}
	return random
}

// other returns an answer that is not no, done or never.
func (b bias) other(s *duel.State, legal []env.Action, random env.Action, rng env.Rand) env.Action {
	for range 8 {
		switch s.Decode(random).Verb {
		case duel.No, duel.Done, duel.NeverOnThisWay:
			random = legal[rng.IntN(len(legal))]
		default:
			return random
		}
	}
	return random
}

// nearest returns, of a few actions, the destination with an enemy nearest to it.
func (b bias) nearest(s *duel.State, legal []env.Action, rng env.Rand) env.Action {
	seat := int(s.CurrentPlayer())
	best, least := legal[rng.IntN(len(legal))], 1<<30
	for range 8 {
		a := legal[rng.IntN(len(legal))]
		c := s.Decode(a)
		if c.Verb != duel.Go {
			continue
		}
		for rest := s.InPlay() &^ s.Commands(seat); rest != 0; rest &= rest - 1 {
			o := c.To.Sub(s.At(int(rest.First())))
			if d := int(o.X)*int(o.X) + int(o.Y)*int(o.Y); d < least {
				best, least = a, d
			}
		}
	}
	return best
}

// throw prefers the first of some outcomes, the lowest dice, or the last ones.
func (b bias) throw(outcomes []env.Outcome, rng env.Rand) env.Action {
	if rng.IntN(12) < b.harm {
		if b.harmful {
			return outcomes[len(outcomes)-1-rng.IntN(min(3, len(outcomes)))].Action
		}
		return outcomes[rng.IntN(min(3, len(outcomes)))].Action
	}
	return env.SampleOutcome(outcomes, rng)
}
