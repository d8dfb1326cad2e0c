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
FILE is a .bot file, NAME a bot that ships.`,
		Example: "  ringer bot my.bot < questions.jsonl",
		Args:    takes("FILE|NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atLeast("temperature", temperature, 0); err != nil {
				return err
			}
			bot, err := openBot(args[0])
			if err != nil {
				return bad(err)
			}
			g, err := gameOfBot(args[0], bot)
			if err != nil {
				return err
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
	return cmd
}
