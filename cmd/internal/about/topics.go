package about

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env/games"
)

// newTopic makes a command that prints a page: "ringer agents" and "ringer help agents"
// are the same.
func newTopic(name, short string, page func(root *cobra.Command) string) *cobra.Command {
	show := func(cmd *cobra.Command) { fmt.Fprintln(cmd.OutOrStdout(), page(cmd.Root())) }
	cmd := &cobra.Command{
		Use: name, Short: short, Args: shell.Takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			show(cmd)
			return nil
		},
	}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) { show(cmd) })
	return cmd
}

func NewAgentsTopic(*shell.Terminal) *cobra.Command {
	return newTopic("agents", "List the agents and their options", agentsPage)
}

func NewConfigsTopic(*shell.Terminal) *cobra.Command {
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
		shell.WriteIndented(&b, 4, k.Doc)
		for _, o := range k.Options {
			fmt.Fprintf(&b, "    %s=%s\n", o.Name, o.Default)
			shell.WriteIndented(&b, 8, o.Doc)
		}
	}
	b.WriteString("\nlevel(N), beginner, ringer\n")
	shell.WriteIndented(&b, 4, "level(N) is level N of the opponents that ship for the game, beginner is level(1), and ringer the strongest bot that ships; inside another agent write bot(NAME)")
	b.WriteString("\nNAME is a bot that ships, FILE a .bot file. These ship:\n")
	shell.WriteIndented(&b, 4, strings.Join(lookup.OrNone(checkpoints.Names()), ", "))
	return strings.TrimSuffix(b.String(), "\n")
}

// configsPage lists the shipped files that a game string and a training can name.
func configsPage(*cobra.Command) string {
	var b strings.Builder
	b.WriteString("Training configurations, for --config NAME (or a .yaml file):\n")
	shell.WriteIndented(&b, 4, strings.Join(configs.Names("train"), ", "))
	b.WriteString("\nConfigurations of games, for -g; GAME(file=FILE.yaml) takes a file of your own:\n")
	for _, g := range games.Names() {
		shell.WriteIndented(&b, 4, strings.Join(games.Configurations(g), ", "))
	}
	b.WriteString("\nringer games GAME lists the parameters of a game.")
	return b.String()
}

func NewKeysTopic(*shell.Terminal) *cobra.Command {
	return newTopic("json", "List the keys of what --json prints", keysPage)
}

// keysPage lists the keys of each command's --json.
func keysPage(root *cobra.Command) string {
	var b strings.Builder
	shell.EachKeys(root, func(command, keys string) { fmt.Fprintf(&b, "%s\n\n%s\n\n", command, keys) })
	return strings.TrimSpace(b.String())
}

func NewServerTopic(*shell.Terminal) *cobra.Command {
	return newTopic("nats", "List the flags of work on other machines", serverPage)
}

// serverPage lists the flags of --nats.
func serverPage(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("--nats URL hands work to ringer worker on other machines, through a NATS server; with\n--nats embedded the command is the server. docs/machines.md says when that pays.\n")
	train, _, _ := root.Find([]string{"train"}) // it has all of them
	shell.WriteFlags(&b, "Flags beside --nats", shell.Without(train.Flags(), func(f *pflag.Flag) bool { return !shell.ReachesServer(f) }))
	return strings.TrimSuffix(b.String(), "\n")
}
