package train

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env"
	"ringer/eval/tree"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train/cfr"
	"ringer/train/checkpoint"
)

type solveFlags struct {
	algorithm   string // --algo
	file        solveFile
	run, resume string
	further     bool // --iterations was given with --resume
	program     bool // --algo lp
	out         string
	name        string
	licence     string
	json        bool
	force       bool // replace the file of --out
}

// solveFile is config.yaml in the folder of a run of ringer solve.
type solveFile struct {
	Game       string `yaml:"game"`
	Iterations int    `yaml:"iterations"`
	Limit      int    `yaml:"limit"`
	cfr.Config `yaml:",inline"`

	// Rules are the resolved configuration of the game, so that the folder needs no
	// other file.
	Rules string `yaml:"rules,omitempty,long"`
}

// solveResult is the object of `ringer solve --json`.
type solveResult struct {
	Game                string      `json:"game"`
	Algorithm           string      `json:"algorithm"`
	Iterations          int         `json:"iterations"`
	Seconds             float64     `json:"seconds"`
	IterationsPerSecond float64     `json:"iterations_per_second"`
	NashConv            float64     `json:"nash_conv"`
	Exploitability      float64     `json:"exploitability"`
	Values              []float64   `json:"values"`
	Nodes               int         `json:"nodes"`
	InformationStates   int         `json:"information_states"`
	History             []cfr.Point `json:"history"`
	Interrupted         bool        `json:"interrupted"`
}

// NewSolve makes `ringer solve`.
func NewSolve(t *shell.Terminal) *cobra.Command {
	var f solveFlags
	f.file.Config = cfr.Defaults(cfr.Plus)
	f.algorithm = string(cfr.Plus)
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
that never stopped. --resume DIR --iterations N adds iterations to a finished run.

--json prints {"game", "algorithm", "iterations", "seconds",
"iterations_per_second", "nash_conv", "exploitability", "values": [one a seat],
"nodes", "information_states", "history": [{"iterations", "nash_conv",
"exploitability"}], "interrupted"}.`,
		Example: "  ringer solve kuhn\n  ringer solve leduc --algo cfr+ --iterations 1000 --out leduc-cfr.bot\n  ringer solve 'liarsdice(sides=4)' --algo es-mccfr --iterations 200000 --run runs/dice\n  ringer solve --resume runs/dice --iterations 500000",
		Args:    shell.Takes("[GAME]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.file.Algorithm = cfr.Algorithm(f.algorithm)
			f.program = f.algorithm == lookup.LinearProgram
			return runSolve(cmd, t, &f, args)
		},
	}
	shell.AddFlag(cmd, &f.algorithm, "algo", f.algorithm, shell.Choice(lookup.AlgorithmNames), "algorithm: "+cfr.Names()+", "+lookup.LinearProgram)
	shell.AddFlag(cmd, &f.file.Iterations, "iterations", 1000, shell.Unbounded, "iterations to do, in all")
	shell.AddFlag(cmd, &f.file.Seed, "seed", 1, shell.ASeed, "seed of the sampling algorithms; the others draw nothing")
	shell.AddFlag(cmd, &f.file.Exploration, "exploration", f.file.Exploration, shell.ANumber, "os-mccfr: how often the seat that learns plays at random")
	shell.AddFlag(cmd, &f.file.Limit, "limit", tree.DefaultLimit, shell.Unbounded, "largest number of nodes to walk")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFile, "write the policy to this file, NAME.bot")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace the file of --out if it is there")
	shell.AddFlag(cmd, &f.name, "name", "", shell.AName, "name of the bot (default: of the file)")
	shell.AddFlag(cmd, &f.licence, "licence", open.DefaultLicence, shell.AText, "SPDX identifier of the bot's licence")
	shell.AddFlag(cmd, &f.run, "run", "", shell.AFolder, "save the work in this folder, so that it can be resumed")
	shell.AddFlag(cmd, &f.resume, "resume", "", shell.AFolder, "continue the work in this folder")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

func runSolve(cmd *cobra.Command, t *shell.Terminal, f *solveFlags, args []string) (err error) {
	ctx := cmd.Context()
	kept, err := prepareSolve(cmd, f, args)
	if err != nil {
		return err
	}
	s := &solving{Terminal: t, run: kept}
	defer func() {
		if s.run != nil {
			err = errors.Join(err, s.run.Close())
		}
	}()
	g, err := gameOfSolve(f)
	if err != nil {
		return err
	}
	f.file.Game, f.file.Rules = g.Spec().String(), string(g.Spec().Configuration)
	walked, err := tree.Build(ctx, g, f.file.Limit)
	if err != nil && ctx.Err() != nil {
		return shell.Interrupted("stopped before the first iteration: the same command begins again")
	}
	if err != nil {
		return lookup.CannotWalk(g, err, lookup.InsteadOfSolving)
	}
	s.file, s.tree, s.policy, s.saved = &f.file, walked, walked.Uniform(), time.Now()
	var result *solveResult
	if f.program {
		result, err = s.program(ctx)
	} else {
		if s.solver, err = cfr.New(walked, f.file.Config); err != nil {
			return input.Bad(err)
		}
		if err := s.open(f); err != nil {
			return err
		}
		result, err = s.solve(ctx)
	}
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := s.export(f, result); err != nil {
			return err
		}
	}
	if f.json {
		err = t.JSON(result)
	} else {
		err = printSolve(t, f, s, result)
	}
	if err != nil || !result.Interrupted {
		return err
	}
	goOn := "--run DIR would have kept the work"
	if s.run != nil {
		goOn = "saved; go on with: ringer solve --resume " + input.ShellWord(s.run.Dir())
	}
	return shell.Interrupted("these are the first %s of %s iterations; %s", shell.Count(float64(result.Iterations)), shell.Count(float64(f.file.Iterations)), goOn)
}

// gameOfSolve builds the game that the person names, or that of a run.
func gameOfSolve(f *solveFlags) (env.Game, error) {
	if f.resume == "" {
		return open.Game(f.file.Game)
	}
	return open.Restore(f.resume, f.file.Game, json.RawMessage(f.file.Rules))
}

// prepareSolve checks the flags, before anything is built or written,
// and reads the configuration of a run that is resumed.
func prepareSolve(cmd *cobra.Command, f *solveFlags, args []string) (*checkpoint.Run, error) {
	if f.out != "" && filepath.Ext(f.out) != ".bot" {
		return nil, input.Badf("--out %q: want the name of a file that ends in .bot", f.out)
	}
	if f.out != "" {
		if err := shell.MayWrite("out", f.out, f.force); err != nil {
			return nil, err
		}
	}
	if f.name == "" {
		f.name = strings.TrimSuffix(filepath.Base(f.out), ".bot")
	}
	for _, err := range []error{shell.AtLeast("iterations", f.file.Iterations, 1), shell.AtLeast("limit", f.file.Limit, 1)} {
		if err != nil {
			return nil, err
		}
	}
	if f.resume == "" {
		if len(args) == 0 {
			return nil, input.Badf("GAME is missing: ringer solve GAME, or --resume the folder of a run")
		}
		f.file.Game = args[0]
		if err := shell.OneOf("algo", string(f.file.Algorithm), lookup.AlgorithmNames()...); err != nil {
			return nil, err
		}
		if f.program {
			for _, flag := range shell.Given(cmd, &f.file.Iterations, &f.file.Seed, &f.file.Exploration, &f.run) {
				return nil, input.Badf("--algo lp goes to the end in one go and draws nothing: leave out --%s", flag)
			}
			return nil, nil
		}
		return nil, input.Bad(f.file.Validate())
	}
	for _, flag := range shell.Given(cmd, &f.algorithm, &f.file.Seed, &f.file.Exploration, &f.run) {
		return nil, input.Badf("--resume continues a run unchanged: leave out --%s", flag)
	}
	if len(args) > 0 {
		return nil, input.Badf("--resume continues a run unchanged: leave out %q", args[0])
	}
	_, text, err := checkpoint.Open(f.resume)
	if err != nil {
		return nil, input.Bad(err)
	}
	asked := f.file
	if err := configs.ReadAll(&f.file, configs.Text(filepath.Join(f.resume, "config.yaml"), text)); err != nil {
		return nil, input.Badf("%s is no run of ringer solve:\n%w", f.resume, err)
	}
	if f.further = shell.IsGiven(cmd, &f.file.Iterations); f.further {
		f.file.Iterations = asked.Iterations
	}
	if shell.IsGiven(cmd, &f.file.Limit) {
		f.file.Limit = asked.Limit
	}
	return open.ResumeRun(f.resume)
}

func printSolve(t *shell.Terminal, f *solveFlags, s *solving, r *solveResult) error {
	if err := t.Printf("%s: %s nodes, %s information states; %s, %s iterations in %s (%s a second)\n\n", r.Game, shell.Count(float64(r.Nodes)),
		shell.Count(float64(r.InformationStates)), r.Algorithm, shell.Count(float64(r.Iterations)),
		time.Duration(r.Seconds*float64(time.Second)).Round(time.Millisecond), shell.Count(r.IterationsPerSecond)); err != nil {
		return err
	}
	rows := [][]string{{"ITERATIONS", "NASHCONV", "EXPLOITABILITY"}}
	for _, p := range r.History {
		rows = append(rows, []string{shell.Count(float64(p.Iterations)), shell.Figure(p.NashConv), shell.Figure(p.Exploitability)})
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	if err := t.Printf("\nValues, by seat:"); err != nil {
		return err
	}
	for _, v := range r.Values {
		if err := t.Printf(" %+.6f", v); err != nil {
			return err
		}
	}
	if err := t.Printf("\n"); err != nil {
		return err
	}
	if f.out != "" {
		if err := t.Printf("Play it: ringer play %s --vs %s\n", input.ShellWord(r.Game), input.ShellWord(lookup.BotCall(f.out))); err != nil {
			return err
		}
	}
	return nil
}
