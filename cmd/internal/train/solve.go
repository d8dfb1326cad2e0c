package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/export"
	"ringer/open/solve"
	"ringer/train/cfr"
)

type solveFlags struct {
	solve.Config
	algorithm     string // --algo
	run, resume   string
	out           export.Options
	json, replace bool
}

// NewSolve makes `ringer solve`.
func NewSolve(t *shell.Terminal) *cobra.Command {
	f := solveFlags{Config: solve.Defaults()}
	cmd := &cobra.Command{
		Use:   "solve [GAME]",
		Short: "Solve a small game: an equilibrium, how close, and a bot that plays it",
		Long: `Solve a small game on its whole tree by regret minimisation, and compute the exact
exploitability of the average policy. --algo is one of

    cfr        counterfactual regret minimisation
    cfr+       regret matching+, linear averaging; a good default
    dcfr       discounted regrets (α 1.5, β 0, γ 2)
    pcfr+      predictive regret matching+, quadratic averaging
    es-mccfr   external sampling: cheap iterations, for large trees
    os-mccfr   outcome sampling: cheaper still, and noisier
    lp         one linear program over the sequence form: exact, for two seats,
               zero-sum, and at most about 1,000 information states

One iteration updates every seat once (lp: one pivot of the simplex method; it
takes no --iterations). With more than two seats, or returns that are not zero-sum,
no theorem guarantees an equilibrium; NashConv measures the distance from one.

--out FILE.bot writes the policy as a bot: name it bot(FILE.bot) in any command that
takes an agent. --run DIR saves the work in a folder; an interrupt (Ctrl-C) saves and
stops (exit status 130), --resume DIR continues, and ends with the same bytes as a run
that never stopped. --resume DIR --iterations N adds iterations to a finished run.`,
		Annotations: shell.Keys(`--json prints {"game", "algorithm", "iterations", "seconds",
"iterations_per_second", "nash_conv", "exploitability", "values": [one a seat],
"nodes", "information_states", "history": [{"iterations", "nash_conv",
"exploitability"}], "interrupted"}.`),
		Example: "  ringer solve kuhn\n  ringer solve leduc --algo cfr+ --iterations 1000 --out leduc-cfr.bot\n  ringer solve 'liarsdice(sides=4)' --algo es-mccfr --iterations 200000 --run runs/dice\n  ringer solve --resume runs/dice --iterations 500000",
		Args:    shell.Takes("[GAME]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSolve(cmd, t, &f, args)
		},
	}
	shell.AddFlag(cmd, &f.algorithm, "algo", string(f.Algorithm), shell.Choice(solve.Algorithms), "algorithm: "+cfr.Names()+", "+solve.LinearProgram)
	shell.AddFlag(cmd, &f.Iterations, "iterations", f.Iterations, shell.Unbounded, "iterations to do, in all")
	shell.AddFlag(cmd, &f.Seed, "seed", 1, shell.ASeed, "seed of the sampling algorithms; the others draw nothing")
	shell.AddFlag(cmd, &f.Exploration, "exploration", f.Exploration, shell.ANumber, "os-mccfr: how often the seat that learns plays at random")
	shell.AddFlag(cmd, &f.Limit, "limit", f.Limit, shell.Unbounded, "largest number of nodes to walk")
	shell.AddFlag(cmd, &f.out.Out, "out", "", shell.AFile, "write the policy to this file, NAME.bot")
	shell.AddFlag(cmd, &f.replace, "force", false, shell.ASwitch, "replace the file of --out if it is there")
	shell.AddFlag(cmd, &f.out.Name, "name", "", shell.AName, "name of the bot (default: of the file)")
	shell.AddFlag(cmd, &f.out.Licence, "licence", open.DefaultLicence, shell.AText, "SPDX identifier of the bot's licence")
	shell.AddFlag(cmd, &f.run, "run", "", shell.AFolder, "save the work in this folder, so that it can be resumed")
	shell.AddFlag(cmd, &f.resume, "resume", "", shell.AFolder, "continue the work in this folder")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

func runSolve(cmd *cobra.Command, t *shell.Terminal, f *solveFlags, args []string) (err error) {
	ctx := cmd.Context()
	if err := f.check(); err != nil {
		return err
	}
	s, err := f.solver(cmd, args)
	if errors.Is(err, context.Canceled) {
		return shell.Interrupted("stopped before the first iteration: the same command begins again")
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if s.Algorithm != solve.LinearProgram {
		bar := t.Progress("solving "+s.Game, s.Iterations)
		defer bar.Finish()
		s.Progress = func(done int, last *cfr.Point) {
			if last != nil {
				bar.Describe("exploitability " + shell.Figure(last.Exploitability))
			}
			bar.Set(done, s.Iterations)
		}
	}
	result, err := s.Solve(ctx)
	if err != nil {
		return err
	}
	t.Clear()
	if f.out.Out != "" {
		f.out.Ringer = buildinfo.ThisVersion().Version
		if err := s.Export(result, f.out); err != nil {
			return err
		}
	}
	if f.json {
		err = t.JSON(result)
	} else {
		err = printSolve(t, f, result)
	}
	if err != nil || !result.Interrupted {
		return err
	}
	goOn := "--run DIR would have kept the work"
	if s.Dir() != "" {
		goOn = "saved; go on with: ringer solve --resume " + input.ShellWord(s.Dir())
	}
	return shell.Interrupted("these are the first %s of %s iterations; %s", shell.Count(float64(result.Iterations)), shell.Count(float64(s.Iterations)), goOn)
}

// check checks flags before anything is built or written.
func (f *solveFlags) check() error {
	if f.out.Out != "" && filepath.Ext(f.out.Out) != ".bot" {
		return input.Badf("--out %q: want the name of a file that ends in .bot", f.out.Out)
	}
	if f.out.Out != "" {
		if err := shell.MayWrite("out", f.out.Out, f.replace); err != nil {
			return err
		}
	}
	for _, err := range []error{shell.AtLeast("iterations", f.Iterations, 1), shell.AtLeast("limit", f.Limit, 1)} {
		if err != nil {
			return err
		}
	}
	return nil
}

// solver returns a new solver, or the one of a folder.
func (f *solveFlags) solver(cmd *cobra.Command, args []string) (*solve.Solver, error) {
	if f.resume == "" {
		if len(args) == 0 {
			return nil, input.Badf("GAME is missing: ringer solve GAME, or --resume the folder of a run")
		}
		if err := shell.OneOf("algo", f.algorithm, solve.Algorithms()...); err != nil {
			return nil, err
		}
		f.Game, f.Algorithm = args[0], cfr.Algorithm(f.algorithm)
		if f.Algorithm == solve.LinearProgram {
			for _, flag := range shell.Given(cmd, &f.Iterations, &f.Seed, &f.Exploration, &f.run) {
				return nil, input.Badf("--algo lp goes to the end in one go and draws nothing: leave out --%s", flag)
			}
		}
		return solve.New(cmd.Context(), f.Config, f.run)
	}
	for _, flag := range shell.Given(cmd, &f.algorithm, &f.Seed, &f.Exploration, &f.run) {
		return nil, input.Badf("--resume continues a run unchanged: leave out --%s", flag)
	}
	if len(args) > 0 {
		return nil, input.Badf("--resume continues a run unchanged: leave out %q", args[0])
	}
	iterations, limit := 0, 0
	if shell.IsGiven(cmd, &f.Iterations) {
		iterations = f.Iterations
	}
	if shell.IsGiven(cmd, &f.Limit) {
		limit = f.Limit
	}
	return solve.Resume(cmd.Context(), f.resume, iterations, limit)
}

func printSolve(t *shell.Terminal, f *solveFlags, r *solve.Result) error {
	p := t.Page()
	p.Printf("%s: %s nodes, %s information states; %s, %s iterations in %s (%s a second)\n\n", r.Game, shell.Count(float64(r.Nodes)),
		shell.Count(float64(r.InformationStates)), r.Algorithm, shell.Count(float64(r.Iterations)),
		time.Duration(r.Seconds*float64(time.Second)).Round(time.Millisecond), shell.Count(r.IterationsPerSecond))
	rows := [][]string{{"ITERATIONS", "NASHCONV", "EXPLOITABILITY"}}
	for _, p := range r.History {
		rows = append(rows, []string{shell.Count(float64(p.Iterations)), shell.Figure(p.NashConv), shell.Figure(p.Exploitability)})
	}
	p.Table(rows)
	values := ""
	for _, v := range r.Values {
		values += fmt.Sprintf(" %+.6f", v)
	}
	p.Printf("\nValues, by seat:%s\n", values)
	if f.out.Out != "" {
		p.Printf("Play it: ringer play %s --vs %s\n", input.ShellWord(r.Game), input.ShellWord(lookup.BotCall(f.out.Out)))
	}
	return p.Err
}
