package roster_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/mcts"
	"ringer/agents/mixture"
	"ringer/agents/neural"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/models"
	"ringer/models/botfile"
)

func Example() {
	_, err := roster.New("gredy", roster.Sources{Game: games.MustNew("leduc")})
	fmt.Println(err)
	_, err = roster.New("greedy(worlds=many)", roster.Sources{Game: games.MustNew("leduc")})
	fmt.Println(err)
	// Output:
	// unknown agent "gredy" (did you mean greedy?); known: random, first, greedy(worlds=4), expert(draft=sound,hands=0), ismcts(sims=500,determinizations=100,exploration=0.7,temperature=0,playout=random,depth=0), mcts(sims=1000,exploration=1,temperature=0), bot(NAME or FILE,temperature=1,search=0,method=update,worlds=20,candidates=1,eta=10,depth=0,considered=16,scale=1,rules=own,leaf=auto), onnx(FILE,temperature=1), script(FILE), careless(AGENT,slips=0.25), mixture(FILE), cmd(COMMAND LINE,timeout=10,start=60,processes=1)
	// greedy.worlds: many: want a whole number from 1 to 100000
}

// shelf returns a source of one bot for each game it is asked about, under the
// name tiny.
func shelf(game env.Game) roster.Sources {
	return roster.Sources{Game: game, Bot: func(name string) (*botfile.Bot, error) {
		if name != "tiny" && name != "runs/a=b/tiny (2).bot" {
			return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
		}
		return tiny(game.Spec())
	}, Script: func(string) (*script.Strategy, error) {
		return &script.Strategy{Name: "first", Agent: "random", Rules: []script.Rule{{Never: "nothing"}}}, nil
	}, Mixture: func(string) (*mixture.Population, error) {
		return &mixture.Population{Players: []mixture.Player{{Agent: "random", Share: 1}}}, nil
	}}
}

func tiny(spec *env.Spec) (*botfile.Bot, error) {
	net := &models.Network{
		Fields: neural.Fields(spec), Actions: spec.NumActions(), Hidden: []int{8},
		Activation: models.ReLU, Embedding: 2, SetHidden: 4,
	}
	weights := models.Init(net, 1)
	rng := env.Stream(1, "test/weights")
	for i := range weights.Flat {
		weights.Flat[i] += float32(rng.NormFloat64())
	}
	manifest := botfile.Manifest{
		Name: "tiny", Ringer: "test", Game: spec.String(), SpecHash: spec.Hash, Licence: "Apache-2.0",
		Training: botfile.Training{Algorithm: "none"},
	}
	for _, b := range spec.Actions {
		manifest.Blocks = append(manifest.Blocks, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	var file bytes.Buffer
	if err := botfile.Write(&file, botfile.Bot{Manifest: manifest, Weights: weights}); err != nil {
		return nil, err
	}
	return botfile.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
}

// opening returns the view of a game's first decision.
func opening(t testing.TB, game env.Game) agents.View {
	t.Helper()
	s := game.NewInitialState()
	rng := env.Stream(1, "test")
	_, err := drive.Roll(s, rng)
	require.NoError(t, err)
	return agents.NewViewer(game).View(s, rng)
}

func decide(t testing.TB, text string, game env.Game) agents.Decision {
	t.Helper()
	agent, err := roster.New(text, shelf(game))
	require.NoError(t, err, text)
	views := []agents.View{opening(t, game)}
	decisions, err := agent.Decide(context.Background(), views)
	require.NoError(t, err, text)
	require.NoError(t, agents.Check(decisions, views), text)
	return decisions[0]
}

// Every line of the table can be built as its usage says and plays.
func TestEveryKindPlays(t *testing.T) {
	for _, k := range roster.Kinds() {
		if k.Name == roster.Program || k.Name == roster.Network {
			continue // play/external plays with programs, agents/onnx with networks
		}
		game := games.MustNew("heat(players=3)")
		if k.Name == "mcts" {
			game = games.MustNew("tictactoe") // hides nothing
		}
		text := k.Usage()
		if k.Argument != "" {
			over := "tiny"
			if k.Name == roster.Careless {
				over = "bot(tiny)"
			}
			text = callexpr.Expr{Name: k.Name, Args: append([]callexpr.Arg{{Value: over}}, defaults(k)...)}.String()
			decide(t, k.Name+"("+over+")", game)
		} else {
			decide(t, k.Name, game)
		}
		decide(t, text, game)
		assert.NotEmpty(t, k.Doc, k.Name)
		for _, o := range k.Options {
			assert.NotEmpty(t, o.Doc, k.Name+"."+o.Name)
		}
	}
}

// No name of an agent reads as a seat.
func TestNamesWithoutMarks(t *testing.T) {
	for _, text := range []string{"cmd:./agent \U000f0001", "bot(\U000f0001)", "\U000f0201random", `strategy("\U000f0001.yaml")`} {
		_, err := roster.New(text, shelf(games.MustNew("leduc")))
		var syntax *callexpr.SyntaxError
		require.ErrorAs(t, err, &syntax, text)
		assert.Equal(t, input.NoMarks, syntax.Want, text)
	}
}

// A careless agent reads another agent, and its slips are a chance.
func TestCareless(t *testing.T) {
	g := games.MustNew("kuhn")
	assert.InDelta(t, 0.9, decide(t, "careless(first,slips=0.2)", g).Probs[0], 1e-6)
	_, err := roster.New("careless(first,slips=1.5)", shelf(g))
	require.EqualError(t, err, "careless.slips: 1.5: want a number from 0 to 1")
	_, err = roster.New("careless(nobody)", shelf(g))
	require.ErrorContains(t, err, "careless: unknown agent")
}

// A program has two spellings, options in the one with parentheses, and is started only
// where the caller says so.
func TestPrograms(t *testing.T) {
	for text, want := range map[string]string{
		"cmd:python3 my_agent.py":                 "python3 my_agent.py",
		" cmd: ./agent --hand=a,b (really) 'x y'": "./agent --hand=a,b (really) 'x y'",
		"cmd(python3 my_agent.py)":                "python3 my_agent.py",
		`cmd("./agent a,b",timeout=2.5)`:          "./agent a,b",
	} {
		expr, err := roster.Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, "cmd", expr.Name)
		assert.Equal(t, want, expr.Args[0].Value)
		again, err := roster.Parse(expr.String())
		require.NoError(t, err, text)
		assert.Equal(t, expr, again, text)
		_, err = roster.New(text, shelf(games.MustNew("leduc")))
		require.ErrorIs(t, err, roster.ErrNoPrograms, text)
	}
	var command string
	var limits roster.Limits
	sources := roster.Sources{Game: games.MustNew("leduc"), Program: func(c string, l roster.Limits) (agents.Agent, error) {
		command, limits = c, l
		return nil, nil
	}}
	_, err := roster.New("cmd: ./a b", sources)
	require.NoError(t, err)
	assert.Equal(t, "./a b", command)
	assert.Equal(t, roster.Limits{Seconds: 10, Start: 60, Processes: 1}, limits)
	_, err = roster.New("cmd(./a b,timeout=0.5,start=2,processes=3)", sources)
	require.NoError(t, err)
	assert.Equal(t, "./a b", command)
	assert.Equal(t, roster.Limits{Seconds: 0.5, Start: 2, Processes: 3}, limits)
	for text, says := range map[string]string{
		"cmd:":                          "cmd:",
		"cmd":                           "cmd needs COMMAND LINE",
		"cmd(x,timeout=0,processes=no)": "cmd.timeout: 0: want a number of seconds above 0, up to 1000000",
		"cmd(x,processes=0)":            "cmd.processes: 0: want a whole number from 1 to 1000",
		"cmd(x,start=NaN)":              "cmd.start: NaN: want a number of seconds",
		"ismcts(playout=cmd(x))":        "ismcts.playout: cmd(x): want random, greedy, expert or bot(NAME)",
	} {
		_, err := roster.New(text, sources)
		assert.ErrorContains(t, err, says, text)
	}
}

func defaults(k roster.Kind) (args []callexpr.Arg) {
	for _, o := range k.Options {
		args = append(args, callexpr.Arg{Key: o.Name, Value: o.Default})
	}
	return args
}

func TestOptionsReachTheAgent(t *testing.T) {
	game := games.MustNew("leduc")
	plain := decide(t, "bot(tiny)", game)
	assert.Equal(t, plain, decide(t, ` bot ( temperature = 1 , tiny ) `, game))
	assert.Equal(t, plain, decide(t, `bot(runs/a=b/tiny (2).bot)`, game))
	sharp := decide(t, "bot(tiny,temperature=0)", game)
	assert.Contains(t, sharp.Probs, float32(1))
	assert.NotContains(t, plain.Probs, float32(1))
}

func TestOptionsThatAnExpertDoesNotKnow(t *testing.T) {
	_, err := roster.New("expert(draft=random)", roster.Sources{Game: games.MustNew("heat")})
	assert.EqualError(t, err, "the expert for heat knows nothing of the option draft; leave it out")
	_, err = roster.New("expert(hands=2)", roster.Sources{Game: games.MustNew("duel")})
	assert.EqualError(t, err, "the expert for duel knows nothing of the option hands; leave it out")
}

func TestBadNames(t *testing.T) {
	game := games.MustNew("leduc")
	usage := `; it is written bot(NAME or FILE,temperature=1,search=0,method=update,worlds=20,candidates=1,eta=10,depth=0,considered=16,scale=1,rules=own,leaf=auto)` + "\n" +
		`  temperature=1  below 1 sharpens the bot's probabilities, above 1 flattens them, 0 always plays the likeliest action` + "\n" +
		"  search=0  simulations a decision of the bot against itself in possible worlds, to improve its policy; 0 for none\n" +
		"  method=update  with search: update tries every action and moves a step towards those with higher returns, gumbel searches a tree of its own decisions\n" +
		"  worlds=20  with search: most possible worlds that a decision draws\n" +
		"  candidates=1  with method=gumbel: worlds drawn for each one used, which are chosen by how likely the bot would have made the others' decisions so far; 1 uses all\n" +
		"  eta=10  with method=update: how far to follow the simulations; an action with a return higher by 1 becomes exp(eta) times as likely, where 1 is the largest return\n" +
		"  depth=0  with method=update: own decisions after which the bot's estimate ends a simulation; 0 plays to the end\n" +
		"  considered=16  with method=gumbel: most actions that are simulated, the best half of them further, and so on\n" +
		"  scale=1  with method=gumbel: how far to follow the simulations; an action with a value higher by the whole range of returns becomes exp((50+visits)*scale) times as likely\n" +
		"  rules=own  own refuses a game whose rules are not those that the bot learned, any plays it untrained, with the weights whose fields and actions have the same names there\n" +
		"  leaf=auto  with method=gumbel: the value of a new decision of the tree: value, the bot's estimate, or the return of playing to the end; auto takes the estimate unless the bot is a table, which has none"
	for text, want := range map[string]string{
		"":                           `agent "": column 1: want a name`,
		"bot(tiny":                   `agent "bot(tiny": column 9: want "," or ")"`,
		"bot":                        `bot needs NAME or FILE` + usage,
		"bot()":                      `bot needs NAME or FILE` + usage,
		"bot(tiny,big)":              `bot does not take big` + usage,
		"bot(tiny,temprature=2)":     `bot does not take temprature=2` + usage,
		"bot(tiny,temperature=warm)": `bot.temperature: warm: want a number from 0`,
		"bot(tiny,temperature=-1)":   `bot.temperature: -1: want a number from 0`,
		"bot(tiny,temperature=NaN)":  `bot.temperature: NaN: want a number from 0`,
		"bot(tiny,temperature=Inf)":  `bot.temperature: Inf: want a number from 0`,
		"bot(tiny,search=-1)":        `bot.search: -1: want a whole number from 0 to 10000000`,
		"bot(tiny,search=9,worlds=0,eta=x,depth=half)": "bot.worlds: 0: want a whole number from 1 to 100000\nbot.eta: x: want a number from 0\n" +
			"bot.depth: half: want a whole number from 0 to 10000000",
		"bot(tiny,eta=3,depth=2)":                               "bot.eta: 3: want search as well: it means nothing without\nbot.depth: 2: want search as well: it means nothing without",
		"bot(tiny,method=gumbel)":                               "bot.method: gumbel: want search as well: it means nothing without",
		"bot(tiny,search=9,method=tree)":                        "bot.method: tree: want update or gumbel",
		"bot(tiny,search=9,leaf=half)":                          "bot.leaf: half: want auto or value or return",
		"bot(tiny,search=9,candidates=4)":                       "bot.candidates: 4: want method=gumbel as well: it means nothing without",
		"bot(tiny,search=9,method=gumbel,candidates=0)":         "bot.candidates: 0: want a whole number from 1 to 1000",
		"bot(tiny,search=9,considered=4)":                       "bot.considered: 4: want method=gumbel as well: it means nothing without",
		"bot(tiny,search=9,scale=4,leaf=value)":                 "bot.scale: 4: want method=gumbel as well: it means nothing without\nbot.leaf: value: want method=gumbel as well: it means nothing without",
		"bot(tiny,search=9,method=gumbel,eta=3)":                "bot.eta: 3: want method=update as well: it means nothing without",
		"bot(tiny,search=9,method=gumbel,considered=0,scale=x)": "bot.considered: 0: want a whole number from 1 to 10000000\nbot.scale: x: want a number from 0",
		"bot(huge)":          `bot "huge": huge: file does not exist`,
		"random(7)":          `random does not take 7; it is written random`,
		"greedy(worlds=0)":   `greedy.worlds: 0: want a whole number from 1 to 100000`,
		"greedy(worlds=1.5)": `greedy.worlds: 1.5: want a whole number from 1 to 100000`,
		"mcts(sims=0)":       `mcts.sims: 0: want a whole number from 1 to 10000000`,
		"mcts":               `mcts: leduc hides something from its seats: use ismcts`,
		"ismcts(sims=x,determinizations=0,exploration=-1,temperature=NaN)": "ismcts.sims: x: want a whole number from 1 to 10000000\n" +
			"ismcts.determinizations: 0: want a whole number from 1 to 100000\n" +
			"ismcts.exploration: -1: want a number from 0\n" +
			"ismcts.temperature: NaN: want a number from 0",
		"ismcts(playout=ismcts,depth=-1)":  "ismcts.depth: -1: want a whole number from 0 to 10000000\nismcts.playout: ismcts: want random, greedy, expert or bot(NAME), with their options",
		"ismcts(playout=greedy,depth=1)":   "ismcts.depth: 1: want playout=bot(NAME) as well: other agents have no estimates",
		"ismcts(playout=greedy(worlds=0))": "ismcts.playout: greedy.worlds: 0: want a whole number from 1 to 100000",
		"ismcts(playout=bot(missing))":     `ismcts.playout: bot "missing": missing: file does not exist`,
		"ismcts(playout=\"greedy)\")":      `ismcts.playout: "greedy)": column 7: want "(" or the end`,
		"mcts(simulations=5)": "mcts does not take simulations=5; it is written mcts(sims=1000,exploration=1,temperature=0)\n" +
			"  sims=1000  simulations a decision\n" +
			"  exploration=1  constant of UCB1: larger tries more, smaller trusts more\n" +
			"  temperature=0  0 plays the most visited action, 1 in proportion to the visits",
	} {
		_, err := roster.New(text, shelf(game))
		assert.EqualError(t, err, want, text)
	}
	var unknown *roster.UnknownAgentError
	_, err := roster.New("Random", shelf(game))
	assert.ErrorAs(t, err, &unknown)
	_, err = roster.New("bot(tiny)", roster.Sources{Game: game})
	assert.ErrorIs(t, err, roster.ErrNoBots)

	other := roster.Sources{Game: game, Bot: func(string) (*botfile.Bot, error) { return tiny(games.MustNew("kuhn").Spec()) }}
	var wrong *botfile.SpecError
	_, err = roster.New("bot(tiny)", other)
	assert.ErrorAs(t, err, &wrong)
}

// blind is a game without resampling.
type blind struct{ env.Game }

func (b blind) NewInitialState() env.State { return struct{ env.State }{b.Game.NewInitialState()} }

func TestLookingAheadNeedsWorlds(t *testing.T) {
	for _, text := range []string{"greedy", "mcts", "ismcts"} {
		agent, err := roster.New(text, roster.Sources{Game: blind{games.MustNew("leduc")}})
		assert.ErrorIs(t, err, agents.ErrNoWorlds, text)
		assert.Nil(t, agent, text)
	}
}

// Whatever is typed, there is an agent or an error of a known kind that fits a
// screen, and bots are looked for only when everything else is right.
func FuzzAgentName(f *testing.F) {
	for _, s := range []string{
		"random", "greedy(worlds=2)", "expert", "bot(tiny)", "bot(tiny,temperature=0.5)", "bot(\"a b\",temperature=1e400)", "bot(x,y)", "greedy(worlds=)",
		"mcts(sims=10000000)", "ismcts(sims=1e9,determinizations=-1)", "bot(tiny,search=99999999999)", "bot(/dev/zero)", "expert(hands=100001)", "greedy(" + strings.Repeat("[", 60),
	} {
		f.Add(s)
	}
	game := games.MustNew("kuhn")
	missing := errors.New("no such bot")
	f.Fuzz(func(t *testing.T, text string) {
		agent, err := roster.New(text, roster.Sources{Game: game, Bot: func(name string) (*botfile.Bot, error) {
			if name == "" {
				t.Fatal("a bot without a name")
			}
			return nil, missing
		}})
		if err == nil {
			if agent == nil {
				t.Fatal("neither an agent nor an error")
			}
			return
		}
		if agent != nil {
			t.Fatal("an agent and an error")
		}
		if n := len(err.Error()); n > 4*len(text)+10_000 {
			t.Fatalf("an error of %d bytes for a name of %d", n, len(text))
		}
		var syntax *callexpr.SyntaxError
		var unknown *roster.UnknownAgentError
		var option *roster.OptionError
		var faults env.Faults
		var expertless *roster.NoExpertError
		var hidden *mcts.HiddenError
		known := errors.As(err, &syntax) || errors.As(err, &unknown) || errors.As(err, &option) || errors.As(err, &faults) ||
			errors.Is(err, missing) || errors.As(err, &expertless) || errors.As(err, &hidden)
		if !known {
			t.Fatalf("%q: %T: %v", text, err, err)
		}
	})
}

func TestAGameWithoutAnExpertIsNamed(t *testing.T) {
	_, err := roster.New("expert", roster.Sources{Game: games.MustNew("kuhn")})
	var missing *roster.NoExpertError
	require.ErrorAs(t, err, &missing)
	assert.Equal(t, "kuhn", missing.Game)
	assert.ErrorContains(t, err, "heat")
}

// solved returns a bot that is a table: uniform at every information state of a
// game.
func solved(t testing.TB, game env.Game) roster.Sources {
	t.Helper()
	table := &botfile.Table{}
	seen := map[string]bool{}
	var walk func(s env.State)
	walk = func(s env.State) {
		legal := s.LegalActions(nil)
		if seat := s.CurrentPlayer(); seat >= 0 {
			row := botfile.Row{Seat: int(seat), State: s.(env.InfoStater).InformationState(seat)}
			for _, a := range legal {
				row.Actions, row.Probs = append(row.Actions, int32(a)), append(row.Probs, 1/float64(len(legal)))
			}
			if key := fmt.Sprint(seat, row.State); !seen[key] {
				seen[key] = true
				table.Rows = append(table.Rows, row)
			}
		}
		for _, a := range legal {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			walk(next)
		}
	}
	walk(game.NewInitialState())
	table.Sort()
	spec := game.Spec()
	bot := &botfile.Bot{Table: table, Manifest: botfile.Manifest{Name: "solved", Game: spec.String(), SpecHash: spec.Hash}}
	return roster.Sources{Game: game, Bot: func(string) (*botfile.Bot, error) { return bot, nil }}
}

// Every agent that may play the playouts of a search does.
func TestISMCTSPlaysOutByAnAgent(t *testing.T) {
	game := games.MustNew("kuhn")
	for text, from := range map[string]roster.Sources{
		"ismcts(sims=4,playout=greedy(worlds=1))":   {Game: game},
		"ismcts(sims=4,playout=bot(tiny))":          shelf(game),
		"ismcts(sims=4,playout=bot(tiny),depth=1)":  shelf(game),
		"ismcts(sims=4,playout=bot(solved))":        solved(t, game),
		"ismcts(sims=4,playout=bot(tiny,search=3))": shelf(game),
	} {
		agent, err := roster.New(text, from)
		require.NoError(t, err, text)
		views := []agents.View{opening(t, game)}
		decisions, err := agent.Decide(context.Background(), views)
		require.NoError(t, err, text)
		assert.NoError(t, agents.Check(decisions, views), text)
	}
	_, err := roster.New("ismcts(playout=bot(solved),depth=1)", solved(t, game))
	assert.EqualError(t, err, "ismcts.depth: 1: want 0 for a table, which has no estimates")
}

// The name of a bot may stand behind its options, and a bot that cannot be read is no table.
func TestPlayoutsFindTheirBot(t *testing.T) {
	from, asked := shelf(games.MustNew("kuhn")), 0
	open := from.Bot
	from.Bot = func(name string) (*botfile.Bot, error) {
		assert.Equal(t, "tiny", name)
		asked++
		return open(name)
	}
	_, err := roster.New("ismcts(playout=bot(temperature=2,tiny),depth=1)", from)
	require.NoError(t, err)
	require.Positive(t, asked)
	last := asked
	asked = 0
	from.Bot = func(name string) (*botfile.Bot, error) {
		if asked++; asked == last {
			return nil, errors.New("it was taken away")
		}
		return open(name)
	}
	_, err = roster.New("ismcts(playout=bot(tiny),depth=1)", from)
	assert.EqualError(t, err, "ismcts.playout: it was taken away")
}

// Search goes on top of networks and of tables, and its options reach it.
func TestSearchOnEveryKindOfBot(t *testing.T) {
	game := games.MustNew("kuhn")
	king := game.NewInitialState()
	for _, a := range []env.Action{0, 2, 1} { // seat 1 has the king and faces a bet
		require.NoError(t, king.Apply(a))
	}
	call := func(text string, from roster.Sources) float32 {
		agent, err := roster.New(text, from)
		require.NoError(t, err, text)
		decisions, err := agent.Decide(context.Background(), []agents.View{agents.NewViewer(game).View(king, env.Stream(1, "test"))})
		require.NoError(t, err, text)
		return decisions[0].Probs[1]
	}
	for name, from := range map[string]roster.Sources{"network": shelf(game), "table": solved(t, game)} {
		plain := call("bot(tiny)", from)
		step := call("bot(tiny,search=20,eta=1)", from)
		assert.Greater(t, step, plain, name)
		assert.Greater(t, call("bot(tiny,search=20,eta=3)", from), step, name)
		assert.Equal(t, plain, call("bot(tiny,search=20,eta=0)", from), name)
		assert.Equal(t, float32(1), call("bot(tiny,search=20,eta=100,temperature=0)", from), name)

		// A call is worth 2 and a pass -1: three quarters of the range.
		step = call("bot(tiny,search=8,method=gumbel,scale=0.01)", from)
		assert.InDelta(t, plain/(plain+(1-plain)*float32(math.Exp(-0.01*54*0.75))), step, 1e-5, name)
		assert.Greater(t, call("bot(tiny,search=8,method=gumbel,scale=0.1)", from), step, name)
		assert.Equal(t, plain, call("bot(tiny,search=8,method=gumbel,scale=0,leaf=return)", from), name)
		assert.Equal(t, float32(1), call("bot(tiny,search=8,method=gumbel,temperature=0)", from), name)
		assert.Equal(t, step, call("bot(tiny,search=8,method=gumbel,scale=0.01,candidates=5)", from), "the king wins in every world")
		assert.NotEqual(t, step, call("bot(tiny,search=1,method=gumbel,scale=0.01,considered=1,worlds=1)", from), name)
	}
	for text, want := range map[string]string{
		"bot(tiny,search=20,depth=1)":                  "bot.depth: 1: want 0 for a table, which has no estimates",
		"bot(tiny,search=20,method=gumbel,leaf=value)": "bot.leaf: value: want return for a table, which has no estimates",
	} {
		_, err := roster.New(text, solved(t, game))
		assert.EqualError(t, err, want)
	}
	_, err := roster.New("bot(tiny,search=8,method=gumbel,candidates=5)", shelf(games.MustNew("tictactoe")))
	assert.EqualError(t, err, "bot.candidates: 5: want 1 in tictactoe, whose states do not retrace their steps")
}

// A bot plays other rules where it is told to, in the wrapper that it reads.
func TestABotOfOtherRules(t *testing.T) {
	own, changed := games.MustNew("heist(wrap=prospects)"), games.MustNew("heist(deal=1)")
	sources := roster.Sources{Game: changed, Bot: func(string) (*botfile.Bot, error) { return tiny(own.Spec()) }}
	_, err := roster.New("bot(tiny,rules=any)", sources)
	var misfit *botfile.SpecError
	require.ErrorAs(t, err, &misfit, "nothing adapts bots here")

	var asked []string
	sources.Adapt = func(bot *botfile.Bot, spec *env.Spec) (*botfile.Bot, error) {
		asked = append(asked, spec.String())
		return tiny(spec)
	}
	_, err = roster.New("bot(tiny)", sources)
	require.ErrorAs(t, err, &misfit)
	agent, err := roster.New("bot(tiny,rules=any)", sources)
	require.NoError(t, err)
	assert.Equal(t, []string{"heist(deal=1,wrap=prospects)"}, asked)
	views := []agents.View{opening(t, changed)}
	decisions, err := agent.Decide(t.Context(), views)
	require.NoError(t, err)
	require.NoError(t, agents.Check(decisions, views))

	sources.Game = own
	_, err = roster.New("bot(tiny,rules=any)", sources)
	require.NoError(t, err)
	assert.Len(t, asked, 1, "its own rules need nothing adapted")

	_, err = roster.New("bot(tiny,rules=some)", sources)
	assert.EqualError(t, err, "bot.rules: some: want own or any")
}

// A strategy plays over any agent but a program, which its file would start, or another
// strategy.
func TestStrategies(t *testing.T) {
	sources := shelf(games.MustNew("leduc"))
	for agent, says := range map[string]string{
		"script(x.yaml)": "x.yaml: agent: script(x.yaml): want an agent that is neither a strategy, a mixture nor a program",
		"cmd:rm":         "x.yaml: agent: cmd:rm: want an agent that is neither a strategy, a mixture nor a program",
		"nobody":         `x.yaml: agent: unknown agent "nobody"`,
	} {
		sources.Script = func(string) (*script.Strategy, error) { return &script.Strategy{Agent: agent}, nil }
		_, err := roster.New("script(x.yaml)", sources)
		assert.ErrorContains(t, err, says)
	}
	sources.Script = func(string) (*script.Strategy, error) {
		return &script.Strategy{Agent: "random", Rules: []script.Rule{{Kind: "draft", Never: "x"}}}, nil
	}
	_, err := roster.New("script(x.yaml)", sources)
	assert.ErrorContains(t, err, "x.yaml: rules[0].kind: draft: want a kind of decision in leduc")
	sources.Script = func(string) (*script.Strategy, error) {
		return &script.Strategy{Agent: "random", Rules: []script.Rule{{Kind: "bid", Ask: "cmd:rm"}}}, nil
	}
	_, err = roster.New("script(x.yaml)", sources)
	assert.ErrorContains(t, err, "x.yaml: rules[0].ask: cmd:rm: want an agent that is neither a strategy, a mixture nor a program")
	sources.Script = nil
	_, err = roster.New("script(x.yaml)", sources)
	assert.ErrorIs(t, err, roster.ErrNoScripts)
}

// A mixture draws among any agents but programs and mixtures.
func TestMixtures(t *testing.T) {
	sources := shelf(games.MustNew("leduc"))
	for agent, says := range map[string]string{
		"mixture(x.yaml)": "x.yaml: players[1].agent: mixture(x.yaml): want an agent that is neither a mixture nor a program",
		"cmd:rm":          "x.yaml: players[1].agent: cmd:rm: want an agent that is neither a mixture nor a program",
		"nobody":          `x.yaml: players[1].agent: unknown agent "nobody"`,
	} {
		sources.Mixture = func(string) (*mixture.Population, error) {
			return &mixture.Population{Players: []mixture.Player{{Agent: "random", Share: 1}, {Agent: agent}}}, nil
		}
		_, err := roster.New("mixture(x.yaml)", sources)
		assert.ErrorContains(t, err, says)
	}
	sources.Mixture = nil
	_, err := roster.New("mixture(x.yaml)", sources)
	assert.ErrorIs(t, err, roster.ErrNoMixtures)
}
