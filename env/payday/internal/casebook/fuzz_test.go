package casebook_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/payday"
	"ringer/env/payday/internal/cards"
)

// Games of random configurations end without a panic or an error, with everything counted
// after every action: shipped decks and the mini variant with random parameters, and small
// decks of random cards. 100,000 with random choices and 20,000 with a bias with
// RINGER_LONG=1, a few in a quick run.
func TestRandomConfigurations(t *testing.T) {
	random, biased := 120, 60
	if os.Getenv("RINGER_LONG") == "1" {
		random, biased = 100_000, 20_000
	}
	rng := env.Stream(11, "random configurations")
	f := fuzzer{t: t, rng: rng, buffer: make([]env.Action, 0, 1024)}
	for done := 0; done < random+biased; {
		g := f.game()
		for i := 0; i < 6 && done < random+biased; i++ {
			f.play(g, done >= random)
			done++
		}
	}
	t.Logf("%d random and %d biased games of %d configurations (%d of random cards, %d drafts refused): %d decisions, %d won by the Criminal",
		random, biased, f.games, f.drafted, f.refused, f.decisions, f.won)
}

// A fuzzer plays games of random configurations.
type fuzzer struct {
	t                              testing.TB
	rng                            env.Rand
	buffer                         []env.Action
	played                         map[env.Action]int // by id, in this game
	games, drafted, refused        int
	decisions, won                 int
	outcomes                       []env.Outcome
	number                         int
	first                          env.State
	state                          *payday.State
	description                    string
	history                        []env.Action
	lastGame                       *payday.Game
	lastChild                      *payday.State
	preferNovel, preferOther, busy bool
}

// game returns a game of a random configuration.
func (f *fuzzer) game() *payday.Game {
	for {
		c := payday.Defaults()
		from := f.rng.IntN(4)
		sources := []configs.Source{configs.Named("games/payday/decks", "even")}
		switch from {
		case 1:
			sources = []configs.Source{configs.Named("games/payday/decks", "book")}
		case 2:
			sources = append(sources, configs.Named("games/payday", "mini"))
		}
		require.NoError(f.t, configs.ReadAll(&c, sources...))
		if from == 3 {
			f.draft(&c)
		}
		if from != 2 || f.rng.IntN(2) == 0 {
			f.turnKnobs(&c)
		}
		g, err := payday.New(c)
		if err != nil {
			f.refused++ // a combination that cannot work is refused, and that is tested elsewhere
			continue
		}
		f.games++
		if from == 3 {
			f.drafted++
		}
		f.description = fmt.Sprintf("%+v", c)
		return g
	}
}

// turnKnobs gives random values to the numbers of the rules.
func (f *fuzzer) turnKnobs(c *payday.Config) {
	pick := func(low, high int) int { return low + f.rng.IntN(high-low+1) }
	if f.rng.IntN(2) == 0 {
		c.Setup = payday.SetupRandom
	}
	if f.rng.IntN(2) == 0 {
		c.Payday = payday.PaydayChoose
	}
	c.LootCards, c.Rounds = pick(0, payday.MaxColumns), pick(2, 25)
	c.ObstaclesPerLoot = pick(1, payday.Places-1)
	c.GuardsPerLoot = pick(0, c.ObstaclesPerLoot)
	c.CriminalCash, c.PoliceCash, c.Income = pick(0, 9), pick(0, 9), pick(0, 3)
	c.CriminalHand, c.PoliceHand = pick(1, 6), pick(0, 8)
	c.CriminalLimit, c.PoliceLimit = pick(1, 10), pick(1, 10)
	c.MaxHeisters, c.MoveActions, c.CombatCards = pick(1, payday.MaxHeisters), pick(0, 4), pick(0, 10)
}

// draft fills the three decks with random cards.
func (f *fuzzer) draft(c *payday.Config) {
	c.MinCards, c.MinTitles = 1, 1
	c.Criminal, c.Police, c.Heist = nil, nil, nil
	c.Criminal = append(c.Criminal, f.card(payday.TypeHeister), f.card(payday.TypeHeister))
	c.Police = append(c.Police, f.card(payday.TypeOfficer))
	for range 4 + f.rng.IntN(12) {
		c.Criminal = append(c.Criminal, f.card(f.typeOf(payday.Criminal)))
		c.Police = append(c.Police, f.card(f.typeOf(payday.Police)))
	}
	c.Heist = append(c.Heist, f.card(payday.TypePayday))
	obstacle := f.card(payday.TypeObstacle)
	c.Heist = append(c.Heist, obstacle)
	for range f.rng.IntN(5) {
		c.Heist = append(c.Heist, f.card(payday.TypeObstacle))
	}
	for range 3 { // as many as a heist may have
		key, hard := f.card(payday.TypeKey), f.card(payday.TypeHard)
		hard.Key, hard.Requires = key.ID, obstacle.Requires // PAY-47
		c.Heist = append(c.Heist, key, hard)
	}
	for range 1 + f.rng.IntN(3) {
		c.Heist = append(c.Heist, f.card(payday.TypeGuard))
	}
}

func (f *fuzzer) typeOf(side int) payday.CardType {
	for {
		if i := f.rng.IntN(len(cards.Types)); cards.Types[i].Side == side {
			return payday.CardType(i)
		}
	}
}

// card returns a card of a type that has no faults.
func (f *fuzzer) card(typ payday.CardType) payday.Card {
	info := &cards.Types[typ]
	for {
		f.number++
		x := payday.Card{ID: fmt.Sprint("c", f.number), Title: fmt.Sprint("Card ", f.number), Type: info.Name}
		if info.Side != payday.Heist {
			x.Copies = 1 + f.rng.IntN(4)
		}
		for _, field := range strings.Fields(info.Fields) {
			n := f.rng.IntN(cards.MaxAmount + 1)
			switch field {
			case "cost":
				x.Cost = n / 2
			case "damage":
				x.Damage = n / 2
			case "health":
				x.Health = 1 + n%cards.MaxAmount
			case "armor":
				x.Armor = n / 2
			case "targets":
				x.Targets = n % (payday.Slots + 1)
			case "value":
				x.Value = 1 + n%cards.MaxAmount
			case "uses":
				x.Uses = n
			case "every":
				x.Every = n
			case "reach":
				x.Reach = []string{cards.SubtypeNames[f.rng.IntN(cards.Subtypes)]}
			case "subtype":
				x.Subtype = cards.SubtypeNames[f.rng.IntN(cards.Subtypes)]
			case "keep":
				x.Keep = n%2 == 0
			case "combat":
				x.Combat = n%2 == 0
			case "trigger":
				x.Trigger = cards.TriggerNames[f.rng.IntN(len(cards.TriggerNames))]
			case "requires":
				x.Requires = payday.Requirement{Progress: f.rng.IntN(4), Present: f.rng.IntN(3), Clear: n == 0, Cash: f.rng.IntN(2)}
			}
		}
		if info.Once || info.Lasting || len(info.When) > 0 {
			for range f.rng.IntN(cards.MaxEffects + 1) {
				x.Effects = append(x.Effects, f.effect(info))
			}
		}
		var faults env.Faults
		cards.CompileCard(&x, info.Side, "card", &faults)
		faults = slices.DeleteFunc(faults, func(fault error) bool { return strings.Contains(fault.Error(), "card.key") })
		if len(faults) == 0 {
			return x
		}
	}
}

func (f *fuzzer) effect(info *cards.TypeInfo) payday.Effect {
	op := f.rng.IntN(len(cards.Operations))
	o := &cards.Operations[op]
	e := payday.Effect{Op: o.Name, Amount: 1 + f.rng.IntN(3), On: o.On[f.rng.IntN(len(o.On))]}
	if f.rng.IntN(3) == 0 {
		e.If = cards.ConditionNames[f.rng.IntN(len(cards.ConditionNames))]
	}
	if !cards.Lasts(op) && len(info.When) > 0 {
		e.When = info.When[f.rng.IntN(len(info.When))]
	}
	if o.Of && f.rng.IntN(2) == 0 {
		e.Of = f.typeOf(info.Side % payday.Heist).String()
	}
	return e
}

// play plays one game. A biased one prefers, for a while, what it has played least, what
// lets the other side act next, or anything but an end.
func (f *fuzzer) play(g *payday.Game, biased bool) {
	if f.lastGame != g {
		f.lastGame, f.first = g, g.NewInitialState()
		f.state, f.lastChild = g.NewInitialState().(*payday.State), g.NewInitialState().(*payday.State)
	}
	s := f.state
	s.CopyFrom(f.first)
	f.history, f.played = f.history[:0], map[env.Action]int{}
	defer func() {
		if x := recover(); x != nil {
			f.t.Fatalf("%v after %v of %s\n%s", x, f.history, f.description, s)
		}
	}()
	for s.CurrentPlayer() != env.Terminal {
		var a env.Action
		if s.CurrentPlayer() == env.Chance {
			f.outcomes = s.ChanceOutcomes(f.outcomes[:0])
			a = env.SampleOutcome(f.outcomes, f.rng)
		} else {
			f.decisions++
			f.buffer = s.LegalActions(f.buffer[:0])
			if len(f.buffer) == 0 {
				f.t.Fatalf("no legal action after %v of %s\n%s", f.history, f.description, s)
			}
			a = f.buffer[f.rng.IntN(len(f.buffer))]
			if biased {
				a = f.prefer(s, a)
			}
		}
		f.history = append(f.history, a)
		if err := s.Apply(a); err != nil {
			f.t.Fatalf("%v after %v of %s", err, f.history, f.description)
		}
		if err := s.Conservation(); err != nil {
			f.t.Fatalf("%v after %v of %s\n%s", err, f.history, f.description, s)
		}
	}
	if s.Winner() == payday.Criminal {
		f.won++
	}
}

// prefer returns an action that the present bias likes, or a.
func (f *fuzzer) prefer(s *payday.State, a env.Action) env.Action {
	if f.rng.IntN(40) == 0 {
		f.preferNovel, f.preferOther, f.busy = f.rng.IntN(2) == 0, f.rng.IntN(3) == 0, f.rng.IntN(2) == 0
	}
	f.played[a]++
	switch {
	case f.rng.IntN(10) == 0:
		return a
	case f.preferOther: // what makes another seat act
		for range 4 {
			b := f.buffer[f.rng.IntN(len(f.buffer))]
			f.lastChild.CopyFrom(s)
			if f.lastChild.Apply(b) == nil && f.lastChild.CurrentPlayer() != s.CurrentPlayer() {
				return b
			}
		}
	case f.preferNovel:
		for _, b := range f.buffer {
			if f.played[b] < f.played[a] {
				a = b
			}
		}
	case f.busy && s.Decode(a).Step == payday.StepEnd && len(f.buffer) > 1:
		return f.buffer[f.rng.IntN(len(f.buffer)-1)]
	}
	return a
}
