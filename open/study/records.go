package study

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/ladder"
	"ringer/train/checkpoint"
)

// Records are the finished runs of studies in a file, one JSON object a line, with what was
// measured of them beside their training.
type Records struct {
	Path string
	All  []ladder.Training
}

// ReadRecords reads a file of records, which need not be there.
func ReadRecords(path string) (*Records, error) {
	k := &Records{Path: path}
	text, err := disk.ReadText(path, open.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, input.Bad(err)
	}
	if k.All, err = ladder.ReadTrainings(bytes.NewReader(text)); err != nil {
		return nil, input.Badf("%s: %w", path, err)
	}
	return k, nil
}

// Put keeps the record of a run on the disk, in the place of an older one.
func (k *Records) Put(one *ladder.Training) error {
	k.All = ladder.PutTraining(k.All, *one)
	var b bytes.Buffer
	if err := ladder.WriteTrainings(&b, k.All); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(k.Path), 0o755); err != nil {
		return input.Bad(err)
	}
	return checkpoint.WriteFile(k.Path, b.Bytes())
}

// Recall copies into the record of a run what was measured of the same run beside its
// training.
func (k *Records) Recall(one *ladder.Training) {
	if old := ladder.FindTraining(k.All, one); old != nil && old.Seconds == one.Seconds && slices.Equal(old.Results, one.Results) {
		one.Peers, one.Ringer, one.Responses = old.Peers, old.Ringer, old.Responses
		one.Exploitability = cmp.Or(one.Exploitability, old.Exploitability)
	}
}

// Record writes the result of a run into its record, with the build that trained it last.
func (r *Run) Record(result *open.Result, one *ladder.Training) error {
	one.Game, one.Decisions, one.Seconds = r.Game.Spec().String(), result.Decisions, math.Round(result.Seconds*10)/10
	for _, e := range result.Evaluations {
		if e.Exploitability != nil {
			one.Exploitability = e.Exploitability
		} else {
			one.Results = append(one.Results, ladder.Report{
				Opponent: e.Opponent, Games: e.Games, WinRate: e.WinRate, Low: e.Low, High: e.High, EqualShare: e.EqualShare,
			})
		}
	}
	run, _, err := checkpoint.Open(r.Dir)
	if err != nil {
		return err
	}
	builds, err := open.Builds(run)
	if err != nil || len(builds) == 0 {
		return err
	}
	last := builds[len(builds)-1]
	one.Revision, one.Vectors = last.Revision, last.Vectors
	info, err := os.Stat(filepath.Join(r.Dir, open.ResultName))
	if err == nil {
		one.Date = info.ModTime().UTC().Format(time.DateOnly)
	}
	return err
}
