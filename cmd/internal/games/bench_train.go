package games

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models"
	"ringer/models/graph"
	"ringer/open"
	record "ringer/report/speed"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/speed"
)

type benchTrainFlags struct {
	opener        *open.Opener
	set, backends []string
	seconds       float64
	seed          uint64
	out, profile  string
	json          bool
}

// benchTrainResult is the object of `ringer bench train --json`.
type benchTrainResult struct {
	Trainings []record.Record `json:"trainings"`
}

// trainBenches are measured when nothing is named: a small game, a large one, and one
// whose rules are slow.
var trainBenches = []string{"leduc", "heat-long", "duel"}

func newBenchTrain(t *shell.Terminal) *cobra.Command {
	f := benchTrainFlags{opener: t.Opener}
	cmd := &cobra.Command{
		Use:   "train [CONFIG…]",
		Short: "Measure how fast networks are trained, and what the time goes into",
		Long: `Play and learn as ringer train does for --seconds, without evaluations and without
keeping anything, and measure the speed. CONFIG is a shipped configuration, a .yaml file,
or a game, which is trained with default settings. Without one, leduc, heat and duel are
measured.

Weights are random, so that games may be longer or shorter than with a trained
network; imitation is left out, opponents have their shares of the tables, and past
selves are the first weights.

    decisions/s      of seats that learn, playing and learning together
    collected/s      the same, of the time of playing
    learned/s        rows, as often as they are learned from, of the time of learning
    decisions/cpu-s  a second of processor time, which other work hardly changes
    mean batch       rows that a network decides on at once; padding is beside them
    products         share of processor time in matrix products
    of the peak      operations a second in products, compared with fused multiply-adds in
                     registers, measured in the same process on all processors
    all              operations of products a second of all processor time, likewise

Operations follow from the shapes of the network, forward and backward. A share of
processor time comes from samples, 100 a second and processor: ± is its 95% interval
where it is 50%. Other work on the machine slows what is counted by the clock; shares it
hardly changes.

--backend measures each of several backends, each in a process of its own: go, or
go:ops_sequential, which is the default, or xla:FILE in a build with -tags xla. --out adds
the records to a file, one a line, in place of the records of the same configuration and
backend.`,
		Annotations: shell.Keys(`--json prints {"trainings": [{"config", "set", "seed", "game", "network", "weights",
"backend", "tables", "groups", "minibatch", "processors", "iterations", "decisions",
"seconds", "seconds_collecting", "seconds_updating", "decisions_per_second",
"collected_per_second", "learned_per_second", "inference": {"batches", "mean_batch",
"padded_share", "waiting_share"}, "processor": {"seconds",
"busy_share", "samples", "decisions_per_second", "collected_per_second",
"learned_per_second", "shares"},
"products": {"share", "operations_inference", "operations_update",
"operations_per_second", "share_of_peak", "whole_share_of_peak", "peak":
{"operations_per_second", "processors", "vectors"}}, "revision", "vectors", "date"}]}.`),
		Example: "  ringer bench train heat-long --seconds 20\n  ringer bench train leduc --set collect.tables=4096 --set collect.batch=65536\n  ringer bench train kuhn --backend go --backend go:ops_sequential",
		Args:    shell.Takes("[CONFIG…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if shell.IsGiven(cmd, &f.seed) {
				f.set = append(f.set, fmt.Sprintf("seed=%d", f.seed))
			}
			return runBenchTrain(cmd.Context(), t, &f, args)
		},
	}
	shell.AddFlag(cmd, &f.seconds, "seconds", 10, shell.ANumber, "seconds to measure each configuration for")
	shell.AddFlag(cmd, &f.set, "set", nil, shell.ASetting, "change one key of every configuration, key=value; may be repeated")
	shell.AddFlag(cmd, &f.backends, "backend", nil, shell.AText, "what computes the networks, as in GOMLX_BACKEND; may be repeated")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of everything, instead of the configuration's")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFile, "file to which the records are added")
	shell.AddFlag(cmd, &f.profile, "profile", "", shell.AFile, "file for the processor profile of one configuration, for go tool pprof")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

// trainBench is one configuration to be measured.
type trainBench struct {
	name string
	file *algos.File
	game env.Game
}

func runBenchTrain(ctx context.Context, t *shell.Terminal, f *benchTrainFlags, args []string) error {
	if err := shell.AtLeast("seconds", f.seconds, 0.01); err != nil {
		return err
	}
	if len(args) == 0 {
		args = trainBenches
	}
	if f.profile != "" && (len(args) > 1 || len(f.backends) > 0) {
		return input.Badf("--profile %s: name one configuration, and no --backend", f.profile)
	}
	var list []trainBench
	for _, name := range args {
		b, err := f.prepare(name)
		if err != nil {
			return err
		}
		list = append(list, b)
	}
	kept, err := readSpeeds(f.out)
	if err != nil {
		return err
	}
	for _, b := range list {
		if err := t.ComputeAs(b.file.Compute); err != nil {
			return err
		}
	}
	if _, err := graph.Backend(); err != nil && len(f.backends) == 0 {
		return input.Bad(err)
	}
	if !graph.SIMD() {
		t.Warnf("%s", buildinfo.NoVectors)
	}
	backends := f.backends
	if len(backends) == 0 {
		backends = []string{""}
	}
	result := benchTrainResult{}
	var stopped error
	total := len(list) * len(backends)
	bar := t.Progress("measuring", total)
	for i := 0; i < total && stopped == nil; i++ {
		b, backend := list[i/len(backends)], backends[i%len(backends)]
		bar.Describe(strings.TrimSpace(b.name + " " + backend))
		var one []record.Record
		if one, stopped = f.measure(ctx, b, backend); stopped == nil || len(one) > 0 {
			result.Trainings = append(result.Trainings, one...)
			for _, r := range one {
				kept = record.Put(kept, r)
			}
			bar.Set(i+1, total)
		}
	}
	bar.Finish()
	if f.out != "" && len(result.Trainings) > 0 {
		if err := writeSpeeds(f.out, kept); err != nil {
			return err
		}
	}
	return t.Measured(f.json, result, len(result.Trainings), stopped, func() error { return printTrainSpeeds(t, result.Trainings) })
}

// prepare reads a configuration, or makes the one of a game with default settings.
func (f *benchTrainFlags) prepare(name string) (b trainBench, err error) {
	file := algos.Defaults()
	if slices.Contains(configs.Names("train"), name) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") {
		err = file.Read(name, f.set...)
	} else {
		if _, err := open.Game(name); err != nil {
			if _, unknown := errors.AsType[*games.UnknownGameError](err); unknown {
				err = input.Badf("%w; nor is there a configuration of this name: %s", err, strings.Join(configs.Names("train"), ", "))
			}
			return b, err
		}
		err = configs.ReadAll(&file, configs.Assignments("game", "game="+name), configs.Assignments("--set", f.set...))
	}
	if err != nil {
		return b, input.Bad(err)
	}
	file.Evaluation.Opponents = nil // they do not play here
	g, err := open.Game(file.Game)
	if err != nil {
		return b, err
	}
	return trainBench{name, &file, g}, open.CheckAgents(g, &file, func(name string) (agents.Agent, error) { return f.opener.Agent(g, name) })
}

// measure measures a configuration, here or, when a backend is named, in a process that
// has it.
func (f *benchTrainFlags) measure(ctx context.Context, b trainBench, backend string) ([]record.Record, error) {
	if backend != "" {
		return f.elsewhere(ctx, b.name, backend)
	}
	result, err := speed.Measure(ctx, b.file.Config, speed.Options{
		Game:      b.game,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return b.file.New(w) },
		Agent:     func(name string) (agents.Agent, error) { return f.opener.Agent(b.game, name) },
		Seconds:   f.seconds,
		Profile:   f.keepProfile,
	})
	if result == nil {
		return nil, err
	}
	return []record.Record{{Config: b.name, Set: f.set, Seed: b.file.Seed, Result: *result, Stamp: buildinfo.ThisStamp()}}, err
}

// keepProfile writes the profile of a measurement where one is wanted.
func (f *benchTrainFlags) keepProfile(text []byte) error {
	if f.profile == "" {
		return nil
	}
	return checkpoint.WriteFile(f.profile, text)
}

// elsewhere measures a configuration in a process with another backend, since a process
// has one.
func (f *benchTrainFlags) elsewhere(ctx context.Context, name, backend string) ([]record.Record, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"bench", "train", name, "--json", "--quiet", "--seconds", fmt.Sprint(f.seconds)}
	for _, s := range f.set {
		args = append(args, "--set", s)
	}
	child := exec.CommandContext(ctx, program, args...)
	child.Env = append(os.Environ(), "GOMLX_BACKEND="+backend)
	var out, errs bytes.Buffer
	child.Stdout, child.Stderr = &out, &errs
	if err := child.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == shell.ExitBadInput {
			return nil, input.Badf("--backend %s: %s", backend, strings.TrimSpace(errs.String()))
		}
		return nil, fmt.Errorf("--backend %s: %w: %s", backend, err, strings.TrimSpace(errs.String()))
	}
	// Some backends greet on the standard output, so the object begins at the first brace.
	var result benchTrainResult
	if err := json.Unmarshal(out.Bytes()[max(0, bytes.IndexByte(out.Bytes(), '{')):], &result); err != nil {
		return nil, fmt.Errorf("--backend %s: what the process printed: %w", backend, err)
	}
	return result.Trainings, nil
}

func readSpeeds(path string) ([]record.Record, error) {
	if path == "" {
		return nil, nil
	}
	text, err := disk.ReadText(path, open.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, input.Bad(err)
	}
	all, err := record.Read(bytes.NewReader(text))
	if err != nil {
		return nil, input.Badf("%s: %w", path, err)
	}
	return all, nil
}

func writeSpeeds(path string, all []record.Record) error {
	var b bytes.Buffer
	if err := record.Write(&b, all); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return checkpoint.WriteFile(path, b.Bytes())
}

func printTrainSpeeds(t *shell.Terminal, all []record.Record) error {
	rows := [][]string{{"CONFIG", "BACKEND", "DECISIONS/S", "COLLECTED/S", "LEARNED/S", "DECISIONS/CPU-S", "MEAN BATCH", "PADDING", "PRODUCTS", "OF THE PEAK", "ALL"}}
	shares := [][]string{{"CONFIG", "BACKEND"}}
	for _, p := range speed.Phases() {
		shares[0] = append(shares[0], strings.ToUpper(string(p)))
	}
	shares[0] = append(shares[0], "±", "BUSY")
	for i := range all {
		r := &all[i]
		rows = append(rows, slices.Concat([]string{r.Config, r.Backend}, r.Clock(), r.Batches()))
		shares = append(shares, append([]string{r.Config, r.Backend}, append(r.Shares(), fmt.Sprintf("%.0f%%", 100*r.Processor.Busy))...))
	}
	return cmp.Or(
		t.Table(rows),
		t.Printf("\nShares of processor time, in percent; BUSY is the share of the processors that work:\n\n"),
		t.Table(shares),
		t.Printf("\nPeak: %s.\n", all[len(all)-1].Peak()),
	)
}
