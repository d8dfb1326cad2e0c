package roster_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/kuhn"
)

// loyal returns a kind that plays kuhn only, and that notes its option.
func loyal(got *int) roster.Kind {
	return roster.OfGame("loyal", "plays kuhn at random", func(_ *kuhn.Game, args *roster.Arguments) (agents.Agent, error) {
		*got = args.Count("worlds", 9)
		return random.New(), nil
	}, roster.Option{Name: "worlds", Default: "4", Doc: "possible worlds"})
}

func TestARegisteredAgentIsOneOfTheRoster(t *testing.T) {
	roster.Unregister(t)
	got := 0
	require.NoError(t, roster.Register(loyal(&got)))
	kuhn := roster.Sources{Game: games.MustNew("kuhn")}
	kinds := roster.Kinds()
	last := kinds[len(kinds)-1]
	assert.Equal(t, "loyal(worlds=4)", last.Usage())
	assert.True(t, last.Own())
	assert.False(t, kinds[0].Own())

	_, err := roster.New("loyal(worlds=7)", kuhn)
	require.NoError(t, err)
	assert.Equal(t, 7, got)
	_, err = roster.New("loyal(worlds=10)", kuhn)
	assert.EqualError(t, err, "loyal.worlds: 10: want a whole number from 1 to 9")
	_, err = roster.New("loyal(hands=1)", kuhn)
	assert.ErrorContains(t, err, "loyal does not take hands=1; it is written loyal(worlds=4)")
	_, err = roster.New("loyal", roster.Sources{Game: games.MustNew("leduc")})
	assert.EqualError(t, err, "loyal does not play leduc: plays kuhn at random")
	_, err = roster.New("loayl", kuhn)
	assert.ErrorContains(t, err, `unknown agent "loayl" (did you mean loyal?); known: random, `)
	assert.ErrorContains(t, err, ", loyal(worlds=4)")
}

func TestRegisterRefusesKinds(t *testing.T) {
	roster.Unregister(t)
	build := func(roster.Sources, *roster.Arguments) (agents.Agent, error) { return random.New(), nil }
	before := len(roster.Kinds())
	err := roster.Register(
		roster.Kind{Name: "fine", Doc: "is fine", Build: build}, roster.Kind{Name: "fine", Doc: "is there twice", Build: build},
		roster.Kind{Name: "greedy", Doc: "is ours", Build: build}, roster.Kind{Name: "human", Doc: "is taken", Build: build},
		roster.Kind{Name: "My Agent", Doc: "is no name", Build: build}, roster.Kind{Name: "lazy", Doc: "lacks Build"}, roster.Kind{Name: "mute", Build: build},
		roster.Kind{Name: "odd", Doc: "has bad options", Build: build, Options: []roster.Option{{Name: "a"}, {Name: "a"}, {Name: "B"}}},
	)
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.Len(t, faults, 8)
	for _, want := range []string{
		"agent: fine: want a name that no other agent has", "agent: greedy: want a name that", "agent: human: want a name that",
		"agent: My Agent: want a name of lower-case", "agent: lazy: want Build", "agent: mute: want Build", "odd: option: a: want", "odd: option: B: want",
	} {
		assert.ErrorContains(t, err, want)
	}
	assert.Len(t, roster.Kinds(), before, "nothing is added when something is wrong")
}

func TestARegisteredExpertIsTheExpertOfItsGame(t *testing.T) {
	roster.Unregister(t)
	kuhnExpert := func(options ...roster.Option) roster.Expert {
		return roster.ExpertOf("kuhn", func(_ *kuhn.Game, args *roster.Arguments) (agents.Agent, error) {
			args.Number("bluff")
			return random.New(), nil
		}, options...)
	}
	bluff := roster.Option{Name: "bluff", Default: "0.3", Doc: "share of bluffs; only for kuhn"}
	err := roster.RegisterExperts(kuhnExpert(bluff, roster.Option{Name: "hands", Default: "3", Doc: "other hands"}))
	assert.EqualError(t, err, "expert of kuhn: option: hands: want the default 0, as the expert of fivepossessions has it, or another name")
	require.NoError(t, roster.RegisterExperts(kuhnExpert(bluff)))
	assert.EqualError(t, roster.RegisterExperts(kuhnExpert(bluff)), "expert: kuhn: want a game that has no expert yet")

	at := roster.Sources{Game: games.MustNew("kuhn")}
	_, err = roster.New("expert(bluff=0.5)", at)
	require.NoError(t, err)
	_, err = roster.New("expert(bluff=often)", at)
	assert.EqualError(t, err, "expert.bluff: often: want a number from 0")
	_, err = roster.New("expert(bluff=0.5)", roster.Sources{Game: games.MustNew("heat")})
	assert.EqualError(t, err, "the expert for heat knows nothing of the option bluff; leave it out")
	_, err = roster.New("expert(hands=5)", at)
	assert.EqualError(t, err, "the expert for kuhn knows nothing of the option hands; leave it out")
	_, err = roster.New("expert", roster.Sources{Game: games.MustNew("leduc")})
	assert.ErrorContains(t, err, "no expert for leduc; there is one for: duel, ")
	assert.ErrorContains(t, err, ", kuhn")
}
