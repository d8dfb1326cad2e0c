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
)

func newBenchGrowth(t *shell.Terminal) *cobra.Command {
	var asJSON bool
	f := bench.Growth{Build: buildinfo.ThisVersion().Build()}
	cmd := &cobra.Command{
		Use:   "growth [AXIS…]",
		Short: "Measure what a training costs as its work grows",
		Long: `Train a configuration with more and more work, and measure decisions in a second of
processor time, the most memory of the process that learns, and the bytes of a decision that
a worker plays. AXIS is one of

    tables     64, 128 … 8192 at once, in two groups
    seats      as many as the game can have
    width      of the hidden layers: 32, 64 … 1024
    workers    1, 2, 4 … 64 processes of one goroutine each, at a server of this machine

and all of them without one. Each point is measured in processes of its own, for --seconds alone
and for --seconds with workers. Last it says where each curve bends: at which place two lines
that are joined there fit its logarithms best, and what a doubling gives before and after.
Workers share this machine's processors: processor time says what they cost, and ringer's
page on training with many machines how fast they would be on their own.

--out adds the records to a file, one a line, in place of the records of the same place,
configuration and kind of machine.`,
		Annotations: shell.Keys(`--json prints {"points": [{"config", "set", "game", "axis", "at", "decisions_per_second",
"learner_per_second", "memory_bytes", "wire_bytes", "mean_batch", "padded_share",
"update_share", "peak", "revision", "vectors", "date"}]}; memory is 0 where the system does
not tell it.`),
		Example: "  ringer bench growth\n  ringer bench growth tables --config heat-long --seconds 10\n  ringer bench growth workers --most 8 --json",
		Args:    shell.Takes("[AXIS…]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Axes, f.Progress = args, measuring(t)
			result, err := f.Measure(cmd.Context())
			t.Clear()
			return t.Measured(asJSON, result, len(result.Points), err, func() error { return printGrowth(t, result.Points) })
		},
	}
	shell.AddFlag(cmd, &f.Config, "config", "leduc", shell.AConfig, "the configuration that is trained")
	shell.AddFlag(cmd, &f.Set, "set", nil, shell.ASetting, "change one key of the configuration, key=value; may be repeated")
	shell.AddFlag(cmd, &f.Seconds, "seconds", 5, shell.ANumber, "seconds of each of the two measurements of a point")
	shell.AddFlag(cmd, &f.Most, "most", 0, shell.ACount, "measure no point beyond this number (0: as far as the axis goes)")
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFile, "file to which the records are added")
	shell.AddJSON(cmd, &asJSON)
	return cmd
}

func printGrowth(t *shell.Terminal, all []record.Growth) error {
	for _, curve := range record.Curves(all) {
		rows := [][]string{{strings.ToUpper(curve[0].Axis)}}
		for _, head := range record.GrowthHeads {
			rows[0] = append(rows[0], strings.ToUpper(head))
		}
		for i := range curve {
			rows = append(rows, slices.Concat([]string{fmt.Sprint(curve[i].At)}, curve[i].Row()))
		}
		if err := cmp.Or(t.Table(rows), t.Printf("\n%s of %s: %s.\n\n", curve[0].Axis, curve[0].Config, record.BendWords(curve))); err != nil {
			return err
		}
	}
	return t.Printf("Decisions are a second of processor time; wire is bytes of a decision that a worker plays.\n")
}
