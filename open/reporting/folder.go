package reporting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/play/replay"
	"ringer/report/balance"
	"ringer/train/checkpoint"
)

// folder is the folder of a report: its finished parts, and the report itself.
type folder struct {
	dir  string
	kept state
}

// state is the file of a report that is under way.
type state struct {
	Format   string  `json:"format"`
	SpecHash string  `json:"spec_hash"`
	Games    int     `json:"games,omitempty"` // that a pilot found to fit
	Minutes  float64 `json:"minutes,omitempty"`
	Seconds  float64 `json:"seconds"`

	Tune  *int         `json:"tune,omitempty"`  // decisions of each training that were found to fit
	Steps *int         `json:"steps,omitempty"` // rules to look for that were found to fit
	Plan  balance.Plan `json:"plan,omitzero"`   // as far as its panels are fixed
	Fixed []string     `json:"fixed,omitempty"` // panels whose numbers were found
	Ended bool         `json:"ended,omitempty"` // the report was written
}

// Names of the files of a report: the page for people, and all figures for programs.
const (
	HTMLName = "report.html"
	JSONName = "report.json"
)

// Finished parts, and what is noted of a report that is under way.
const (
	partsDir = "parts"
	workName = "work.json"
)

// maxReport is the size of the largest file of a report that is read.
const maxReport = 512 * disk.MiB

// openFolder opens the folder of a report, or makes it. One that holds a report of other
// rules is bad input, unless it may be replaced.
func openFolder(c *Config) (*folder, error) {
	f := &folder{dir: c.Dir}
	hash, path := c.Game.Spec().Hash, filepath.Join(c.Dir, partsDir, workName)
	text, err := disk.ReadText(path, maxReport)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if list, err := os.ReadDir(c.Dir); err == nil && len(list) > 0 && !c.Force {
			return nil, c.bad("out", " %s: something else is there; name another folder, or add --force", c.Dir)
		}
	case err != nil:
		return nil, input.Bad(err)
	default:
		if err := json.Unmarshal(text, &f.kept); err != nil || f.kept.Format != balance.Format {
			return nil, input.Badf("%s: want the file of a report under way", path)
		}
		if f.kept.SpecHash != hash && !c.Force {
			return nil, c.bad("out", " %s: a report of other rules is there; name another folder, or add --force", c.Dir)
		}
	}
	if f.kept.SpecHash != hash {
		f.kept = state{Format: balance.Format, SpecHash: hash}
	}
	if err := os.MkdirAll(filepath.Join(c.Dir, partsDir), 0o755); err != nil {
		return nil, input.Bad(err)
	}
	return f, f.keep()
}

func (f *folder) keep() error {
	text, err := json.Marshal(f.kept)
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(filepath.Join(f.dir, partsDir, workName), text)
}

// spent adds to the time of work on the report, and returns all of it in seconds.
func (f *folder) spent(d time.Duration) (float64, error) {
	f.kept.Seconds += d.Seconds()
	return f.kept.Seconds, f.keep()
}

// keptPart is a file of a finished part.
type keptPart struct {
	Key   string          `json:"key"`
	Study json.RawMessage `json:"study"`
}

func (f *folder) file(part string) string {
	return filepath.Join(f.dir, partsDir, fileName(part)+".json")
}

// fileName returns a name without what names of files may not hold.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) {
			return '-'
		}
		return r
	}, name)
}

// Load returns a part that is kept.
func (f *folder) Load(part, key string) ([]byte, bool) {
	text, err := disk.ReadText(f.file(part), maxReport)
	if err != nil {
		return nil, false
	}
	var kept keptPart
	if err := json.Unmarshal(text, &kept); err != nil || kept.Key != key {
		return nil, false
	}
	return kept.Study, true
}

// Save keeps a part.
func (f *folder) Save(part, key string, study []byte) error {
	text, err := json.Marshal(keptPart{key, study})
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(f.file(part), text)
}

// write writes the report, its page, its data and its replays.
func (f *folder) write(r *balance.Report, c *balance.Config) error {
	for _, dir := range []string{"csv", "replays", "svg"} {
		if err := os.RemoveAll(filepath.Join(f.dir, dir)); err != nil {
			return err
		}
	}
	for i := range r.Flags {
		flag := &r.Flags[i]
		for k, e := range flag.Examples {
			name := fmt.Sprintf("replays/%02d-%s-%d.jsonl", i+1, fileName(flag.Kind+"-"+flag.Subject), k+1)
			if err := f.replay(name, c, r, e.History); err != nil {
				return err
			}
			flag.Replays = append(flag.Replays, name)
		}
	}
	r.Shown = nil
	for i, e := range r.Games() {
		name := fmt.Sprintf("replays/game-%d.jsonl", i+1)
		if err := f.replay(name, c, r, e.History); err != nil {
			return err
		}
		r.Shown = append(r.Shown, name)
	}
	page, err := r.Page(c.Game)
	if err != nil {
		return err
	}
	html := page.HTML()
	for name, text := range page.Files() {
		if err := f.put(filepath.FromSlash(name), []byte(text)); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return errors.Join(f.put(JSONName, append(text, '\n')), f.put(HTMLName, html))
}

func (f *folder) put(name string, data []byte) error {
	path := filepath.Join(f.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return checkpoint.WriteFile(path, data)
}

// replay writes a game as a replay.
func (f *folder) replay(name string, c *balance.Config, r *balance.Report, history []env.Action) error {
	var agents []string
	for range c.Game.Spec().Players {
		agents = append(agents, c.Agents[0].Name)
	}
	record := replay.New(c.Game, r.Seed, agents)
	s := c.Game.NewInitialState()
	for _, a := range history {
		record.Add(s, a)
		if err := s.Apply(a); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if s.CurrentPlayer() == env.Terminal {
		record.Returns = make([]float64, len(agents))
		s.Returns(record.Returns)
	}
	var b bytes.Buffer
	if err := record.Write(&b); err != nil {
		return err
	}
	return f.put(name, b.Bytes())
}
