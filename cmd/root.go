package cmd

import (
	"strings"
	"sync"

	"github.com/spf13/cobra"
)

// A group is a part of the list of commands in help.
type group struct {
	title    string
	commands []func(*terminal) *cobra.Command
}

// groups holds every command, once, in the order in which help shows them. Completion,
// help and man pages follow from it and from the commands themselves.
var groups = []group{
	{"Games", []func(*terminal) *cobra.Command{newGames, newCheck, newCount, newBench, newEnv}},
	{"Train and solve", []func(*terminal) *cobra.Command{newTrain, newStudy, newCurves, newSweep, newSolve}},
	{"Measure", []func(*terminal) *cobra.Command{newMatch, newArena, newExploit, newDecisions, newRecord, newLadder, newScore, newEvidence, newReport, newDuel}},
	{"Play", []func(*terminal) *cobra.Command{newPlay, newReplay, newReview, newPuzzles, newServe, newSite}},
	{"Bots", []func(*terminal) *cobra.Command{newExport, newLevels, newRatings, newPeekTest, newBot}},
	{"About this program", []func(*terminal) *cobra.Command{newWorker, newWorkers, newAgentsTopic, newConfigsTopic, newKeysTopic, newServerTopic, newDoctor, newManual, newVersion}},
}

func newRoot(t *terminal) *cobra.Command {
	var asked bool // for the version
	root := &cobra.Command{
		Use:   "ringer",
		Short: "Train, measure and play agents for tabletop games",
		Long: `Ringer trains agents for tabletop games by self-play, measures them, and seats
you at a table with them.

    ringer games                 list the games
    ringer play kuhn             play against an agent
    ringer train --config kuhn   train a bot
    ringer COMMAND --help        explain a command

-g GAME names the game in every command that takes one; where the game is all that a
command works on, its name alone will do. ringer help games, agents and configs say
what can be named.

Ctrl-C ends every command within a second, with what it has; training and work that is
kept are saved, and the last line says how to go on. Exit status: 0 done, 1 failed,
2 bad input, 130 interrupted. NO_COLOR=1 switches colours off.`,
		SilenceUsage:               true,
		SilenceErrors:              true,
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknownCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asked {
				return sayVersion(t)
			}
			return sayWelcome(t)
		},
	}
	unsorted()
	root.SetIn(t.in)
	root.SetOut(t.out)
	root.SetErr(t.errs)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(usage)
	root.SetHelpFunc(writeHelp)
	root.Flags().BoolVarP(&asked, "version", "v", false, "print the version of this build in one line")
	root.PersistentFlags().BoolVarP(&t.quiet, "quiet", "q", false, "print neither progress nor notes, only results and errors")
	addStatsFlag(root, t)
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, command := range g.commands {
			c := command(t)
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	last := groups[len(groups)-1].title
	help := newHelp()
	help.GroupID = last
	root.SetHelpCommand(help)
	root.InitDefaultHelpCmd()
	root.SetCompletionCommandGroupID(last)
	root.InitDefaultCompletionCmd()
	for _, m := range moved {
		root.AddCommand(newMoved(m[0], m[1]))
	}
	t.rename(root)
	completeQuoted(root)
	walkCommands(root, func(cmd *cobra.Command) {
		t.pointToPages(cmd)
		nameGame(cmd)
		shorten(cmd)
		strictFlags(cmd)
		completeFlags(cmd)
	})
	return root
}

// unsorted makes cobra list commands as they were added. It is a setting of the process.
var unsorted = sync.OnceFunc(func() { cobra.EnableCommandSorting = false })

// newHelp makes `ringer help`.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND…]", Short: "Explain a command, or what can be named: games, agents, configs",
		RunE: func(cmd *cobra.Command, args []string) error {
			of, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(of, rest[0])
			}
			of.InitDefaultHelpFlag()
			of.InitDefaultVersionFlag()
			return of.Help()
		},
	}
}

// walkCommands visits a command and all below it.
func walkCommands(cmd *cobra.Command, visit func(*cobra.Command)) {
	visit(cmd)
	for _, c := range cmd.Commands() {
		walkCommands(c, visit)
	}
}

// moved lists the commands that have another name now.
var moved = [][2]string{{"positions", "duel positions"}, {"warbands", "duel warbands"}, {"drafts", "duel drafts"}}

// newMoved makes a hidden command that says where another one is now, whatever
// its arguments are.
func newMoved(old, now string) *cobra.Command {
	return &cobra.Command{
		Use: old, Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return badf("unknown command %q: it is ringer %s now", old, now)
		},
	}
}

func unknownCommand(root *cobra.Command, name string) error {
	if !root.HasSubCommands() {
		return badf("%s has no command %q", root.CommandPath(), name)
	}
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return badf("unknown command %q: did you mean %s?", name, strings.Join(near, " or "))
	}
	var known []string
	for _, c := range root.Commands() {
		if !c.Hidden {
			known = append(known, c.Name())
		}
	}
	if near := nearest(name, known); near != "" {
		return badf("unknown command %q: did you mean %s?", name, near)
	}
	return badf("unknown command %q; known: %s", name, strings.Join(known, ", "))
}
