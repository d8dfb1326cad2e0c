package cmd

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/kuhn"
	"ringer/env/leduc"
	"ringer/env/tactics"
)

// Parts that cannot be added are named all at once, and leave nothing behind.
func TestBadPartsAreRefused(t *testing.T) {
	names, kinds := games.Names(), len(roster.Kinds())
	build := func(roster.Sources, *roster.Arguments) (agents.Agent, error) { return random.New(), nil }
	err := addAll([]Own{
		Files(fstest.MapFS{
			"configs/train/kuhn.yaml":         {Data: []byte("game: kuhn\n")},
			"configs/train/fine.yaml":         {Data: []byte("game: kuhn\n")},
			"configs/other/x.yaml":            {Data: []byte("a: 1\n")},
			"configs/games/khun/default.yaml": {Data: []byte("players: 3\n")},
			"checkpoints/kuhn.bot":            {Data: []byte("x")},
		}),
		Agent(roster.Kind{Name: "greedy", Doc: "is ours", Build: build}),
		Expert("duel", func(_ *kuhn.Game, _ *roster.Arguments) (agents.Agent, error) { return random.New(), nil }),
		Judge("chess", func(_ *kuhn.Game) env.Judge { return nil }),
		Judge("heat", func(_ *kuhn.Game) env.Judge { return nil }),
		Game("kuhn", kuhn.Defaults, kuhn.New),
		Game("Kuhn 2", leduc.Defaults, leduc.New),
	})
	for _, want := range []string{
		"game: kuhn: want a name that no other game has",
		"game: Kuhn 2: want a name of lower-case letters",
		"agent: greedy: want a name that no other agent has",
		"expert: duel: want a game that has no expert yet",
		`judge: unknown game "chess"; known: kuhn, `,
		"tactics: heat has a judge already",
		"configs: train/kuhn.yaml: want a name that no other configuration in train has",
		"configs: other/x.yaml: want train/NAME.yaml or games/GAME/NAME.yaml",
		`configs/games/khun: unknown game "khun" (did you mean kuhn?)`,
		"bots of these names are shipped already: kuhn",
	} {
		assert.ErrorContains(t, err, want)
	}
	assert.Equal(t, names, games.Names())
	assert.Len(t, roster.Kinds(), kinds)
	assert.Nil(t, tactics.Judge(games.MustNew("kuhn")))
}
