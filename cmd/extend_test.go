package cmd_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/cmd"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/kuhn"
	"ringer/env/leduc"
	"ringer/env/tactics"
	"ringer/env/wrap"
	"ringer/models"
	"ringer/models/graph"
)

// pocket is Kuhn poker under another name.
type pocket struct {
	*kuhn.Game
	spec env.Spec
}

func (g *pocket) Spec() *env.Spec { return &g.spec }

func newPocket(c kuhn.Config) (*pocket, error) {
	g, err := kuhn.New(c)
	if err != nil {
		return nil, err
	}
	p := &pocket{g, *g.Spec()}
	p.spec.Name, p.spec.Title, p.spec.Hash, p.spec.FactsHash = "pocket", "Pocket poker", "", ""
	p.spec.Seal()
	return p, nil
}

// Values of asProgram with which the program has parts of another module: ownParts or
// brokenParts.
const (
	withOwn    = "own"
	withBroken = "broken"
)

func TestMain(m *testing.M) {
	cmdtest.RunTests(m, func(as string) {
		switch as {
		case withOwn:
			cmd.Main(ownParts()...)
		case withBroken:
			cmd.Main(brokenParts()...)
		}
	})
}

// ownParts are the parts of the program that is started with withOwn.
func ownParts() []cmd.Own {
	return []cmd.Own{
		cmd.Files(fstest.MapFS{
			"configs/games/pocket/three.yaml": {Data: []byte("players: 3\n")},
			"configs/train/pocket.yaml":       {Data: []byte("game: pocket\ndecisions: 2000\n")},
			"docs/games/pocket.md":            {Data: []byte("# Pocket poker\n\nKuhn poker in a pocket.\n")},
		}),
		cmd.Agent(roster.OfGame("coin", "tosses a coin", func(*pocket, *roster.Arguments) (agents.Agent, error) { return random.New(), nil }, roster.Option{Name: "sides", Default: "2", Doc: "of the coin"})),
		cmd.Expert("pocket", func(*pocket, *roster.Arguments) (agents.Agent, error) { return random.New(), nil }),
		cmd.Judge("pocket", func(*pocket) env.Judge { return nil }),
		cmd.Game("pocket", kuhn.Defaults, newPocket),
	}
}

// unnamed is a wrapper of pocket under another name than its own.
type unnamed struct{}

func (unnamed) Name() string { return "other" }

func (unnamed) Version() int { return 1 }

func (unnamed) Fields() []env.Field { return []env.Field{{Name: "one", Shape: []int{1}, Max: 1}} }

func (unnamed) NewWriter() wrap.Writer { return unnamed{} }

func (unnamed) Write(env.State, env.Player, []float32) {}

// brokenParts are refused only when they are built.
func brokenParts() []cmd.Own {
	return []cmd.Own{
		cmd.Game("pocket", kuhn.Defaults, newPocket),
		cmd.Game("cards", kuhn.Defaults, newPocket),
		cmd.Game("torn", kuhn.Defaults, func(kuhn.Config) (*pocket, error) { panic("torn") }),
		cmd.Judge("kuhn", func(*pocket) env.Judge { return nil }),
		cmd.Expert("leduc", func(*pocket, *roster.Arguments) (agents.Agent, error) { return random.New(), nil }),
		cmd.Wrapper("pocket", "mine", "one number", func(*pocket) unnamed { return unnamed{} }),
	}
}

func TestBrokenPartsEndTheProgram(t *testing.T) {
	p := cmdtest.Start(t, t.TempDir(), []string{cmdtest.AsProgram + "=" + withBroken}, "games")
	assert.Equal(t, shell.ExitBadInput, p.Exit())
	assert.Empty(t, p.Out.String())
	assert.Equal(t, `ringer: game cards cannot be built: games: cards: the spec of its game says "pocket": want the name under which it is registered
game torn cannot be built: panic: torn
judge: kuhn is a game of type *kuhn.Game, but this takes *cmd_test.pocket
expert: leduc is a game of type *leduc.Game, but this takes *cmd_test.pocket
wrapper mine of pocket: its game is called pocket(wrap=other), which is another game: want the name under which it is registered from Name()
`, p.Errs.String())
}

// A game and agents of another module stand wherever Ringer's own do: in lists, in help, in
// completion and in messages.
func TestOwnPartsAreKnownEverywhere(t *testing.T) {
	for _, c := range []struct {
		args  string
		exit  int
		wants []string
	}{
		{"games", shell.ExitDone, []string{"\npocket "}},
		{"games --names", shell.ExitDone, []string{"\npocket\n"}},
		{"games pocket", shell.ExitDone, []string{"Kuhn poker in a pocket.", "three"}},
		{"help agents", shell.ExitDone, []string{"\ncoin\n    tosses a coin\n    sides=2\n", ", pocket)"}},
		{"help configs", shell.ExitDone, []string{"pocket"}},
		{"__complete games po", shell.ExitDone, []string{"pocket\tPocket poker"}},
		{"__complete match -g pocket co", shell.ExitDone, []string{"coin"}},
		{"__complete train -c po", shell.ExitDone, []string{"pocket"}},
		{"games pokcet", shell.ExitBadInput, []string{`unknown game "pokcet" (did you mean pocket?)`, "pocket; ringer games"}},
		{"games pocket(file=tree)", shell.ExitBadInput, []string{"shipped: three"}},
		{"match coni random -g pocket", shell.ExitBadInput, []string{"did you mean coin?"}},
		{"match expert random -g leduc", shell.ExitBadInput, []string{", pocket"}},
		{"match coin expert -g pocket(file=three) --games 3", shell.ExitDone, []string{"pocket(file=three): 3 games"}},
		{"match coin random -g kuhn", shell.ExitBadInput, []string{"coin does not play kuhn: tosses a coin"}},
		{"train --config pokcet", shell.ExitBadInput, []string{"pocket"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			p := cmdtest.Start(t, t.TempDir(), []string{cmdtest.AsProgram + "=" + withOwn}, strings.Fields(c.args)...)
			assert.Equal(t, c.exit, p.Exit(), p.Errs.String())
			for _, want := range c.wants {
				assert.Contains(t, p.Out.String()+p.Errs.String(), want)
			}
		})
	}
}

// Parts that cannot be added are named all at once, and leave nothing behind.
func TestBadPartsAreRefused(t *testing.T) {
	names, kinds := games.Names(), len(roster.Kinds())
	build := func(roster.Sources, *roster.Arguments) (agents.Agent, error) { return random.New(), nil }
	err := cmd.AddAll([]cmd.Own{
		cmd.Files(fstest.MapFS{
			"configs/train/kuhn.yaml":         {Data: []byte("game: kuhn\n")},
			"configs/train/fine.yaml":         {Data: []byte("game: kuhn\n")},
			"configs/other/x.yaml":            {Data: []byte("a: 1\n")},
			"configs/games/khun/default.yaml": {Data: []byte("players: 3\n")},
			"checkpoints/kuhn.bot":            {Data: []byte("x")},
		}),
		cmd.Agent(roster.Kind{Name: "greedy", Doc: "is ours", Build: build}),
		cmd.Expert("duel", func(_ *kuhn.Game, _ *roster.Arguments) (agents.Agent, error) { return random.New(), nil }),
		cmd.Judge("chess", func(_ *kuhn.Game) env.Judge { return nil }),
		cmd.Judge("heat", func(_ *kuhn.Game) env.Judge { return nil }),
		cmd.Game("kuhn", kuhn.Defaults, kuhn.New),
		cmd.Network(graph.Kind{Name: "mlp", Network: models.ArchitectureOf("mlp")}),
		cmd.Game("Kuhn 2", leduc.Defaults, leduc.New),
	})
	for _, want := range []string{
		"game: kuhn: want a name that no other game has",
		`network "mlp": want both Network and Build`,
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
