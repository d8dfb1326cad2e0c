package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/play/replay"
	"ringer/report/balance"
	"ringer/report/corpus"
	"ringer/train/checkpoint"
)

// reportFolder is the folder of a report: its finished parts, and the report itself.
type reportFolder struct {
	dir  string
	hash string
	kept reportState
}

// reportState is the file of a report that is under way.
type reportState struct {
	Format   string  `json:"format"`
	SpecHash string  `json:"spec_hash"`
	Games    int     `json:"games,omitempty"` // that a pilot found to fit
	Minutes  float64 `json:"minutes,omitempty"`
	Seconds  float64 `json:"seconds"`
}

// Names of the files of a report.
const (
	ReportHTML  = "report.html"
	ReportJSON  = "report.json"
	ReportParts = "parts"
	ReportWork  = "work.json"
)

// maxReport is the size of the largest file of a report that is read.
const maxReport = 512 * disk.MiB

// openReport opens the folder of a report, or makes it. One that holds a report of other
// rules is bad input, unless it may be replaced.
func openReport(dir string, g env.Game, force bool) (*reportFolder, error) {
	folder := &reportFolder{dir: dir, hash: g.Spec().Hash}
	text, err := disk.ReadText(filepath.Join(dir, ReportParts, ReportWork), maxReport)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if list, err := os.ReadDir(dir); err == nil && len(list) > 0 && !force {
			return nil, input.Badf("--out %s: something else is there; name another folder, or add --force", dir)
		}
	case err != nil:
		return nil, input.Bad(err)
	default:
		if err := json.Unmarshal(text, &folder.kept); err != nil || folder.kept.Format != balance.Format {
			return nil, input.Badf("%s: want the file of a report under way", filepath.Join(dir, ReportParts, ReportWork))
		}
		if folder.kept.SpecHash != folder.hash && !force {
			return nil, input.Badf("--out %s: a report of other rules is there; name another folder, or add --force", dir)
		}
	}
	if folder.kept.SpecHash != folder.hash {
		folder.kept = reportState{Format: balance.Format, SpecHash: folder.hash}
	}
	if err := os.MkdirAll(filepath.Join(dir, ReportParts), 0o755); err != nil {
		return nil, input.Bad(err)
	}
	return folder, folder.keep()
}

func (f *reportFolder) keep() error {
	text, err := json.Marshal(f.kept)
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(filepath.Join(f.dir, ReportParts, ReportWork), text)
}

// spent adds to the time of work on the report, and returns all of it in seconds.
func (f *reportFolder) spent(d time.Duration) (float64, error) {
	f.kept.Seconds += d.Seconds()
	return f.kept.Seconds, f.keep()
}

// reportPart is a file of a finished part.
type reportPart struct {
	Key   string          `json:"key"`
	Study json.RawMessage `json:"study"`
}

func (f *reportFolder) file(part string) string {
	return filepath.Join(f.dir, ReportParts, fileName(part)+".json")
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
func (f *reportFolder) Load(part, key string) ([]byte, bool) {
	text, err := disk.ReadText(f.file(part), maxReport)
	if err != nil {
		return nil, false
	}
	var kept reportPart
	if err := json.Unmarshal(text, &kept); err != nil || kept.Key != key {
		return nil, false
	}
	return kept.Study, true
}

// Save keeps a part.
func (f *reportFolder) Save(part, key string, study []byte) error {
	text, err := json.Marshal(reportPart{key, study})
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(f.file(part), text)
}

// pilot returns the number of games that fits into a time: the one that was found before,
// when the report was stopped, or else by the time of a few games.
func (f *reportFolder) pilot(ctx context.Context, t *shell.Terminal, c *balance.Config, limit time.Duration, minutes float64) (int, error) {
	if f.kept.Games > 0 && f.kept.Minutes == minutes {
		return f.kept.Games, nil
	}
	const most = 100_000
	// Cheap games first, so that slow ones do not take long to find out about.
	games, per := 8, 0.
	for {
		began := time.Now()
		_, err := corpus.Play(ctx, corpus.Config{Game: c.Game, Entries: c.Agents[:1], Games: games, Seed: c.Seed, Workers: c.Workers, Place: c.Place})
		if err != nil {
			return 0, input.Bad(err)
		}
		took := time.Since(began)
		per = took.Seconds() / float64(games)
		if took > limit/100 || games >= 4096 {
			break
		}
		games *= 4
	}
	games = min(most, max(60, int(limit.Seconds()/per/balance.CostOf(c))))
	f.kept.Games, f.kept.Minutes = games, minutes
	t.Warnf("%s games fit into %g minutes\n", shell.Count(float64(games)), minutes)
	return games, f.keep()
}

// write writes the report, its page, its data and its replays.
func (f *reportFolder) write(r *balance.Report, c *balance.Config) error {
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
	return errors.Join(f.put(ReportJSON, append(text, '\n')), f.put(ReportHTML, html))
}

func (f *reportFolder) put(name string, data []byte) error {
	path := filepath.Join(f.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return checkpoint.WriteFile(path, data)
}

// replay writes a game as a replay.
func (f *reportFolder) replay(name string, c *balance.Config, r *balance.Report, history []env.Action) error {
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

// earlier reads the report of --compare; nil without one.
func (f *ReportFlags) earlier() (*balance.Report, error) {
	if f.compare == "" {
		return nil, nil
	}
	path := f.compare
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, ReportJSON)
	}
	text, err := disk.ReadText(path, maxReport)
	if err != nil {
		return nil, input.Badf("--compare: %w", err)
	}
	var r balance.Report
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, input.Badf("--compare %s: %w", path, err)
	}
	if r.Format != balance.Format {
		return nil, input.Badf("--compare %s: format %q: want %q", path, r.Format, balance.Format)
	}
	return &r, nil
}
