package roster

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ringer/agents"
	"ringer/agents/careless"
	"ringer/agents/first"
	"ringer/agents/greedy"
	"ringer/agents/mcts"
	"ringer/agents/mixture"
	"ringer/agents/neural"
	"ringer/agents/onnx"
	"ringer/agents/random"
	"ringer/agents/script"
	"ringer/agents/search"
	"ringer/agents/tabular"
	"ringer/env"
	"ringer/env/tactics"
	"ringer/env/wrap"
	"ringer/internal/callexpr"
	"ringer/models/botfile"
)

// ErrNoBots is returned for bot(...) where Sources.Bot is nil.
var ErrNoBots = errors.New("there are no bots here")

// ErrNoPrograms is returned for cmd(...) where Sources.Program is nil.
var ErrNoPrograms = errors.New("no program is started here")

// ErrNoNetworks is returned for onnx(...) where Sources.Network is nil.
var ErrNoNetworks = errors.New("no file is opened here")

// ErrNoScripts is returned for script(...) where Sources.Script is nil.
var ErrNoScripts = errors.New("no file of a strategy is opened here")

// ErrNoMixtures is returned for mixture(...) where Sources.Mixture is nil.
var ErrNoMixtures = errors.New("no file of a population is opened here")

// mostWorlds and mostSims bound the cost of a typing error.
const (
	mostWorlds     = 100_000
	mostSims       = 10_000_000
	mostCandidates = 1000
	mostSeconds    = 1_000_000
	mostProcesses  = 1000
)

// table lists every kind of agent, weakest first, and then those that were registered.
var table = []Kind{
	{
		Name:  "random",
		Doc:   "plays every legal action equally often",
		Build: newRandom,
	},
	{
		Name:  "first",
		Doc:   "always takes the first of its legal actions",
		Build: func(Sources, *Arguments) (agents.Agent, error) { return first.New(), nil },
	},
	{
		Name:    "greedy",
		Doc:     "looks one action ahead and takes the action that improves the game's own evaluation most",
		Options: []Option{{"worlds", strconv.Itoa(greedy.DefaultWorlds), "possible worlds in which every action is tried"}},
		Build:   newGreedy,
	},
	{Name: expertName}, // whose Kind is expertKind
	{
		Name: "ismcts",
		Options: []Option{
			{"sims", strconv.Itoa(mcts.InformationSetDefaults().Sims), "simulations a decision"},
			{"determinizations", strconv.Itoa(mcts.InformationSetDefaults().Determinizations), "possible worlds that the simulations of a decision take in turn, at most sims"},
			{"exploration", decimal(mcts.InformationSetDefaults().Exploration), "constant of UCB: larger tries more, smaller trusts more"},
			{"temperature", decimal(mcts.InformationSetDefaults().Temperature), "0 plays the most visited action, 1 in proportion to the visits"},
			{optionPlayout, playoutRandom, "agent that plays the playouts: random, greedy, expert or bot(NAME)"},
			{"depth", strconv.Itoa(mcts.InformationSetDefaults().Depth), "with playout=bot(NAME): own decisions after which the bot's estimate ends a playout; 0 plays to the end"},
		},
		Doc:   "searches a tree in possible worlds, with playouts at random or by an agent (SO-ISMCTS); assumes that the other seats see what it sees, so it cannot bluff",
		Build: newISMCTS,
	},
	{
		Name: "mcts",
		Options: []Option{
			{"sims", strconv.Itoa(mcts.Defaults().Sims), "simulations a decision"},
			{"exploration", decimal(mcts.Defaults().Exploration), "constant of UCB1: larger tries more, smaller trusts more"},
			{"temperature", decimal(mcts.Defaults().Temperature), "0 plays the most visited action, 1 in proportion to the visits"},
		},
		Doc:   "searches a tree of random playouts; only for games that hide nothing",
		Build: newMCTS,
	},
	{
		Name:     Bot,
		Argument: "NAME or FILE",
		Doc:      "plays with a trained network or a solved table",
		Options:  botOptions,
		Build:    newBot,
	},
	{
		Name:     Network,
		Argument: "FILE",
		Doc:      "plays with a network from elsewhere, such as PyTorch, as docs/protocol.md says; also written " + Network + ":FILE",
		Options:  []Option{{"temperature", "1", "as for bot"}},
		Build:    newNetwork,
	},
	{
		Name:     Script,
		Argument: "FILE",
		Doc:      "plays a strategy of a file over another agent: what it always, never or more often does (docs/agents.md)",
		Build:    newScript,
	},
	{
		Name:     Careless,
		Argument: "AGENT",
		Options:  []Option{{"slips", "0.25", "chance of a decision to take any legal action instead"}},
		Doc:      "plays as another agent, but slips now and then into any legal action",
		Build:    newCareless,
	},
	{
		Name:     Mixture,
		Argument: "FILE",
		Doc:      "draws a player of a file at the start of each episode, by its share (docs/agents.md)",
		Build:    newMixture,
	},
	{
		Name:     Program,
		Argument: "COMMAND LINE",
		Doc:      "asks a program of any language over pipes, as docs/protocol.md says; also written " + Program + ":COMMAND LINE",
		Options: []Option{
			{"timeout", "10", "seconds that the program has for each answer"},
			{"start", "60", "seconds that it has to start, until its hello"},
			{"processes", "1", "most processes of it that run side by side"},
		},
		Build: newProgram,
	},
}

// Names of the agents that are bots, programs, networks from elsewhere, and strategies and
// populations of files.
const (
	Bot      = "bot"
	Careless = "careless"
	Program  = "cmd"
	Network  = "onnx"
	Script   = "script"
	Mixture  = "mixture"
)

var botOptions = []Option{
	{"temperature", "1", "below 1 sharpens the bot's probabilities, above 1 flattens them, 0 always plays the likeliest action"},
	{"search", "0", "simulations a decision of the bot against itself in possible worlds, to improve its policy; 0 for none"},
	{"method", methodUpdate, "with search: " + methodUpdate + " tries every action and moves a step towards those with higher returns, " + methodGumbel + " searches a tree of its own decisions"},
	{"worlds", strconv.Itoa(search.Defaults().Worlds), "with search: most possible worlds that a decision draws"},
	{"candidates", strconv.Itoa(search.GumbelDefaults().Candidates), "with method=gumbel: worlds drawn for each one used, which are chosen by how likely the bot would have made the others' decisions so far; 1 uses all"},
	{"eta", decimal(search.Defaults().Eta), "with method=update: how far to follow the simulations; an action with a return higher by 1 becomes exp(eta) times as likely, where 1 is the largest return"},
	{"depth", strconv.Itoa(search.Defaults().Depth), "with method=update: own decisions after which the bot's estimate ends a simulation; 0 plays to the end"},
	{"considered", strconv.Itoa(search.GumbelDefaults().Considered), "with method=gumbel: most actions that are simulated, the best half of them further, and so on"},
	{"scale", decimal(search.GumbelDefaults().Scale), "with method=gumbel: how far to follow the simulations; an action with a value higher by the whole range of returns becomes exp((50+visits)*scale) times as likely"},
	{"rules", rulesOwn, rulesOwn + " refuses a game whose rules are not those that the bot learned, " + rulesAny + " plays it untrained, with the weights whose fields and actions have the same names there"},
	{"leaf", leafAuto, "with method=gumbel: the value of a new decision of the tree: " + leafValue + ", the bot's estimate, or the " + leafReturn + " of playing to the end; " + leafAuto + " takes the estimate unless the bot is a table, which has none"},
}

// Values of bot's options method, rules and leaf.
const (
	methodUpdate = "update"
	methodGumbel = "gumbel"

	rulesOwn = "own"
	rulesAny = "any"

	leafAuto   = "auto"
	leafValue  = "value"
	leafReturn = "return"
)

// Option playout of ismcts, and its value for random actions.
const (
	optionPlayout = "playout"
	playoutRandom = "random"
)

func newRandom(Sources, *Arguments) (agents.Agent, error) { return random.New(), nil }

func newGreedy(from Sources, args *Arguments) (agents.Agent, error) {
	worlds := args.Count("worlds", mostWorlds)
	if err := args.Err(); err != nil {
		return nil, err
	}
	if _, ok := from.Game.NewInitialState().(env.Resampler); !ok {
		return nil, fmt.Errorf("greedy: %s: %w", from.Game.Spec(), agents.ErrNoWorlds)
	}
	return greedy.New(worlds, tactics.Judge(from.Game)), nil
}

func newMCTS(from Sources, args *Arguments) (agents.Agent, error) {
	o := mcts.Options{Sims: args.Count("sims", mostSims), Exploration: args.Number("exploration"), Temperature: args.Number("temperature")}
	if err := args.Err(); err != nil {
		return nil, err
	}
	return asAgent(mcts.New(from.Game, o))
}

func newISMCTS(from Sources, args *Arguments) (agents.Agent, error) {
	o := mcts.InformationSetOptions{
		Sims: args.Count("sims", mostSims), Determinizations: args.Count("determinizations", mostWorlds),
		Exploration: args.Number("exploration"), Temperature: args.Number("temperature"),
		Depth: args.Whole("depth", 0, mostSims),
	}
	policy, err := newPlayout(from, args, o.Depth)
	if err != nil {
		return nil, err
	}
	o.Policy = policy
	return asAgent(mcts.NewInformationSet(from.Game, o))
}

// newPlayout builds the agent that plays the playouts of ismcts; nil for random ones.
func newPlayout(from Sources, args *Arguments, depth int) (agents.Agent, error) {
	text := args.values[optionPlayout]
	expr, err := callexpr.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("ismcts.playout: %w", err)
	}
	if !slices.Contains([]string{playoutRandom, "greedy", "expert", "bot"}, expr.Name) {
		args.faults.Add("ismcts.playout", text, "random, greedy, expert or bot(NAME), with their options")
	}
	if depth > 0 && expr.Name != "bot" {
		args.faults.Add("ismcts.depth", depth, "playout=bot(NAME) as well: other agents have no estimates")
	}
	if err := args.Err(); err != nil || text == playoutRandom {
		return nil, err
	}
	agent, err := from.Agent(text)
	if err != nil {
		return nil, fmt.Errorf("ismcts.playout: %w", err)
	}
	if depth > 0 {
		bot, err := from.Bot(expr.First())
		if err != nil {
			return nil, fmt.Errorf("ismcts.playout: %w", err)
		}
		if bot.Table != nil {
			args.faults.Add("ismcts.depth", depth, "0 for a table, which has no estimates")
		}
	}
	return agent, args.Err()
}

// asAgent keeps a nil pointer from becoming an agent that is not nil.
func asAgent[A agents.Agent](a A, err error) (agents.Agent, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// botSearch holds the settings of a bot's search.
type botSearch struct {
	sims   int // 0: not at all
	method string
	leaf   string
	update search.Options
	gumbel search.GumbelOptions
}

// readBotSearch reads the options of bot, and notes faults.
func readBotSearch(args *Arguments, temperature float64) *botSearch {
	b := &botSearch{
		sims:   args.Whole("search", 0, mostSims),
		method: args.Choice("method", methodUpdate, methodGumbel),
		leaf:   args.Choice("leaf", leafAuto, leafValue, leafReturn),
	}
	worlds := args.Count("worlds", mostWorlds)
	b.update = search.Options{
		Rollouts: b.sims, Worlds: worlds, Eta: args.Number("eta"), Depth: args.Whole("depth", 0, mostSims), Temperature: temperature,
	}
	b.gumbel = search.GumbelOptions{
		Sims: b.sims, Worlds: worlds, Candidates: args.Count("candidates", mostCandidates), Considered: args.Count("considered", mostSims), Scale: args.Number("scale"), Temperature: temperature,
	}
	switch {
	case len(args.faults) > 0:
	case b.sims == 0:
		args.needs("search", botOptions, "method", "worlds", "candidates", "eta", "depth", "considered", "scale", "leaf")
	case b.method == methodUpdate:
		args.needs("method="+methodGumbel, botOptions, "candidates", "considered", "scale", "leaf")
	default:
		args.needs("method="+methodUpdate, botOptions, "eta", "depth")
	}
	return b
}

func newBot(from Sources, args *Arguments) (agents.Agent, error) {
	temperature := args.Number("temperature")
	b := readBotSearch(args, temperature)
	rules := args.Choice("rules", rulesOwn, rulesAny)
	if err := args.Err(); err != nil {
		return nil, err
	}
	if from.Bot == nil {
		return nil, fmt.Errorf("bot %q: %w", args.first, ErrNoBots)
	}
	bot, err := from.Bot(args.first)
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", args.first, err)
	}
	home := tactics.WithHash(from.Game, bot.Manifest.SpecHash)
	if home == nil && rules == rulesAny && from.Adapt != nil {
		if home, err = Dressed(from.Game, bot.Manifest.Game); err == nil {
			bot, err = from.Adapt(bot, home.Spec())
		}
		if err != nil {
			return nil, fmt.Errorf("bot %q: rules=%s: %w", args.first, rulesAny, err)
		}
	}
	if home == nil {
		home = from.Game // whose refusal shows both sides
	}
	agent, err := botAgent(home, bot, b, args, temperature)
	if err != nil {
		return nil, err
	}
	return agents.Through(agent, home, from.Game.Spec()), nil
}

// Dressed returns the facts of a game in the observation wrapper that another game string
// names, such as the game string of a bot or a training: what it reads at tables with other
// rules.
func Dressed(g env.Game, as string) (env.Game, error) {
	made, err := callexpr.Parse(as)
	if err != nil {
		return nil, err
	}
	facts := env.UnwrapGame(g)
	for _, a := range made.Args {
		if a.Key == wrap.Parameter {
			return tactics.Wrap(facts, a.Value)
		}
	}
	return facts, nil
}

// botAgent builds the agent of a bot for the game that it was made for.
func botAgent(home env.Game, bot *botfile.Bot, b *botSearch, args *Arguments, temperature float64) (agents.Agent, error) {
	if b.sims == 0 {
		return FromBot(home.Spec(), bot, temperature)
	}
	if bot.Table != nil && b.update.Depth > 0 {
		args.faults.Add("bot.depth", b.update.Depth, "0 for a table, which has no estimates")
	}
	if bot.Table != nil && b.leaf == leafValue {
		args.faults.Add("bot.leaf", b.leaf, "%s for a table, which has no estimates", leafReturn)
	}
	if _, ok := env.UnwrapState(home.NewInitialState()).(env.Retracer); !ok && b.gumbel.Candidates > 1 {
		args.faults.Add("bot.candidates", b.gumbel.Candidates, "1 in %s, whose states do not retrace their steps", home.Spec().Name)
	}
	if err := args.Err(); err != nil {
		return nil, err
	}
	policy, err := FromBot(home.Spec(), bot, 1)
	if err != nil {
		return nil, err
	}
	if b.method == methodUpdate {
		return asAgent(search.New(home, policy, b.update))
	}
	b.gumbel.PlayOut = bot.Table != nil || b.leaf == leafReturn
	return asAgent(search.NewGumbel(home, policy, b.gumbel))
}

// FromBot returns the agent of a bot of any kind for games of the given spec; the
// temperature of a level multiplies the one that is asked for. A *botfile.SpecError says that the bot was made for another game.
// It panics when the temperature is negative or not a finite number.
func FromBot(spec *env.Spec, bot *botfile.Bot, temperature float64) (agents.Agent, error) {
	if l := bot.Manifest.Level; l != nil {
		temperature *= l.Temperature
	}
	if bot.Table != nil {
		agent, err := tabular.FromBot(spec, bot)
		if err != nil {
			return nil, err
		}
		return agent.WithTemperature(temperature), nil
	}
	agent, err := neural.FromBot(spec, bot)
	if err != nil {
		return nil, err
	}
	return agent.WithTemperature(temperature), nil
}

func newProgram(from Sources, args *Arguments) (agents.Agent, error) {
	limits := Limits{Seconds: args.Seconds("timeout"), Start: args.Seconds("start"), Processes: args.Count("processes", mostProcesses)}
	if err := args.Err(); err != nil {
		return nil, err
	}
	if from.Program == nil {
		return nil, fmt.Errorf("%s %q: %w", Program, args.first, ErrNoPrograms)
	}
	return from.Program(args.first, limits)
}

func newNetwork(from Sources, args *Arguments) (agents.Agent, error) {
	temperature := args.Number("temperature")
	if err := args.Err(); err != nil {
		return nil, err
	}
	if from.Network == nil {
		return nil, fmt.Errorf("%s %q: %w", Network, args.first, ErrNoNetworks)
	}
	model, err := from.Network(args.first)
	if err != nil {
		return nil, err
	}
	home := from.Game
	if hash := onnx.SpecHash(model); hash != "" {
		if made := tactics.WithHash(from.Game, hash); made != nil {
			home = made
		}
	}
	agent, err := onnx.New(home.Spec(), args.first, model)
	if err != nil {
		return nil, err
	}
	return agents.Through(agent.WithTemperature(temperature), home, from.Game.Spec()), nil
}

func newScript(from Sources, args *Arguments) (agents.Agent, error) {
	if from.Script == nil {
		return nil, fmt.Errorf("%s %q: %w", Script, args.first, ErrNoScripts)
	}
	strategy, err := from.Script(args.first)
	if err != nil {
		return nil, err
	}
	made, err := script.New(from.Game.Spec(), strategy, func(name string) (agents.Agent, error) {
		if expr, err := Parse(name); err == nil && (expr.Name == Script || expr.Name == Mixture || expr.Name == Program) {
			return nil, fmt.Errorf("%s: want an agent that is neither a strategy, a mixture nor a program", name)
		}
		return from.Agent(name)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", args.first, err)
	}
	return made, nil
}

func newCareless(from Sources, args *Arguments) (agents.Agent, error) {
	slips := args.Number("slips")
	if slips > 1 {
		args.faults.Add(Careless+".slips", slips, "a number from 0 to 1")
	}
	if err := args.Err(); err != nil {
		return nil, err
	}
	over, err := from.Agent(args.first)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Careless, err)
	}
	return careless.New(over, slips), nil
}

func newMixture(from Sources, args *Arguments) (agents.Agent, error) {
	if from.Mixture == nil {
		return nil, fmt.Errorf("%s %q: %w", Mixture, args.first, ErrNoMixtures)
	}
	population, err := from.Mixture(args.first)
	if err != nil {
		return nil, err
	}
	made, err := mixture.New(from.Game.Spec(), population, func(player *mixture.Player) (agents.Agent, error) {
		if expr, err := Parse(player.Agent); err == nil && (expr.Name == Mixture || expr.Name == Program) {
			return nil, fmt.Errorf("%s: want an agent that is neither a mixture nor a program", player.Agent)
		}
		return from.Agent(player.Agent)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", args.first, err)
	}
	return made, nil
}
