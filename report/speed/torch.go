package speed

import (
	"fmt"
	"io"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
	"ringer/train/speed"
)

// Torch is a training beside a PPO loop in PyTorch, in turn on one core, as python/torch_bench.py
// measures it. Decisions are a second of processor time, playing and learning together.
type Torch struct {
	Name         string     `json:"name"`
	Config       string     `json:"config"`
	Game         string     `json:"game"`
	Hidden       []int      `json:"hidden"`
	Tables       int        `json:"tables"`
	Batch        int        `json:"batch"`
	Minibatch    int        `json:"minibatch"`
	Epochs       int        `json:"epochs"`
	Weights      int        `json:"weights"`
	TorchWeights int        `json:"torch_weights"`
	Version      string     `json:"torch"`
	Python       string     `json:"python"`
	Pairs        int        `json:"pairs"`
	Seconds      float64    `json:"seconds"`
	Decisions    float64    `json:"decisions_per_second"`
	Torch        float64    `json:"torch_decisions_per_second"`
	Ratio        float64    `json:"ratio"`
	Low          float64    `json:"ratio_low"`
	High         float64    `json:"ratio_high"`
	Peak         speed.Peak `json:"peak"`
	records.Stamp
}

func (r *Torch) check() error {
	if r.Name == "" || r.Game == "" || r.Date == "" || r.Pairs < 2 || !(r.Low <= r.Ratio && r.Ratio <= r.High) || r.Peak.Processors < 1 {
		return fmt.Errorf("%s: want a name, a game, a date, 2 pairs or more, a ratio in its interval, and a peak", r.Name)
	}
	return nil
}

// ReadTorch reads the records of torch.jsonl.
func ReadTorch(r io.Reader) ([]Torch, error) { return records.Read(r, (*Torch).check) }

// TorchTable returns the records in Markdown.
func TorchTable(all []Torch) string {
	if len(all) == 0 {
		return "`make torch` has not been run yet.\n"
	}
	rows := [][]string{
		{"configuration", "layers", "tables", "batch", "minibatch", "epochs", "weights", "of PyTorch", "decisions", "of PyTorch", "ratio", "pairs", "peak"},
		{"", "", ":", ":", ":", ":", ":", ":", ":", ":", ":", ":", ":"},
	}
	var peaks []speed.Peak
	var stamps []records.Stamp
	var versions []string
	for i := range all {
		r := &all[i]
		rows = append(rows, []string{
			"`" + r.Config + "`", strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Hidden), " ", ", "), "[]"),
			numbers.Count(r.Tables), numbers.Count(r.Batch), numbers.Count(r.Minibatch), fmt.Sprint(r.Epochs),
			numbers.Count(r.Weights), numbers.Count(r.TorchWeights), rounded(r.Decisions), rounded(r.Torch),
			numbers.Mean(r.Ratio, r.Low, r.High), fmt.Sprint(r.Pairs), peakCell(r.Peak),
		})
		peaks, stamps, versions = append(peaks, r.Peak), append(stamps, r.Stamp), append(versions, "PyTorch "+r.Version)
	}
	return records.Table(rows) + origin(peaks, stamps) + strings.Join(distinct(versions), ", ") + ".\n"
}
