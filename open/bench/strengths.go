package bench

import (
	"cmp"

	"ringer/internal/input"
	"ringer/open/study"
	record "ringer/report/speed"
	"ringer/train/speed"
)

// Strengths says which runs are asked how long they trained to which strength.
type Strengths struct {
	Runs    []string  // folders of runs, or with runs below them
	Against string    // the opponent of their evaluations
	Targets []float64 // shares of wins
	Name    string    // of the configuration in the records; empty: its game
	Out     string    // file to which the records are added; empty: none
}

// Reached is the object of `ringer bench strength --json`.
type Reached struct {
	Strengths []record.Strength `json:"strengths"`
}

// Measure reads the evaluations of the runs, and says how long they trained to each target. The
// machine is taken for the one that trained them.
func (s *Strengths) Measure() (result Reached, err error) {
	if len(s.Targets) == 0 {
		return result, input.Badf("no --targets: want shares of wins, such as 0.33,0.4")
	}
	for _, share := range s.Targets {
		if !(share > 0 && share < 1) {
			return result, input.Badf("--targets %v: want shares between 0 and 1, such as 0.33,0.4", share)
		}
	}
	dirs, err := study.RunsBelow(s.Runs)
	if err != nil {
		return result, err
	}
	runs, err := study.ReadCurves(dirs)
	if err != nil {
		return result, err
	}
	list, err := study.Strengths(runs, s.Against, s.Targets)
	if err != nil {
		return result, err
	}
	kept, err := readRecords(s.Out, record.ReadStrengths)
	if err != nil {
		return result, err
	}
	peak := speed.MeasurePeak()
	for _, one := range list {
		game, stamp, err := study.StampOf(one.Runs[0])
		if err != nil {
			return result, err
		}
		r := record.Strength{
			Name: cmp.Or(s.Name, game), Game: game, Opponent: s.Against, Target: one.Target, Seeds: one.Seeds, Reached: one.Reached,
			Evaluations: one.Evaluations, Games: one.Games, Peak: peak, Stamp: stamp,
			Seconds:   record.NewUntil(one.Seconds.Median, one.Seconds.Low, one.Seconds.High),
			Processor: record.NewUntil(one.Processor.Median, one.Processor.Low, one.Processor.High),
			Decisions: record.NewUntil(one.Decisions.Median, one.Decisions.Low, one.Decisions.High),
		}
		if one.Configuration != game {
			r.Changes = one.Configuration
		}
		result.Strengths, kept = append(result.Strengths, r), record.PutStrength(kept, r)
	}
	return result, writeRecords(s.Out, kept, record.WriteStrengths)
}
