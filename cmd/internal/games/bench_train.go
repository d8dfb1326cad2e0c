package games

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/open/bench"
	record "ringer/report/speed"
	"ringer/train/speed"
)

func newBenchTrain(t *shell.Terminal) *cobra.Command {
	var (
		seed   uint64
		asJSON bool
	)
	f := bench.Trainings{
		Opener: t.Opener, Build: buildinfo.ThisVersion().Build(), Compute: t.ComputeAs, Slow: func() { t.Warnf("%s", buildinfo.NoVectors) },
	}
	cmd := &cobra.Command{
		Use:   "train [CONFIG…]",
		Short: "Measure how fast networks are trained, and what the time goes into",
		Long: `Play and learn as ringer train does for --seconds, without evaluations and without
keeping anything, and measure the speed. CONFIG is a shipped configuration, a .yaml file,
or a game, which is trained with default settings. Without one, leduc, heat-long and duel
are measured.

Weights are random, so that games may be longer or shorter than with a trained
network; imitation is left out, opponents have their shares of the tables, and past
selves are the first weights.

    decisions/s      of seats that learn, playing and learning together
    collected/s      the same, of the time of playing
    learned/s        rows, as often as they are learned from, of the time of learning
    decisions/cpu-s  a second of processor time, which other work hardly changes
    mean batch       rows that a network decides on at once, without padding
    products         share of processor time in matrix products
    of the peak      operations a second in products, compared with fused multiply-adds in
                     registers, measured in the same process on all processors
    all              the same operations over all processor time, compared likewise

Operations follow from the shapes of the network, forward and backward. Shares of
processor time come from samples, 100 a second on each processor; ± is the 95% interval
of a share of 50%. Other work on the machine slows what is counted by the clock, and
hardly changes shares.

--backend measures each of several backends, each in a process of its own: go, or
go:ops_sequential, which is the default, xla:FILE in a build with -tags xla, or simulated,
a device that takes its time and returns zeros: how busy play keeps it. --out adds
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
{"operations_per_second", "processors", "vectors"}}, "device": {"description",
"calls_per_second", "busy_share", "computing_share", "bytes_to_device_per_decision",
"bytes_from_device_per_decision"}, "revision", "vectors", "date"}]}; device is there where
one was simulated.`),
		Example: "  ringer bench train heat-long --seconds 20\n  ringer bench train leduc --set collect.tables=4096 --set collect.batch=65536\n  ringer bench train kuhn --backend go --backend go:ops_sequential",
		Args:    shell.Takes("[CONFIG…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if shell.IsGiven(cmd, &seed) {
				f.Set = append(f.Set, fmt.Sprintf("seed=%d", seed))
			}
			f.Configs, f.Progress = args, measuring(t)
			result, err := f.Measure(cmd.Context())
			t.Clear()
			return t.Measured(asJSON, result, len(result.Trainings), err, func() error { return printTrainSpeeds(t, result.Trainings) })
		},
	}
	shell.AddFlag(cmd, &f.Seconds, "seconds", 10, shell.ANumber, "seconds to measure each configuration for")
	shell.AddFlag(cmd, &f.Set, "set", nil, shell.ASetting, "change one key of every configuration, key=value; may be repeated")
	shell.AddFlag(cmd, &f.Backends, "backend", nil, shell.AText, "what computes the networks, as in GOMLX_BACKEND; may be repeated")
	shell.AddFlag(cmd, &seed, "seed", 1, shell.ASeed, "seed of everything, instead of the configuration's")
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFile, "file to which the records are added")
	shell.AddFlag(cmd, &f.Profile, "profile", "", shell.AFile, "file for the processor profile of one configuration, for go tool pprof")
	shell.AddJSON(cmd, &asJSON)
	return cmd
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
		printDevices(t, all),
	)
}

// printDevices says how the devices that were simulated were used.
func printDevices(t *shell.Terminal, all []record.Record) (err error) {
	for i := range all {
		if r := &all[i]; r.Device != nil {
			err = cmp.Or(err, t.Printf("\n%s on %s: at work %.0f%% of the time, with %.0f rows for a call of play; its products took %.2g%% at its peak. The groups waited %.0f%% of the time that they played.\n",
				r.Config, r.Device.Description, 100*r.Device.Busy, r.Inference.Mean, 100*r.Device.Computing, 100*r.Inference.Waiting))
		}
	}
	return err
}
