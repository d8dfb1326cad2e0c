package main

import (
	"github.com/spf13/cobra"

	"ringer/agents/roster"
	"ringer/play/protocol"
)

func newBot(t *terminal) *cobra.Command {
	var (
		seed        uint64
		temperature float64
		verify      bool
		asJSON      bool
	)
	cmd := &cobra.Command{
		Use:   "bot FILE|NAME",
		Short: "Let a program ask a bot for decisions: JSON lines in, JSON lines out",
		Long: `Answer a program's questions on standard input with a bot's decisions on standard
output, one JSON object a line, until the input ends. docs/protocol.md describes
it in full; in short:

    ringer   {"type":"hello","protocol":"` + protocol.Version + `","bot":…,"game":…,"spec_hash":…,
              "players":…,"observation_size":…,"num_actions":…,"fields":[…],"blocks":[…]}
    program  {"id":1,"seat":0,"observation":[…],"legal":[…]}
    ringer   {"type":"decision","id":1,"action":…,"probs":[…],"value":…}

A line that is not a question is answered by {"type":"error","line":…,"error":…}.
FILE is a .bot file, NAME a bot that ships. The first Ctrl-C or SIGTERM ends it, with
exit status 130.

--verify asks no questions: it runs the bot's policy.onnx, which is for other runtimes,
and its weights on the same observations of random games and on random numbers, and
prints the largest difference. Exit status 1 when they differ by more than rounding.

--verify --json prints {"bot", "game", "observations", "largest_difference", "ok"}.`,
		Example: "  ringer bot my.bot < questions.jsonl\n  ringer bot my.bot --verify",
		Args:    takes("FILE|NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atLeast("temperature", temperature, 0); err != nil {
				return err
			}
			if asJSON && !verify {
				return badf("--json: want --verify as well; what a bot answers is JSON in any case")
			}
			bot, err := openBot(args[0])
			if err != nil {
				return bad(err)
			}
			g, err := gameOfBot(args[0], bot)
			if err != nil {
				return err
			}
			if verify {
				return verifyBot(cmd.Context(), t, args[0], g, bot, seed, asJSON)
			}
			agent, err := roster.FromBot(g.Spec(), bot, temperature)
			if err != nil {
				return bad(err)
			}
			return protocol.Serve(cmd.Context(), t.in, t.out, protocol.Config{
				Bot: bot.Manifest.Name, Agent: agent, Spec: g.Spec(), Seed: seed,
			})
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the drawing of actions")
	cmd.Flags().Float64Var(&temperature, "temperature", 1, "below 1 sharpens the probabilities, above 1 flattens them, 0 always plays the likeliest action")
	cmd.Flags().BoolVar(&verify, "verify", false, "compare the bot's policy.onnx with its weights instead")
	cmd.Flags().BoolVar(&asJSON, "json", false, "with --verify: print one JSON object")
	return cmd
}
