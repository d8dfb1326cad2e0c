package roster

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/agents/greedy"
	"ringer/agents/neural"
	"ringer/agents/random"
	"ringer/env"
)

// ErrNoBots is returned for bot(...) where Sources.Bot is nil.
var ErrNoBots = errors.New("there are no bots here")

// mostWorlds keeps a typing error from running for ever.
const mostWorlds = 100_000

// table lists every kind of agent, weakest first.
var table = []Kind{
	{
		Name:  "random",
		Doc:   "plays every legal action equally often",
		build: newRandom,
	},
	{
		Name:    "greedy",
		Doc:     "looks one action ahead and takes the best change of the game's own evaluation",
		Options: []Option{{"worlds", strconv.Itoa(greedy.DefaultWorlds), "possible worlds in which every action is tried"}},
		build:   newGreedy,
	},
	{
		Name:  "expert",
		Doc:   "plays by rules written by hand; only for some games (" + strings.Join(expert.Games(), ", ") + ")",
		build: newExpert,
	},
	{
		Name:     "bot",
		Argument: "NAME or FILE",
		Doc:      "plays as a trained network does",
		Options:  []Option{{"temperature", "1", "below 1 sharpens the bot's probabilities, above 1 flattens them, 0 always plays the likeliest action"}},
		build:    newBot,
	},
}

func newRandom(Sources, *arguments) (agents.Agent, error) { return random.New(), nil }

func newGreedy(from Sources, args *arguments) (agents.Agent, error) {
	worlds := args.count("worlds", mostWorlds)
	if err := args.faults.Err(); err != nil {
		return nil, err
	}
	if _, ok := from.Game.NewInitialState().(env.Resampler); !ok {
		return nil, fmt.Errorf("greedy: %s: %w", from.Game.Spec(), agents.ErrNoWorlds)
	}
	return greedy.New(worlds), nil
}

func newExpert(from Sources, _ *arguments) (agents.Agent, error) { return expert.New(from.Game) }

func newBot(from Sources, args *arguments) (agents.Agent, error) {
	temperature := args.number("temperature")
	if err := args.faults.Err(); err != nil {
		return nil, err
	}
	if from.Bot == nil {
		return nil, fmt.Errorf("bot %q: %w", args.first, ErrNoBots)
	}
	bot, err := from.Bot(args.first)
	if err != nil {
		return nil, fmt.Errorf("bot %q: %w", args.first, err)
	}
	agent, err := neural.FromBot(from.Game.Spec(), bot)
	if err != nil {
		return nil, err
	}
	return agent.WithTemperature(temperature), nil
}
