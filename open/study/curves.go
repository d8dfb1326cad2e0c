package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/curves"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/metrics"
)

// RunsBelow returns the folders of runs that arguments name: a run, or a folder with runs
// below it; links are followed.
func RunsBelow(args []string) ([]string, error) {
	var dirs []string
	var folders []fs.FileInfo
	for _, arg := range args {
		if !disk.IsFolder(arg) {
			return nil, input.Badf("%s: no such folder", arg)
		}
		found := 0
		err := disk.Walk(arg, func(path string, info fs.FileInfo) error {
			switch _, err := os.Stat(filepath.Join(path, "config.yaml")); {
			case !info.IsDir():
				return nil
			case checkpoint.IsCheckpoint(path): // which keeps the configuration too
				return fs.SkipDir
			case err != nil:
				return nil
			}
			found++
			if !slices.ContainsFunc(folders, func(f fs.FileInfo) bool { return os.SameFile(f, info) }) { // by another link
				dirs, folders = append(dirs, path), append(folders, info)
			}
			return fs.SkipDir
		})
		if err != nil {
			return nil, input.Bad(err)
		}
		if found == 0 {
			return nil, input.Badf("%s: no run is there: want a folder that ringer train made, or one with such folders below", arg)
		}
	}
	return dirs, nil
}

// ReadCurves reads the metrics of runs, and names their configurations.
func ReadCurves(dirs []string) ([]curves.Run, error) {
	runs := make([]curves.Run, len(dirs))
	files := make([]*algos.File, len(dirs))
	for i, dir := range dirs {
		reader, text, err := checkpoint.Open(dir)
		if err != nil {
			return nil, input.Bad(err)
		}
		file := algos.Defaults()
		if err := configs.ReadAll(&file, configs.Text(filepath.Join(dir, "config.yaml"), text)); err != nil {
			return nil, input.Bad(err)
		}
		files[i] = &file
		if runs[i], err = ReadCurve(reader, &file); err != nil {
			return nil, err
		}
	}
	nameConfigurations(runs, files)
	for i := range runs {
		for k := range runs[:i] {
			if runs[i].Label == runs[k].Label && runs[i].Seed == runs[k].Seed {
				return nil, input.Badf("%s and %s: the same configuration with the same seed: leave one out", runs[k].Dir, runs[i].Dir)
			}
		}
	}
	return runs, nil
}

// nameConfigurations labels runs by the settings in which their configurations differ;
// those that differ in the seed alone have the same label.
func nameConfigurations(runs []curves.Run, files []*algos.File) {
	values := map[string][]any{} // of each key, by run
	var keys []string
	for i, f := range files {
		for _, s := range f.Settings() {
			if s.Name == "seed" {
				continue
			}
			if values[s.Name] == nil {
				keys = append(keys, s.Name)
				values[s.Name] = make([]any, len(files))
			}
			values[s.Name][i] = s.Value
		}
	}
	keys = slices.DeleteFunc(keys, func(key string) bool {
		return !slices.ContainsFunc(values[key], func(v any) bool { return v != values[key][0] })
	})
	for i, f := range files {
		var parts []string
		for _, key := range keys {
			text := fmt.Sprint(values[key][i])
			if text == "" {
				text = "none"
			}
			parts = append(parts, key+"="+text)
		}
		runs[i].Label = strings.Join(parts, ", ")
		if len(keys) == 0 {
			runs[i].Label = f.Game
		}
	}
}

// MetricOf returns the name in curves of a key of metrics.jsonl: its tag, without the
// groups that need no naming.
func MetricOf(key string) string {
	return strings.TrimPrefix(strings.TrimPrefix(metrics.Tag(key), "eval/"), "train/")
}

// ChooseMetrics returns the names of metrics to draw, as curves have them: those that are asked for,
// also as metrics.jsonl or TensorBoard have them, else what runs were evaluated by.
func ChooseMetrics(runs []curves.Run, asked []string) (names []string, err error) {
	all := curves.Names(runs)
	known := strings.Join(all, ", ")
	if len(all) == 0 {
		known = "none in this build"
	}
	for _, given := range asked {
		name := strings.TrimPrefix(strings.TrimPrefix(given, "eval/"), "train/") // as TensorBoard has it
		if !slices.Contains(all, name) {
			name = MetricOf(given) // as metrics.jsonl has it
		}
		if !slices.Contains(all, name) {
			return nil, input.Badf("--metric %q: want one of %s", given, known)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(asked) > 0 {
		return names, nil
	}
	if names = slices.DeleteFunc(slices.Clone(all), func(n string) bool { return !curves.Evaluated(n) }); len(names) == 0 {
		return nil, input.Badf("the runs were not evaluated while they trained: name a --metric of %s", known)
	}
	return names, nil
}

// ReadCurve reads the metrics of one run.
func ReadCurve(reader *checkpoint.Reader, file *algos.File) (curves.Run, error) {
	run := curves.Run{Dir: reader.Dir(), Seed: file.Seed, Final: map[string]curves.Figure{}}
	lines, err := reader.MetricsLines()
	if err != nil {
		return run, err
	}
	files, err := reader.EventFiles()
	if err != nil {
		return run, err
	}
	when := timesOf(files, "seconds")
	training, processor := timesOf(files, metrics.TrainingSeconds), timesOf(files, metrics.TrainingProcessorSeconds)
	for _, line := range lines {
		var numbers map[string]*float64
		if err := json.Unmarshal(line, &numbers); err != nil || numbers["step"] == nil || numbers["decisions"] == nil {
			return run, input.Badf("%s: metrics.jsonl: %.60s: want numbers, with step and decisions", run.Dir, line)
		}
		s := curves.Sample{Step: int(*numbers["step"]), Decisions: *numbers["decisions"], Values: map[string]curves.Figure{}}
		s.Seconds, s.Training, s.Processor = at(when, s.Step), at(training, s.Step), at(processor, s.Step)
		for key, v := range numbers {
			name := MetricOf(key)
			if v == nil || key == "step" || strings.HasPrefix(name, "win_rate_low/") || strings.HasPrefix(name, "win_rate_high/") {
				continue
			}
			f := curves.Bare(*v)
			opponent, wins := strings.CutPrefix(name, "win_rate/")
			low, high := numbers["win_rate_low_against_"+opponent], numbers["win_rate_high_against_"+opponent]
			if wins && low != nil && high != nil {
				f.Low, f.High, f.Of = *low, *high, file.Evaluation.Games
			}
			s.Values[name] = f
		}
		run.Points = append(run.Points, s)
	}
	result, err := open.ReadResult(filepath.Join(run.Dir, open.ResultName))
	if errors.Is(err, fs.ErrNotExist) {
		return run, nil
	}
	if err != nil {
		return run, input.Bad(err)
	}
	for _, e := range result.Evaluations {
		if e.Exploitability != nil {
			run.Final[curves.Exploitability] = curves.Bare(*e.Exploitability)
		} else {
			run.Final["win_rate/"+e.Opponent] = curves.Figure{Value: e.WinRate, Low: e.Low, High: e.High, Of: e.Games}
		}
	}
	return run, nil
}

// at returns the seconds of a step; NaN where they are not known.
func at(when map[int]float64, step int) float64 {
	if seconds, ok := when[step]; ok {
		return seconds
	}
	return math.NaN()
}

// timesOf returns seconds until each step, over all processes that trained a run, from its events
// for TensorBoard, one file a process, by the name of the seconds. A damaged file ends what is known.
func timesOf(files [][]byte, name string) map[int]float64 {
	when := map[int]float64{}
	for _, data := range files {
		events, _ := metrics.ParseEvents(data)
		before, begun := 0.0, false
		for _, e := range events {
			for _, v := range e.Values {
				if v.Name != metrics.Tag(name) && v.Name != name { // the second as earlier runs have it
					continue
				}
				if !begun {
					before, begun = latest(when, e.Step), true
				}
				when[e.Step] = before + v.Value
			}
		}
	}
	return when
}

// latest returns the seconds of the last step before one.
func latest(when map[int]float64, step int) float64 {
	at, seconds := -1, 0.0
	for s, t := range when {
		if s < step && s > at {
			at, seconds = s, t
		}
	}
	return seconds
}
