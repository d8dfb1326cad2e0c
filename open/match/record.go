package match

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ringer/eval"
	"ringer/eval/trajectory"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/train/checkpoint"
)

// Formats of recorded trajectories.
const (
	NPZ     = "npz"
	Parquet = "parquet"
)

// RecordOptions say who plays, and where the decisions go. Out is needed, too; Keep, SPRT and Payoff
// mean nothing.
type RecordOptions struct {
	Options
	Out    string        // folder of the recording, which is made if need be
	Format string        // NPZ or Parquet
	Shard  int           // games of a file; 0: as many as fit into 256 MiB
	Build  botfile.Build // of this program, which the recording names
	Warn   func(format string, args ...any)
}

// Recorded says what a folder holds of a recording.
type Recorded struct {
	Bytes    int64  `json:"bytes"` // of the shards
	Game     string `json:"game"`
	Games    int    `json:"games"` // of the whole recording
	Out      string `json:"out"`
	Rows     int    `json:"rows"` // decisions
	Shards   int    `json:"shards"`
	SpecHash string `json:"spec_hash"`

	Played int `json:"-"` // games that are there
}

// Record lets agents play and keeps every decision, for learning without playing. The same options give
// the same bytes, and go on where ctx ended the recording, whose error is then returned beside what is
// there.
func Record(ctx context.Context, opener *open.Opener, o RecordOptions) (*Recorded, error) {
	if o.Out == "" {
		return nil, input.Badf("--out is missing: name a folder for the recording")
	}
	if formats := []string{NPZ, Parquet}; !slices.Contains(formats, o.Format) {
		return nil, input.Badf("--format %q: want npz or parquet", o.Format)
	}
	for _, err := range []error{o.check(), input.AtLeast("shard", o.Shard, 0)} {
		if err != nil {
			return nil, err
		}
	}
	entries, known, err := opener.EntriesKnown(o.Game, o.Agents)
	if err != nil {
		return nil, err
	}
	m, err := o.manifest(known)
	if err != nil {
		return nil, err
	}
	r := recording{&o, m, eval.MatchConfig{Game: o.Game, Entries: entries, Seed: o.Seed, Workers: o.Workers, Place: o.Place}}
	if err := r.open(); err != nil {
		return nil, err
	}
	err = r.play(ctx)
	m = r.manifest // or the one that was there
	return &Recorded{
		Out: o.Out, Game: m.Game, SpecHash: m.SpecHash, Games: m.Games, Rows: m.Rows, Shards: len(m.Shards), Bytes: r.bytes(), Played: r.episodes(),
	}, err
}

// manifest describes the recording before anything is played.
func (o *RecordOptions) manifest(known []eval.ArenaAgent) (*trajectory.Manifest, error) {
	spec := o.Game.Spec()
	build, err := json.Marshal(o.Build)
	if err != nil {
		return nil, err
	}
	deals := (o.Games + spec.Players - 1) / spec.Players
	m := &trajectory.Manifest{
		Format: trajectory.Format, Game: spec.String(), SpecHash: spec.Hash, Rules: json.RawMessage(spec.Configuration), Seed: o.Seed,
		Games: deals * spec.Players, Files: o.Format, Kinds: spec.Kinds(), Columns: trajectory.Columns(), Build: build,
	}
	for _, a := range known {
		m.Agents = append(m.Agents, trajectory.Agent{Name: a.Name, Identity: a.Checksum})
	}
	at := 0
	for _, field := range spec.Observation {
		m.Fields = append(m.Fields, trajectory.Field{Name: field.Name, Offset: at, Shape: field.Shape})
		at += field.Size()
	}
	for _, block := range spec.Actions {
		m.Actions = append(m.Actions, trajectory.Block{Name: block.Name, Shape: block.Shape})
	}
	episodes := o.Shard
	if episodes == 0 {
		const most = 256 << 20 // bytes of a shard, even if every episode is as long as can be
		episodes = min(20_000, max(1, most/(trajectory.RowBytes(spec)*spec.MaxGameLength)))
	}
	m.EpisodesPerShard = (episodes + spec.Players - 1) / spec.Players * spec.Players
	return m, nil
}

// recording is a recording under way.
type recording struct {
	*RecordOptions
	manifest *trajectory.Manifest
	match    eval.MatchConfig
}

func (r *recording) warn(format string, args ...any) {
	if r.Warn != nil {
		r.Warn(format, args...)
	}
}

func (r *recording) tell(done int) {
	if r.Progress != nil {
		r.Progress(done, r.manifest.Games)
	}
}

// episodes returns the number of episodes that are recorded.
func (r *recording) episodes() int {
	n := 0
	for _, s := range r.manifest.Shards {
		n += s.Episodes
	}
	return n
}

// bytes returns the size of all shards.
func (r *recording) bytes() (sum int64) {
	for _, s := range r.manifest.Shards {
		if info, err := os.Stat(filepath.Join(r.Out, s.File)); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

// open makes the folder, or reads what it holds of the same recording. A shard that is
// damaged or missing is played again, with all after it.
func (r *recording) open() error {
	path := filepath.Join(r.Out, trajectory.ManifestName)
	text, err := disk.ReadText(path, open.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(r.Out, 0o755); err != nil {
			return input.Bad(err)
		}
		return r.save()
	}
	if err != nil {
		return input.Bad(err)
	}
	there, err := trajectory.ParseManifest(text)
	if err != nil {
		return input.Badf("%s: %w", path, err)
	}
	if !there.Same(r.manifest) {
		return input.Badf("%s holds another recording (game, agents, seed, games or format differ): name another folder with --out", r.Out)
	}
	var before, now botfile.Build
	if err := errors.Join(json.Unmarshal(there.Build, &before), json.Unmarshal(r.manifest.Build, &now)); err != nil {
		return input.Badf("%s: build: %w", path, err)
	}
	r.manifest = there
	for i, s := range there.Shards {
		if sum, err := disk.Checksum(filepath.Join(r.Out, s.File)); err != nil || sum != s.SHA256 {
			r.warn("ringer: %s is damaged or missing: it is recorded again\n", filepath.Join(r.Out, s.File))
			there.Shards, there.Complete = there.Shards[:i], false
			break
		}
	}
	if differs := open.Differences(before, now); len(differs) > 0 && !there.Complete {
		r.warn("ringer: another build began this recording (%s): the last bits of probabilities may differ\n", differs)
	}
	return nil
}

// save writes the manifest.
func (r *recording) save() error {
	r.manifest.Rows = 0
	for _, s := range r.manifest.Shards {
		r.manifest.Rows += s.Rows
	}
	text, err := json.MarshalIndent(r.manifest, "", "  ")
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(filepath.Join(r.Out, trajectory.ManifestName), append(text, '\n'))
}

// play records the shards that are missing. A shard is whole, and in the manifest, or it
// is not there.
func (r *recording) play(ctx context.Context) error {
	m, seats := r.manifest, r.match.Game.Spec().Players
	r.tell(r.episodes())
	for done := r.episodes(); done < m.Games; done = r.episodes() {
		episodes := min(m.EpisodesPerShard, m.Games-done)
		r.match.Progress = func(n, _ int) { r.tell(done + min(n, episodes)) }
		shard, err := trajectory.Collect(ctx, r.match, done/seats, (done+episodes)/seats)
		if err != nil {
			return err
		}
		var data bytes.Buffer
		write := shard.WriteNPZ
		if m.Files == Parquet {
			write = shard.WriteParquet
		}
		if err := write(&data); err != nil {
			return err
		}
		name := fmt.Sprintf("shard-%05d.%s", len(m.Shards), m.Files)
		if err := checkpoint.WriteFile(filepath.Join(r.Out, name), data.Bytes()); err != nil {
			return err
		}
		m.Shards = append(m.Shards, trajectory.Piece{File: name, Episodes: episodes, Rows: shard.Rows(), SHA256: fmt.Sprintf("%x", sha256.Sum256(data.Bytes()))})
		m.Complete = done+episodes == m.Games
		if err := r.save(); err != nil {
			return err
		}
	}
	return nil
}
