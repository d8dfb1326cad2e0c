package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env/games"
	"ringer/play"
)

// newTopic makes a command that prints a page: "ringer agents" and "ringer help agents"
// are the same.
func newTopic(name, short string, page func(root *cobra.Command) string) *cobra.Command {
	show := func(cmd *cobra.Command) { fmt.Fprintln(cmd.OutOrStdout(), page(cmd.Root())) }
	cmd := &cobra.Command{
		Use: name, Short: short, Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			show(cmd)
			return nil
		},
	}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { show(cmd) })
	return cmd
}

func newAgentsTopic(*terminal) *cobra.Command {
	return newTopic("agents", "List the agents and their options", agentsPage)
}

func newConfigsTopic(*terminal) *cobra.Command {
	return newTopic("configs", "List the configurations of games and trainings that ship", configsPage)
}

// agentsPage describes every agent with its options.
func agentsPage(*cobra.Command) string {
	var b strings.Builder
	b.WriteString(`Agents are written as calls, the same in every command, in quotes where there are
parentheses. An option that is left out has its default.
`)
	for _, k := range roster.Kinds() {
		name := k.Name
		if k.Argument != "" {
			name += "(" + k.Argument + ")"
		}
		fmt.Fprintf(&b, "\n%s\n", name)
		writeIndented(&b, 4, k.Doc)
		for _, o := range k.Options {
			fmt.Fprintf(&b, "    %s=%s\n", o.Name, o.Default)
			writeIndented(&b, 8, o.Doc)
		}
	}
	b.WriteString("\nlevel(N), beginner, ringer\n")
	writeIndented(&b, 4, "level N of the ladder of opponents that ships for the game, level(1), and the strongest bot that ships for it; inside another agent write bot(NAME)")
	b.WriteString("\nNAME is a bot that ships, FILE a .bot file. These ship:\n")
	writeIndented(&b, 4, strings.Join(orNone(checkpoints.Ringers()), ", "))
	return strings.TrimSuffix(b.String(), "\n")
}

// configsPage lists the shipped files that a game string and a training can name.
func configsPage(*cobra.Command) string {
	var b strings.Builder
	b.WriteString("Training configurations, for --config NAME (or a .yaml file):\n")
	writeIndented(&b, 4, strings.Join(configs.Names("train"), ", "))
	b.WriteString("\nConfigurations of games, for -g; GAME(file=FILE.yaml) takes a file of your own:\n")
	for _, g := range games.Names() {
		writeIndented(&b, 4, strings.Join(games.Configurations(g), ", "))
	}
	b.WriteString("\nringer games GAME lists the parameters of a game.")
	return b.String()
}

// wrapped lists names in an indented paragraph.
func wrapped(names []string) string {
	var b strings.Builder
	writeIndented(&b, 4, strings.Join(names, ", "))
	return strings.TrimSuffix(b.String(), "\n")
}

// writeIndented writes a paragraph, wrapped and indented.
func writeIndented(b *strings.Builder, by int, text string) {
	for _, line := range play.Wrap(text, helpWidth-by, 0) {
		b.WriteString(strings.Repeat(" ", by) + line + "\n")
	}
}
