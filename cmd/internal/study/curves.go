package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/console"
	"ringer/internal/input"
	"ringer/open/exploit"
	"ringer/open/study"
	"ringer/report/curves"
	"ringer/train/bestresponse"
	"ringer/train/checkpoint"
)

type curvesFlags struct {
	elsewhere   remote.WorkersFlags
	out, by     string
	metrics     []string
	force, json bool

	exploit      float64 // share of a checkpoint's decisions; 0: nothing is trained
	exploitGames int
}

func NewCurves(t *shell.Terminal) *cobra.Command {
	var f curvesFlags
	cmd := &cobra.Command{
		Use:   "curves RUN…",
		Short: "Draw the learning curves of runs",
		Long: `Draw the learning curves of training runs. RUN is the folder of a run, or one with
runs below it, such as a study or a sweep. Runs that differ in their seeds alone are one
curve, the mean with its 95% interval over seeds (Student's t). Several configurations
lie over one another, each named by the settings in which it differs. A curve of one
seed has the intervals of its games, where there are any.

--out writes FILE.html (a page in one file: curves by decisions and by time, a table, and
the data as CSV), FILE.svg (--by decisions or seconds) or FILE.csv.

--metric names what to draw, and may be repeated: exploitability, win_rate/expert, or
anything else that a run records, such as normalized_entropy or loss; an unknown name
lists them. Without it, the results of evaluations are drawn.

--exploit 0.5 trains best responses to the kept checkpoints of every run, three seeds
that together learn from half the decisions that the checkpoint had learned from, and
measures the gain of the best one on --exploit-games held-out games: the metric
learned_exploitability, a lower bound of the exploitability. A better response may gain
more, and only bounds of equal budgets compare. The bounds stay in the run's folder
(exploit.jsonl): they are made once, an interrupt loses none that is finished, and ringer
curves shows them from then on. Where the exploitability of a run is exact, nothing is
trained.`,
		Annotations: shell.Keys(`--json prints {"runs": [{"run", "configuration", "seed"}], "metrics": [{"metric",
"finding", "curves": [{"configuration", "runs", "seeds", "points": [{"step",
"decisions", "seconds", "value", "low", "high"}], "final"}]}], "out"}. Numbers that are
not known are null; final is the report at the end of the runs; learned_exploitability
has its budget, in words.`),
		Example: "  ringer study --config leduc --seeds 1..3 --out runs/leduc\n  ringer curves runs/leduc --out leduc.html\n  ringer curves runs/heat runs/heat-2 --metric win_rate/expert --out heat.svg --by seconds\n  ringer curves runs/heat --exploit 0.5",
		Args:    shell.Takes("RUN…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runCurves(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFile, "the file to write: FILE.html, FILE.svg or FILE.csv")
	shell.AddFlag(cmd, &f.metrics, "metric", nil, shell.AText, "a metric to draw; may be repeated (default: what the evaluations measured)")
	shell.AddFlag(cmd, &f.by, "by", curves.ByDecisions, shell.Choice(shell.These(curves.ByDecisions, curves.ByTime)), "horizontal axis of an .svg: decisions or seconds")
	shell.AddFlag(cmd, &f.exploit, "exploit", 0, shell.AShare, "train best responses on this share of each checkpoint's decisions (0: none)")
	shell.AddFlag(cmd, &f.exploitGames, "exploit-games", bestresponse.MinGames, shell.ACount, "held-out games of each bound of --exploit")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace the file if it is there")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.AddLate(t, cmd)
	return cmd
}

func runCurves(ctx context.Context, t *shell.Terminal, f *curvesFlags, args []string) error {
	if err := errors.Join(shell.OneOf("by", f.by, curves.ByDecisions, curves.ByTime), f.checkOut(), f.checkExploit()); err != nil {
		return input.Bad(err)
	}
	dirs, err := study.RunsBelow(args)
	if err != nil {
		return err
	}
	runs, err := study.ReadCurves(dirs)
	if err != nil {
		return err
	}
	if f.exploit > 0 {
		if err := f.exploitRuns(ctx, t, runs); err != nil {
			return err
		}
	}
	budget, err := exploit.AddBounds(runs, f.bounds())
	if err != nil {
		return err
	}
	names, err := study.ChooseMetrics(runs, f.metrics)
	if err != nil {
		return err
	}
	var metrics []curves.Metric
	for _, name := range names {
		if m := curves.New(runs, name); len(m.Curves) > 0 {
			if name == curves.LearnedExploitability {
				m.Budget = budget
			}
			metrics = append(metrics, m)
		}
	}
	if len(metrics) == 0 {
		return input.Badf("the runs have no step of these metrics in common: let them train further")
	}
	if err := f.write(runs, metrics); err != nil {
		return err
	}
	if f.json {
		return t.JSON(curves.Object(runs, metrics, f.out))
	}
	return printCurves(t, runs, metrics, f.out)
}

// checkExploit refuses a bad budget of bounds.
func (f *curvesFlags) checkExploit() error {
	if !(f.exploit >= 0 && f.exploit <= 1000) {
		return input.Badf("--exploit %v: want a share from 0 up, such as 0.5", f.exploit)
	}
	return shell.AtLeast("exploit-games", f.exploitGames, bestresponse.LeastGames)
}

// bounds returns the budget of the bounds.
func (f *curvesFlags) bounds() exploit.BoundSetting {
	return exploit.BoundSetting{Share: f.exploit, Seeds: bestresponse.MinSeeds, Selection: exploit.UsualSelection, Games: f.exploitGames}
}

// exploitRuns trains best responses to the kept checkpoints of runs, as far as they are missing.
func (f *curvesFlags) exploitRuns(ctx context.Context, t *shell.Terminal, runs []curves.Run) error {
	list, exact, err := exploit.MissingBounds(runs, f.bounds(), buildinfo.ThisVersion().Build())
	if err != nil {
		return err
	}
	if exact > 0 {
		t.Warnf("the exploitability of %d of %d runs is exact: nothing is trained for them\n", exact, len(runs))
	}
	var computes []string
	for _, b := range list {
		computes = append(computes, b.Source.File.Compute)
	}
	at, err := f.elsewhere.Settle(ctx, t, computes...)
	if err != nil {
		return err
	}
	const parts = 1000 // of one bound
	bar := t.Progress("exploiting", max(1, len(list)*parts))
	defer bar.Finish()
	for i := range list {
		b := &list[i]
		bar.Describe(fmt.Sprintf("%s, iteration %d", b.Dir, b.Source.Saved.Iteration))
		err := b.Measure(ctx, t.Opener, at, func(share float64) { bar.Set(i*parts+int(share*parts), len(list)*parts) })
		if ctx.Err() != nil {
			bar.Finish()
			return shell.Interrupted("%d of %d bounds are kept in the runs (%s): the same command goes on", i, len(list), exploit.BoundsName)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkOut refuses a file of an unknown kind, or one that is there.
func (f *curvesFlags) checkOut() error {
	if f.out == "" {
		return nil
	}
	if !slices.Contains([]string{".html", ".svg", ".csv"}, filepath.Ext(f.out)) {
		return input.Badf("--out %q: want the name of a file that ends in .html, .svg or .csv", f.out)
	}
	return shell.MayWrite("out", f.out, f.force)
}

// write writes the file of --out.
func (f *curvesFlags) write(runs []curves.Run, metrics []curves.Metric) error {
	if f.out == "" {
		return nil
	}
	v := buildinfo.ThisVersion()
	made := fmt.Sprintf("%d runs. Written by ringer curves, version %s, commit %s; each run's folder has its card, its configuration and its seed.", len(runs), v.Version, buildinfo.OrNothing(v.Revision))
	text := map[string]func() []byte{
		".html": func() []byte { return []byte(curves.Page("Learning curves", made, metrics)) },
		".svg":  func() []byte { return curves.Stack(metrics, f.by) },
		".csv":  func() []byte { return []byte(curves.CSV(metrics)) },
	}[filepath.Ext(f.out)]()
	if text == nil {
		return input.Badf("--by %s: the runs have no timestamps: want --by decisions", f.by)
	}
	return checkpoint.WriteFile(f.out, text)
}

func printCurves(t *shell.Terminal, runs []curves.Run, metrics []curves.Metric, out string) error {
	for i := range metrics {
		m := &metrics[i]
		rows := [][]string{{"CONFIGURATION", "SEEDS", "DECISIONS", "CURVE", "LAST ON THE WAY", "REPORT AT THE END"}}
		for k := range m.Curves {
			c := &m.Curves[k]
			last, final := "-", "-"
			if n := len(c.Points); n > 0 {
				last = curves.ShowFigure(m.Name, c.Points[n-1].Figure)
			}
			if c.Final != nil {
				final = curves.ShowFigure(m.Name, c.Final.Figure)
			}
			values := make([]float64, len(c.Points))
			for j := range c.Points {
				values[j] = c.Points[j].Value
			}
			rows = append(rows, []string{c.Label, fmt.Sprint(len(c.Runs)), shell.Count(c.Last().Decisions), console.Spark(values, 16, 0), last, final})
		}
		if err := cmp.Or(t.Printf("%s\n", m.Finding()), t.Table(rows), t.Printf("%s\n\n", m.Note())); err != nil {
			return err
		}
	}
	if out != "" {
		return t.Printf("Written to %s.\n", out)
	}
	return t.Printf("%d runs. --out FILE.html draws them.\n", len(runs))
}
