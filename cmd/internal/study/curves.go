package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open/study"
	"ringer/report/curves"
	"ringer/train/checkpoint"
	"ringer/train/exploiter"
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
runs below it, such as a study or a sweep. Runs that differ in
their seeds alone are one curve, the mean with its 95% interval over seeds (Student's
t); several configurations lie over one another, each named by what it sets otherwise.
A curve of one seed has the intervals of its games, where there are any.

--out writes FILE.html (one file, without links to others: by decisions and by time, a
table, the data as CSV), FILE.svg (--by decisions or seconds) or FILE.csv.

--metric names what to draw, and may be repeated: exploitability, win_rate/expert, or
anything else that a run records, such as normalized_entropy or loss; an unknown name
lists them. Without it, what the runs were evaluated by.

--exploit 0.5 trains best responses to the kept checkpoints of every run, three seeds
that together learn from half the decisions that the checkpoint had learned from, and
measures the gain of the best one on --exploit-games held-out games: the metric
learned_exploitability, a lower bound of the exploitability. A better response may gain
more, and only bounds of equal budgets compare. The bounds stay in the run's folder
(exploit.jsonl): they are made once, an interrupt loses none that is finished, and ringer
curves shows them from then on. Where the exploitability of a run is exact, nothing is
trained.

--json prints {"runs": [{"run", "configuration", "seed"}], "metrics": [{"metric",
"finding", "curves": [{"configuration", "runs", "seeds", "points": [{"step",
"decisions", "seconds", "value", "low", "high"}], "final"}]}], "out"}. Numbers that are
not known are null; final is the report at the end of the runs; learned_exploitability
has its budget, in words.`,
		Example: "  ringer study --config leduc --seeds 1..3 --out runs/leduc\n  ringer curves runs/leduc --out leduc.html\n  ringer curves runs/heat runs/heat-2 --metric win_rate/expert --out heat.svg --by seconds\n  ringer curves runs/heat --exploit 0.5",
		Args:    shell.Takes("RUN…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runCurves(cmd.Context(), t, &f, args) },
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFile, "the file to write: FILE.html, FILE.svg or FILE.csv")
	shell.AddFlag(cmd, &f.metrics, "metric", nil, shell.AText, "a metric to draw; may be repeated (default: what the evaluations measured)")
	shell.AddFlag(cmd, &f.by, "by", curves.ByDecisions, shell.Choice(shell.These(curves.ByDecisions, curves.ByTime)), "what runs along the axis of an .svg: decisions or seconds")
	shell.AddFlag(cmd, &f.exploit, "exploit", 0, shell.AShare, "train best responses on this share of each checkpoint's decisions (0: none)")
	shell.AddFlag(cmd, &f.exploitGames, "exploit-games", exploiter.MinGames, shell.ACount, "held-out games of each bound of --exploit")
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
	budget, err := f.addBounds(runs)
	if err != nil {
		return err
	}
	names, err := f.choose(runs)
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
		return t.JSON(curvesObject(runs, metrics, f.out))
	}
	return printCurves(t, runs, metrics, f.out)
}

// checkExploit refuses a bad budget of bounds.
func (f *curvesFlags) checkExploit() error {
	if !(f.exploit >= 0 && f.exploit <= 1000) {
		return input.Badf("--exploit %v: want a share from 0 up, such as 0.5", f.exploit)
	}
	return shell.AtLeast("exploit-games", f.exploitGames, exploiter.LeastGames)
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
	var text []byte
	switch filepath.Ext(f.out) {
	case ".html":
		v := buildinfo.ThisVersion()
		made := fmt.Sprintf("%d runs. Written by ringer curves, version %s, commit %s; each run's folder has its card, its configuration and its seed.", len(runs), v.Version, buildinfo.OrNothing(v.Revision))
		text = []byte(curves.Page("Learning curves", made, metrics))
	case ".svg":
		if text = curves.Stack(metrics, f.by); text == nil {
			return input.Badf("--by %s: the runs have no timestamps: want --by decisions", f.by)
		}
	case ".csv":
		text = []byte(curves.CSV(metrics))
	default:
		return nil
	}
	return checkpoint.WriteFile(f.out, text)
}

// choose returns the metrics to draw.
func (f *curvesFlags) choose(runs []curves.Run) ([]string, error) {
	all := curves.Names(runs)
	if len(f.metrics) == 0 {
		names := slices.DeleteFunc(slices.Clone(all), func(n string) bool { return !curves.Evaluated(n) })
		if len(names) > 0 {
			return names, nil
		}
		return nil, input.Badf("the runs were not evaluated on their way: name a --metric of %s", strings.Join(lookup.OrNone(all), ", "))
	}
	var names []string
	for _, given := range f.metrics {
		name := strings.TrimPrefix(strings.TrimPrefix(given, "eval/"), "train/") // as TensorBoard has it
		if !slices.Contains(all, name) {
			name = study.MetricOf(given) // as metrics.jsonl has it
		}
		if !slices.Contains(all, name) {
			return nil, input.Badf("--metric %q: want one of %s", given, strings.Join(lookup.OrNone(all), ", "))
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func printCurves(t *shell.Terminal, runs []curves.Run, metrics []curves.Metric, out string) error {
	for i := range metrics {
		m := &metrics[i]
		if err := t.Printf("%s\n", m.Finding()); err != nil {
			return err
		}
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
			rows = append(rows, []string{c.Label, fmt.Sprint(len(c.Runs)), shell.Count(c.Last().Decisions), shell.Spark(values, 16, 0), last, final})
		}
		if err := t.Table(rows); err != nil {
			return err
		}
		if err := t.Printf("%s\n\n", m.Note()); err != nil {
			return err
		}
	}
	if out != "" {
		return t.Printf("Written to %s.\n", out)
	}
	return t.Printf("%d runs. --out FILE.html draws them.\n", len(runs))
}

// curvePoint is a point of `ringer curves --json`.
type curvePoint struct {
	Step      int      `json:"step"`
	Decisions float64  `json:"decisions"`
	Seconds   *float64 `json:"seconds"`
	Value     float64  `json:"value"`
	Low       *float64 `json:"low"`
	High      *float64 `json:"high"`
}

func pointObject(p curves.Point) curvePoint {
	return curvePoint{p.Step, p.Decisions, orNull(p.Seconds), p.Value, orNull(p.Low), orNull(p.High)}
}

// orNull returns a number, or nil for NaN.
func orNull(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

// curvesObject is the object of `ringer curves --json`.
func curvesObject(runs []curves.Run, metrics []curves.Metric, out string) any {
	type runObject struct {
		Run           string `json:"run"`
		Configuration string `json:"configuration"`
		Seed          uint64 `json:"seed"`
	}
	type curveObject struct {
		Configuration string       `json:"configuration"`
		Runs          []string     `json:"runs"`
		Seeds         []uint64     `json:"seeds"`
		Points        []curvePoint `json:"points"`
		Final         *curvePoint  `json:"final"`
	}
	type metricObject struct {
		Metric  string        `json:"metric"`
		Finding string        `json:"finding"`
		Budget  string        `json:"budget,omitempty"`
		Curves  []curveObject `json:"curves"`
	}
	object := struct {
		Runs    []runObject    `json:"runs"`
		Metrics []metricObject `json:"metrics"`
		Out     string         `json:"out,omitempty"`
	}{Out: out}
	for _, r := range runs {
		object.Runs = append(object.Runs, runObject{r.Dir, r.Label, r.Seed})
	}
	for i := range metrics {
		m := metricObject{Metric: metrics[i].Name, Finding: metrics[i].Finding(), Budget: metrics[i].Budget}
		for _, c := range metrics[i].Curves {
			o := curveObject{Configuration: c.Label, Runs: c.Runs, Seeds: c.Seeds, Points: []curvePoint{}}
			for _, p := range c.Points {
				o.Points = append(o.Points, pointObject(p))
			}
			if c.Final != nil {
				final := pointObject(*c.Final)
				o.Final = &final
			}
			m.Curves = append(m.Curves, o)
		}
		object.Metrics = append(object.Metrics, m)
	}
	return object
}
