package bots

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"ringer/agents/roster"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/console"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/bots"
	"ringer/play/protocol"
)

func NewBot(t *shell.Terminal) *cobra.Command {
	var (
		game        string
		seed        uint64
		temperature float64
		verify      bool
		asJSON      bool
	)
	cmd := &cobra.Command{
		Use:   "bot FILE|NAME|AGENT",
		Short: "Let a program ask an agent for decisions: JSON lines in, JSON lines out",
		Long: `Answer a program's questions on standard input with a bot's decisions on standard
output, one JSON object a line, until the input ends. docs/protocol.md describes
it in full; in short:

    ringer   {"type":"hello","protocol":"` + protocol.Version + `","bot":…,"game":…,"spec_hash":…,
              "players":…,"observation_size":…,"num_actions":…,"fields":[…],"blocks":[…]}
    program  {"id":1,"seat":0,"observation":[…],"legal":[…]}
    ringer   {"type":"decision","id":1,"action":…,"probs":[…],"value":…}

A line that is not a question is answered by {"type":"error","line":…,"error":…}.
FILE is a .bot file, NAME a bot that ships, and AGENT an agent as in ringer match, for
the game of --game: one that plays from what its seat sees, as random, bot(NAME) and
cmd(COMMAND LINE) do. A question holds no worlds for those that look ahead, which
ringer env seats at its tables. The first Ctrl-C or SIGTERM ends it, with exit status 130.

The other way round, cmd(COMMAND LINE) seats a program that answers questions of this
protocol at any table of Ringer: ringer match 'cmd:python3 my_agent.py' random --game kuhn.

--verify asks no questions: it runs the bot's policy.onnx, which is for other runtimes,
and its weights on the same observations of random games and on random numbers, and
prints the largest difference. Exit status 1 when they differ by more than rounding.`,
		Annotations: shell.Keys(`--verify --json prints {"bot", "game", "observations", "largest_difference", "ok"}.`),
		Example:     "  ringer bot my.bot < questions.jsonl\n  ringer bot 'bot(my.bot,temperature=0)' --game 'heat(players=4)'\n  ringer bot my.bot --verify",
		Args:        shell.Takes("FILE|NAME|AGENT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := shell.AtLeast("temperature", temperature, 0); err != nil {
				return err
			}
			if asJSON && !verify {
				return input.Badf("--json: want --verify as well; what a bot answers is JSON in any case")
			}
			ctx, stop := console.WhileRead(cmd.Context(), t.Out)
			defer stop()
			if isAgent(args[0]) {
				if verify || shell.IsGiven(cmd, &temperature) {
					return input.Badf("--verify and --temperature are for a bot by itself: want ringer bot FILE|NAME")
				}
				return serveAgent(ctx, t, args[0], game, seed)
			}
			if game != "" {
				return input.Badf("--game: leave it out, because a bot plays the game that it was made for")
			}
			bot, err := open.Bot(args[0])
			if err != nil {
				return input.Bad(err)
			}
			g, err := open.GameOf(args[0], bot)
			if err != nil {
				return err
			}
			if verify {
				return verifyBot(ctx, t, args[0], g, bot, seed, asJSON)
			}
			agent, err := roster.FromBot(g.Spec(), bot, temperature)
			if err != nil {
				return input.Bad(err)
			}
			return protocol.Serve(ctx, t.In, t.Out, protocol.Config{
				Bot: bot.Manifest.Name, Agent: agent, Spec: g.Spec(), Seed: seed, Wants: wants(bot.Table != nil),
			})
		},
	}
	lookup.AddGameFlag(cmd, &game)
	shell.AddFlag(cmd, &seed, "seed", 1, shell.ASeed, "seed of the drawing of actions")
	shell.AddFlag(cmd, &temperature, "temperature", 1, shell.ANumber, "below 1 sharpens the probabilities, above 1 flattens them, 0 always plays the likeliest action")
	shell.AddFlag(cmd, &verify, "verify", false, shell.ASwitch, "compare the bot's policy.onnx with its weights instead")
	shell.AddFlag(cmd, &asJSON, "json", false, shell.AsObject, "with --verify: print one JSON object")
	return cmd
}

// isAgent reports whether a name names an agent rather than a bot.
func isAgent(name string) bool {
	expr, err := roster.Parse(name)
	return err == nil && !open.IsBotFile(expr.Name) && slices.ContainsFunc(roster.Kinds(), func(k roster.Kind) bool { return k.Name == expr.Name })
}

// wants returns the optional keys of questions that an agent reads.
func wants(states bool) []string {
	if states {
		return []string{protocol.WantInformationState}
	}
	return nil
}

// serveAgent answers questions with the decisions of an agent. It asks one itself first, so
// that an agent which needs more than a question holds is refused before the hello.
func serveAgent(ctx context.Context, t *shell.Terminal, name, game string, seed uint64) error {
	g, err := lookup.GameOrBots(game, name)
	if err != nil {
		return err
	}
	agent, err := t.Opener.Agent(g, name)
	if err != nil {
		return err
	}
	_, named := g.NewInitialState().(env.InfoStater)
	config := protocol.Config{Bot: name, Agent: agent, Spec: g.Spec(), Seed: seed, Wants: wants(named)}
	q, err := protocol.First(g)
	if err != nil {
		return err
	}
	if _, err := config.Answer(ctx, 0, q); err != nil {
		return input.Bad(err)
	}
	return protocol.Serve(ctx, t.In, t.Out, config)
}

// verifyBot compares the policy.onnx of a bot with its weights.
func verifyBot(ctx context.Context, t *shell.Terminal, name string, g env.Game, bot *botfile.Bot, seed uint64, asJSON bool) error {
	v, err := bots.Verify(ctx, name, g, bot, seed)
	if err != nil {
		return err
	}
	if asJSON {
		err = t.JSON(v)
	} else {
		err = t.Printf("%s, %s: the largest difference between weights and %s is %.2g, on %d observations\n",
			v.Bot, v.Game, botfile.PolicyName, v.Difference, v.Observations)
	}
	return cmp.Or(err, v.Err(name))
}
