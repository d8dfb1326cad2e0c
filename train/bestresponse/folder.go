package bestresponse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/checkpoint"
)

// Folder keeps on disk what a search has done, so that the same search, begun once more, goes
// on where it was stopped: the gains that were measured, the weights at the end of each
// training, those that a Start has made once, and the run of a training that is not over.
// Whoever opens a folder owns it until Close; it serves one search at a time.
type Folder struct {
	parts    *checkpoint.Parts
	measured []measured
}

// measured is a line of the file of gains.
type measured struct {
	Phase    string    `json:"phase"`
	Response string    `json:"response"`
	Games    int       `json:"games"`
	Gains    []float64 `json:"gains"`
}

const gainsName = "gains.jsonl"

// OpenFolder opens the folder of a search, or makes it. search describes all that its result
// follows from. It returns the errors of checkpoint.OpenParts.
func OpenFolder(dir string, search []byte) (*Folder, error) {
	parts, err := checkpoint.OpenParts(dir, search)
	if err != nil {
		return nil, err
	}
	f := &Folder{parts: parts}
	if err := f.readGains(); err != nil {
		return nil, errors.Join(err, parts.Close())
	}
	return f, nil
}

// Close gives the folder up and keeps all that is in it.
func (f *Folder) Close() error { return f.parts.Close() }

// readGains reads the gains that were measured. A line that is damaged, and what follows it,
// is measured again.
func (f *Folder) readGains() error {
	text, err := f.parts.Read(gainsName)
	if err != nil {
		return err
	}
	for line := range bytes.Lines(text) {
		var m measured
		if !bytes.HasSuffix(line, []byte("\n")) || json.Unmarshal(line, &m) != nil {
			return nil
		}
		f.measured = append(f.measured, m)
	}
	return nil
}

// gains returns what was measured of a response in a phase. A nil folder has nothing.
func (f *Folder) gains(phase, response string) *measured {
	if f == nil {
		return nil
	}
	for i := range f.measured {
		if m := &f.measured[i]; m.Phase == phase && m.Response == response {
			return m
		}
	}
	return nil
}

// keepGains adds gains to the gains of the folder, if there is one.
func (f *Folder) keepGains(m measured) error {
	if f == nil {
		return nil
	}
	f.measured = append(f.measured, m)
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	for _, m := range f.measured {
		if err := lines.Encode(m); err != nil {
			return err
		}
	}
	return f.parts.Write(gainsName, text.Bytes())
}

func trainingName(n int) string { return fmt.Sprintf("training-%02d.safetensors", n) }
func runName(n int) string      { return fmt.Sprintf("run-%02d", n) }
func startName(n int) string    { return fmt.Sprintf("start-%02d.safetensors", n) }

// Keys of the metadata of kept weights.
const (
	decisionsKey = "decisions"
	secondsKey   = "seconds"
)

// trained returns a training that has ended, or nil.
func (f *Folder) trained(spec *env.Spec, t *Training) (*Trained, error) {
	w, metadata, err := f.weights(trainingName(t.number), spec, t.Config.Network)
	if w == nil || err != nil {
		return nil, err
	}
	out := &Trained{Weights: w}
	if out.Decisions, err = strconv.Atoi(metadata[decisionsKey]); err == nil {
		out.Seconds, err = strconv.ParseFloat(metadata[secondsKey], 64)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.parts.Path(trainingName(t.number)), err)
	}
	return out, nil
}

// keepTrained keeps the end of a training, and nothing more of its way there.
func (f *Folder) keepTrained(t *Training, o *Trained) error {
	if f == nil {
		return nil
	}
	err := f.keepWeights(trainingName(t.number), o.Weights, map[string]string{
		decisionsKey: strconv.Itoa(o.Decisions), secondsKey: strconv.FormatFloat(o.Seconds, 'f', 3, 64),
	})
	if err != nil {
		return err
	}
	return f.parts.RemoveRun(runName(t.number))
}

// weights reads kept weights: nil where there are none.
func (f *Folder) weights(name string, spec *env.Spec, config train.NetworkConfig) (*models.Weights, map[string]string, error) {
	if f == nil {
		return nil, nil, nil
	}
	data, err := f.parts.Read(name)
	if data == nil || err != nil {
		return nil, nil, err
	}
	network, err := train.NewNetwork(spec, config)
	if err != nil {
		return nil, nil, err
	}
	w, metadata, err := models.ReadWeights(bytes.NewReader(data), network)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w: remove it to have it made again", f.parts.Path(name), err)
	}
	return w, metadata, nil
}

func (f *Folder) keepWeights(name string, w *models.Weights, metadata map[string]string) error {
	if f == nil {
		return nil
	}
	var data bytes.Buffer
	if err := w.Write(&data, metadata); err != nil {
		return err
	}
	return f.parts.Write(name, data.Bytes())
}

// run opens the run of a training, which may have begun: nil without a folder.
func (f *Folder) run(t *Training) (*checkpoint.Run, error) {
	if f == nil {
		return nil, nil
	}
	config, err := json.Marshal(t.Config)
	if err != nil {
		return nil, err
	}
	return f.parts.Run(runName(t.number), config)
}
