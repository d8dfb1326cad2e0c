package program

import (
	"sync"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/about"
	"ringer/cmd/internal/bots"
	"ringer/cmd/internal/games"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/measure"
	"ringer/cmd/internal/play"
	"ringer/cmd/internal/report"
	"ringer/cmd/internal/responses"
	"ringer/cmd/internal/shell"
	"ringer/cmd/internal/study"
	"ringer/cmd/internal/train"
	"ringer/internal/input"
)

// A group is a part of the list of commands in help.
type group struct {
	Title    string
	Commands []func(*shell.Terminal) *cobra.Command
}

// Groups holds every command, once, in the order in which help shows them. Completion,
// help and man pages follow from it and from the commands themselves.
var Groups = []group{
	{"Games", []func(*shell.Terminal) *cobra.Command{games.NewGames, games.NewCheck, games.NewCount, games.NewBench, games.NewEnv}},
	{"Train and solve", []func(*shell.Terminal) *cobra.Command{train.NewTrain, study.NewStudy, study.NewCurves, study.NewSweep, train.NewSolve}},
	{"Measure", []func(*shell.Terminal) *cobra.Command{measure.NewMatch, measure.NewArena, measure.NewPopulation, responses.NewExploit, measure.NewDecisions, measure.NewRecord, measure.NewLadder, measure.NewScore, measure.NewEvidence, report.NewReport, report.NewFindings, report.NewTune, play.NewDesign, measure.NewDuel}},
	{"Play", []func(*shell.Terminal) *cobra.Command{play.NewPlay, play.NewReplay, play.NewReview, play.NewPuzzles, play.NewServe, play.NewSite}},
	{"Bots", []func(*shell.Terminal) *cobra.Command{bots.NewExport, bots.NewLevels, bots.NewRatings, bots.NewPeekTest, bots.NewBot}},
	{"About this program", []func(*shell.Terminal) *cobra.Command{about.NewWorker, about.NewWorkers, about.NewAgentsTopic, about.NewConfigsTopic, about.NewKeysTopic, about.NewServerTopic, about.NewDoctor, about.NewManual, about.NewVersion}},
}

func NewRoot(t *shell.Terminal) *cobra.Command {
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

Ctrl-C ends every command within a second, and it prints what it has by then. Trainings
and work in folders are saved, and the last line says how to go on. Exit status: 0 done, 1 failed,
2 bad input, 130 interrupted. NO_COLOR=1 switches colours off.`,
		SilenceUsage:               true,
		SilenceErrors:              true,
		SuggestionsMinimumDistance: 2,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return shell.UnknownCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asked {
				return about.SayVersion(t)
			}
			return play.SayWelcome(t)
		},
	}
	unsorted()
	root.SetIn(t.In)
	root.SetOut(t.Out)
	root.SetErr(t.Errs)
	root.SetFlagErrorFunc(shell.FlagError)
	root.SetUsageFunc(shell.Usage)
	root.SetHelpFunc(shell.WriteHelp)
	root.Flags().BoolVarP(&asked, "version", "v", false, "print the version of this build in one line")
	root.PersistentFlags().BoolVarP(&t.Quiet, "quiet", "q", false, "print neither progress nor notes, only results and errors")
	shell.AddStatsFlag(root, t)
	for _, g := range Groups {
		root.AddGroup(&cobra.Group{ID: g.Title, Title: g.Title})
		for _, command := range g.Commands {
			c := command(t)
			c.GroupID = g.Title
			root.AddCommand(c)
		}
	}
	last := Groups[len(Groups)-1].Title
	help := newHelp()
	help.GroupID = last
	root.SetHelpCommand(help)
	root.InitDefaultHelpCmd()
	root.SetCompletionCommandGroupID(last)
	root.InitDefaultCompletionCmd()
	for _, m := range moved {
		root.AddCommand(newMoved(m[0], m[1]))
	}
	t.Rename(root)
	shell.CompleteQuoted(root)
	shell.WalkCommands(root, func(cmd *cobra.Command) {
		t.PointToPages(cmd)
		lookup.NameGame(cmd)
		shell.Shorten(cmd)
		shell.StrictFlags(cmd)
		shell.CompleteFlags(cmd)
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
				return shell.UnknownCommand(of, rest[0])
			}
			of.InitDefaultHelpFlag()
			of.InitDefaultVersionFlag()
			return of.Help()
		},
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
			return input.Badf("unknown command %q: it is ringer %s now", old, now)
		},
	}
}
