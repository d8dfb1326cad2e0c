package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/internal/input"
	"ringer/models/graph"
	"ringer/open"
	"ringer/open/study"
	"ringer/open/workers"
	"ringer/train"
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
as without, however many workers there are, and whichever of them come, stop or die.
--set collect.lag=1 lets them play an iteration while the one before is learned from.

--set compute=portable gives the same bytes on every amd64 processor with AVX2 and
FMA, at the cost of AVX-512 where there is one; the run says which build trained it.`,
		Annotations: shell.Keys(`--json prints {"run", "iterations", "decisions", "seconds",
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
"played" and "encoded" (workers) and "decoded".`),
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
	shell.AddFlag(cmd, &f.goesOn, "continue", false, shell.ASwitch, "continue the run in --out with its own settings, or without --out the run below runs that has these settings; begin a new one where there is none")
	shell.AddFlag(cmd, &f.seconds, "seconds", 0, shell.ANumber, "stop training after this many seconds, wherever the schedules of learning rate and entropy are, then measure (0: at the end of the configured decisions)")
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
	trainer := lookup.Trainer(t)
	r, err := f.read(trainer)
	if err != nil {
		return err
	}
	if f.goesOn && f.resume == "" && f.out == "" {
		switch dir, ended, err := trainer.Earlier(f.config, r); {
		case err != nil:
			return err
		case ended != nil:
			t.Warnf("%s has ended; to train another run: ringer train --config %s --seed %d\n", dir, input.ShellWord(f.config), r.File.Seed+1)
			return f.print(t, r, ended)
		case dir != "":
			t.Warnf("going on with %s, which has not ended\n", dir)
			f.resume, f.config, f.set = dir, "", nil
			return runTrain(ctx, t, f)
		}
	}
	if err := t.ComputeAs(r.File.Compute); err != nil {
		return err
	}
	if err := r.File.CanCompute(); err != nil {
		return input.Bad(err)
	}
	run, err := f.open(trainer, r)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	if !graph.SIMD() {
		t.Warnf("%s", buildinfo.NoVectors)
	}
	elsewhere, err := f.nats.Start(ctx, t, r, run)
	if err != nil {
		return stoppedRun(ctx, run.Dir(), err)
	}
	whole, err := f.train(ctx, t, trainer, r, run, elsewhere)
	counts := elsewhere.End(err == nil && !whole.Interrupted)
	remote.SayCounts(t, counts)
	if err != nil {
		return stoppedRun(ctx, run.Dir(), err)
	}
	whole.Spread = counts
	err = f.print(t, r, whole)
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

// train trains a run to its end, or as far as ctx and --seconds allow. elsewhere, when not nil, plays.
func (f *trainFlags) train(ctx context.Context, t *shell.Terminal, trainer *study.Trainer, r *study.Run, run *checkpoint.Run, elsewhere *workers.Training) (*open.Result, error) {
	t.Warnf("training %s in %s\n", r.Game.Spec(), run.Dir())
	if network, err := train.NewNetwork(r.Game.Spec(), r.File.Network); err == nil {
		t.Warnf("network: %s, %s weights\n", network.KindName(), shell.Count(float64(network.Parameters())))
	}
	told := trainingTold{Terminal: t, elsewhere: elsewhere}
	if err := told.curves.Remember(&run.Reader, r.File); err != nil {
		return nil, err
	}
	told.bar = t.Progress("preparing", 0)
	whole, err := trainer.Continue(ctx, run, r.Game, r.File, study.Options{
		Player: elsewhere.Player(), Seconds: f.seconds, Progress: told.tell,
		Took: func(taken *warm.Taken) { t.Warnf("start: %s\n", taken) },
	})
	told.bar.Finish()
	if errors.Is(err, train.ErrTooEarly) {
		return nil, shell.Interrupted("%v", train.ErrTooEarly)
	}
	if err != nil {
		return nil, err
	}
	told.sumUp(whole.Result)
	return whole, nil
}

// read describes the run: a new one, or the one that is resumed.
func (f *trainFlags) read(trainer *study.Trainer) (*study.Run, error) {
	switch {
	case f.seconds < 0:
		return nil, input.Badf("--seconds %v: want a number from 0 up", f.seconds)
	case f.resume == "" && f.config == "":
		return nil, input.Badf("--config is missing: name one of %s, or a .yaml file; or --resume a run", strings.Join(configs.Names("train"), ", "))
	case f.resume != "" && (f.config != "" || f.out != "" || len(f.set) > 0):
		return nil, input.Badf("--resume continues a run unchanged: leave out --config, --out, --set and --seed")
	case f.resume != "":
		return trainer.Reopen(f.resume, f.programs)
	}
	return trainer.New(f.out, f.config, f.set...)
}

// open makes the folder of a new run, or locks the one that is resumed.
func (f *trainFlags) open(trainer *study.Trainer, r *study.Run) (*checkpoint.Run, error) {
	switch {
	case f.resume != "":
		return open.ResumeRun(f.resume)
	case f.out == "":
		return trainer.BeginNext(f.config, r)
	}
	return trainer.Begin(r)
}

// goOn makes a command line that begins a run in --out go on with it where it is there, so
// that one line serves for both: the command line of a container which is started anew. The
// run's own configuration counts then.
func (f *trainFlags) goOn() error {
	if f.resume != "" {
		return input.Badf("--continue and --resume: want one of them; --resume needs a run that is there")
	}
	if f.out == "" {
		return nil // Trainer.Earlier looks for the run
	}
	switch _, err := os.Stat(filepath.Join(f.out, checkpoint.ConfigName)); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return input.Bad(err)
	}
	f.resume, f.out, f.config, f.set = f.out, "", "", nil
	return nil
}
