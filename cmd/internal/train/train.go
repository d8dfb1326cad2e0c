package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/models/graph"
	"ringer/open"
	"ringer/open/study"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

type trainFlags struct {
	config, out, resume string
	set                 []string
	seed                uint64
	seconds             float64
	workers             int
	programs, json      bool
	goesOn              bool // --continue
	nats                remote.SpreadFlags
}

func NewTrain(t *shell.Terminal) *cobra.Command {
	var f trainFlags
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train a network by self-play",
		Long: `Train a network by self-play, with the settings of a configuration file, and
measure it at the end on held-out seeds.

--config is the path of a .yaml file or a shipped configuration (ringer help configs).
--set changes one key of it: --set ppo.entropy=0.1; docs/settings.md lists all keys. The
run is saved in --out: the resolved configuration, metrics (JSON lines and TensorBoard
events) and checkpoints. An interrupt (Ctrl-C) saves and stops (exit status 130);
--resume DIR continues the run, and ends with the same bytes as a run that never
stopped. One process at a time trains a run: a second one is refused (exit status 2)
with the first one's process and host. Others may read the run meanwhile, such as
ringer export.

ringer study trains a configuration with several seeds, and shows the mean over them
with its interval.

--nats URL lets workers on other machines play (ringer worker --nats URL), through a
NATS server; --nats embedded makes this process the server. The run has the same bytes
as without, however many workers there are, and whoever of them comes, stops or dies.
--set collect.lag=1 lets them play an iteration while the one before is learned from.

--set compute=portable gives the same bytes on every amd64 processor with AVX2 and
FMA, at the cost of AVX-512 where there is one; the run says which build trained it.

--json prints {"run", "iterations", "decisions", "seconds",
"decisions_per_second", "checkpoint", "evaluations": [{"opponent", "games",
"win_rate", "low", "high", "equal_share", "mean_return", "exploitability"}],
"alarms": [{"name", "subject", "iterations"}], "averaged_weights", "interrupted"}.
seconds add up all processes that trained the run. low and high bound a 95%
interval; where an opponent is the exact best response, only exploitability is set; an
alarm without a subject is about all play. A run that begins
with a bot (start=bot(NAME)) also has "start": {"bot", "weights", "taken", "share",
"fields": [{"name", "taken", "of"}], "actions", "dropped"}: the share of its weights
that are the bot's, the fields and actions that the bot knew only in part, and what
of the bot was not used. With --nats it also has "spread": what became of the workers'
results, as in ringer workers, with nanoseconds "waited" (learning, for results),
"played" and "encoded" (workers) and "decoded".`,
		Example: "  ringer train --config kuhn\n  ringer train --config kuhn --set decisions=50000 --out runs/short\n  ringer train --resume runs/short",
		Args:    shell.Takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if shell.IsGiven(cmd, &f.seed) {
				f.set = append(f.set, fmt.Sprintf("seed=%d", f.seed))
			}
			if f.goesOn {
				if err := f.goOn(); err != nil {
					return err
				}
			}
			if err := f.nats.Check(cmd); err != nil {
				return err
			}
			return runTrain(cmd.Context(), t, &f)
		},
	}
	shell.AddFlag(cmd, &f.config, "config", "", shell.AConfig, "the configuration: a shipped one or a .yaml file")
	shell.AddFlag(cmd, &f.set, "set", nil, shell.ASetting, "change one key of the configuration, key=value; may be repeated")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder for the run (default runs/NAME, or the next free runs/NAME-N)")
	shell.AddFlag(cmd, &f.resume, "resume", "", shell.AFolder, "continue the run in this folder")
	shell.AddFlag(cmd, &f.goesOn, "continue", false, shell.ASwitch, "go on with the run in --out where it is there, with its own settings; without --out, with the one in runs that has these settings; begin it otherwise")
	shell.AddFlag(cmd, &f.seconds, "seconds", 0, shell.ANumber, "stop training after this many seconds, whatever learning rate and entropy have come to, then measure (0: at the end of the configured decisions)")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of everything, instead of the configuration's")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "processors to use (0: all); results do not depend on it")
	shell.AddFlag(cmd, &f.programs, "programs", false, shell.ASwitch, "with --resume: start the programs (cmd) that the run names")
	shell.AddJSON(cmd, &f.json)
	f.nats.Add(cmd)
	return cmd
}

func runTrain(ctx context.Context, t *shell.Terminal, f *trainFlags) (err error) {
	if f.workers < 0 {
		return input.Badf("--workers %d: want a positive number, or 0 for all processors", f.workers)
	}
	if f.workers > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(f.workers))
	}
	file, err := prepareRun(f)
	if err != nil {
		return err
	}
	g, err := gameOfRun(f, file)
	if err != nil {
		return err
	}
	file.Rules = string(g.Spec().Configuration)
	if err := checkAgentsOf(t.Opener, f, g, file); err != nil {
		return err
	}
	if f.resume == "" {
		if _, err := open.Start(g, file); err != nil {
			return err
		}
	}
	if f.goesOn && f.resume == "" && f.out == "" {
		earlier, err := earlierRun(t, f.config, g, file)
		switch {
		case err != nil:
			return err
		case earlier.ended != nil:
			return earlier.show(t, f, g, file)
		case earlier.dir != "":
			t.Warnf("going on with %s, which has not ended\n", earlier.dir)
			f.resume, f.config, f.set = earlier.dir, "", nil
			return runTrain(ctx, t, f)
		}
	}
	if err := t.ComputeAs(file.Compute); err != nil {
		return err
	}
	run, err := openRun(t, f, g, file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	if !graph.SIMD() {
		t.Warnf("%s", buildinfo.NoVectors)
	}
	elsewhere, err := f.nats.Start(ctx, t, g, file, run)
	if err != nil {
		return stoppedRun(ctx, run.Dir(), err)
	}
	whole, err := trainRun(ctx, t, g, file, run, f.seconds, elsewhere)
	counts := elsewhere.End(t, run.Dir(), err == nil && !whole.Interrupted)
	if err != nil {
		return stoppedRun(ctx, run.Dir(), err)
	}
	whole.Spread = counts
	if f.json {
		err = t.JSON(whole)
	} else {
		err = printTraining(t, g, file, whole)
	}
	if err == nil && whole.Interrupted {
		err = shell.Interrupted("saved; %s", resumesWith(run.Dir()))
	}
	return err
}

// resumesWith says what goes on with a run, from its last checkpoint or its beginning.
func resumesWith(dir string) string {
	return "go on with: ringer train --resume " + input.ShellWord(dir)
}

// stoppedRun returns the error of a run that was interrupted before it had anything to show, with
// what goes on with it; other errors stay as they are.
func stoppedRun(ctx context.Context, dir string, err error) error {
	stop, ok := errors.AsType[*shell.Interruption](err)
	switch {
	case ok && stop.Rest != "":
		return shell.Interrupted("%s; %s", stop.Rest, resumesWith(dir))
	case ok || ctx.Err() != nil && errors.Is(err, context.Canceled):
		return shell.Interrupted("%v; %s", train.ErrTooEarly, resumesWith(dir))
	}
	return err
}

// trainRun trains a run to its end, or as far as ctx and seconds allow, and keeps
// its result beside the checkpoints. elsewhere, when not nil, plays.
func trainRun(ctx context.Context, t *shell.Terminal, g env.Game, file *algos.File, run *checkpoint.Run, seconds float64, elsewhere *remote.Spreading) (*open.Result, error) {
	t.Warnf("training %s in %s\n", g.Spec(), run.Dir())
	if network, err := train.NewNetwork(g.Spec(), file.Network); err == nil {
		t.Warnf("network: %s, %s weights\n", network.KindName(), shell.Count(float64(network.Parameters())))
	}
	told := trainingTold{Terminal: t, elsewhere: elsewhere}
	if err := told.curves.Remember(&run.Reader, file); err != nil {
		return nil, err
	}
	told.bar = t.Progress("preparing", 0)
	whole, err := lookup.Trainer(t).Continue(ctx, run, g, file, study.Options{
		Player: elsewhere.Player(), Seconds: seconds, Progress: told.tell,
		Took: func(taken *warm.Taken) { t.Warnf("start: %s\n", taken) },
	})
	told.finish()
	if errors.Is(err, train.ErrTooEarly) {
		return nil, shell.Interrupted("%v", train.ErrTooEarly)
	}
	if err != nil {
		return nil, err
	}
	told.sumUp(whole.Result)
	return whole, nil
}

// prepareRun reads the configuration, from the run when one is resumed, before
// anything is written.
func prepareRun(f *trainFlags) (*algos.File, error) {
	file := algos.Defaults()
	switch {
	case f.seconds < 0:
		return nil, input.Badf("--seconds %v: want a number from 0 up", f.seconds)
	case f.resume == "" && f.config == "":
		return nil, input.Badf("--config is missing: name one of %s, or a .yaml file; or --resume a run", strings.Join(configs.Names("train"), ", "))
	case f.resume != "" && (f.config != "" || f.out != "" || len(f.set) > 0):
		return nil, input.Badf("--resume continues a run unchanged: leave out --config, --out, --set and --seed")
	case f.resume == "":
		return &file, open.ReadTraining(f.config, &file, f.set...)
	}
	_, text, err := checkpoint.Open(f.resume)
	if err != nil {
		return nil, input.Bad(err)
	}
	return &file, input.Bad(configs.ReadAll(&file, configs.Text(filepath.Join(f.resume, "config.yaml"), text)))
}

// gameOfRun builds the game of a configuration: of the person's own, which may name
// files, or of a run, which carries its rules.
func gameOfRun(f *trainFlags, file *algos.File) (env.Game, error) {
	if f.resume == "" && file.Rules == "" {
		return open.Game(file.Game)
	}
	return open.Restore(f.config+f.resume, file.Game, json.RawMessage(file.Rules))
}

// checkAgentsOf checks the agents of a new run, or of the one that is resumed.
func checkAgentsOf(o *open.Opener, f *trainFlags, g env.Game, file *algos.File) error {
	if f.resume == "" {
		return o.CheckRun(g, file)
	}
	reader, _, err := checkpoint.Open(f.resume)
	if err != nil {
		return input.Bad(err)
	}
	return open.CheckAgents(g, file, func(name string) (agents.Agent, error) {
		if open.IsProgram(name) && !f.programs {
			return nil, fmt.Errorf("%q is a program, which the run may have from anybody: give --programs to start it", name)
		}
		return o.AgentOfRun(g, reader, name)
	})
}

// openRun makes the folder of a new run, or locks the one that is resumed.
func openRun(t *shell.Terminal, f *trainFlags, g env.Game, file *algos.File) (*checkpoint.Run, error) {
	if f.resume != "" {
		return open.ResumeRun(f.resume)
	}
	if f.out != "" {
		return lookup.Trainer(t).Begin(f.out, g, file)
	}
	for n := 1; ; n++ {
		dir := runFolder(f.config, n)
		_, err := os.Stat(dir)
		if errors.Is(err, fs.ErrNotExist) {
			var run *checkpoint.Run
			if run, err = lookup.Trainer(t).Begin(dir, g, file); err == nil {
				return run, nil
			}
		}
		if _, taken := errors.AsType[*input.Error](err); err != nil && !taken {
			return nil, err
		}
	}
}

// runFolder returns the folder of the n-th run of a configuration that is given none.
func runFolder(config string, n int) string {
	name := open.ConfigTitle(config)
	if n > 1 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	return filepath.Join("runs", name)
}
