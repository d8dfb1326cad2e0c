package cmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ringer/env"
	"ringer/eval"
	"ringer/eval/trajectory"
	"ringer/internal/disk"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/train/checkpoint"
)

type recordFlags struct {
	elsewhere             workersFlags
	game, out, format     string
	games, shard, workers int
	seed                  uint64
	json                  bool
}

// Formats of recorded trajectories.
const (
	formatNPZ     = "npz"
	formatParquet = "parquet"
)

func newRecord(t *terminal) *cobra.Command {
	var f recordFlags
	cmd := &cobra.Command{
		Use:   "record AGENT…",
		Short: "Record the decisions of agents, for offline learning",
		Long: `Let agents play and record every decision, for learning without playing: what the
seat that decides may see, the mask of legal actions, the action, the probabilities of
the agent, the seat's return in the end, seat, kind of decision, agent, episode and
step. A row holds nothing that its seat does not know. Deals are shared and seats
rotated as in ringer match, with the same games for the same seed.

--out DIR gets a manifest (game, spec hash, agents, fields, columns, seed, checksums)
and shards: .npz files that numpy maps into memory, or .parquet files. The same command
gives the same bytes on any number of --workers, and goes on where it was stopped. In
Python, ringer.load("DIR") reads either.

--json prints {"out", "game", "spec_hash", "games", "rows", "shards", "bytes"}.`,
		Example: "  ringer record expert greedy -g 'heat(players=4)' --games 2000 --out data\n  ringer record 'bot(leduc)' --game leduc --games 100000 --format parquet --out leduc-data",
		Args:    takes("AGENT…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runRecord(cmd.Context(), t, &f, args) },
	}
	addGameFlag(cmd, &f.game)
	addFlag(cmd, &f.out, "out", "", aFolder, "folder for the recording")
	addFlag(cmd, &f.format, "format", formatNPZ, choice(these(formatNPZ, formatParquet)), "files to write: npz or parquet")
	addFlag(cmd, &f.games, "games", 1000, aCount, "games to play, rounded up to whole deals")
	addFlag(cmd, &f.shard, "shard", 0, aKeptCount, "games of a file (0: as many as fit into 256 MiB)")
	addFlag(cmd, &f.workers, "workers", 0, aWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	addFlag(cmd, &f.seed, "seed", 1, aSeed, "seed of the deals and of everything random in the agents")
	addJSON(cmd, &f.json)
	f.elsewhere.add(t, cmd)
	return cmd
}

// manifestName is the file of a recording that describes it.
const manifestName = "manifest.json"

func runRecord(ctx context.Context, t *terminal, f *recordFlags, names []string) error {
	g, err := gameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	if f.out == "" {
		return badf("--out is missing: name a folder for the recording")
	}
	for _, err := range []error{
		oneOf("format", f.format, formatNPZ, formatParquet), atLeast("games", f.games, 1), atLeast("shard", f.shard, 0), atLeast("workers", f.workers, 0),
	} {
		if err != nil {
			return err
		}
	}
	entries, known, err := opener.EntriesKnown(g, names)
	if err != nil {
		return err
	}
	m, err := f.manifest(g, known)
	if err != nil {
		return err
	}
	r := recording{recordFlags: f, manifest: m, match: eval.MatchConfig{Game: g, Entries: entries, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.at.games()}}
	if err := r.open(t); err != nil {
		return err
	}
	m = r.manifest // or the one that was there
	bar := t.progress("recording", m.Games)
	err = r.play(ctx, bar)
	bar.finish()
	if err != nil {
		if ctx.Err() != nil {
			return interrupted("%s of %s games are in %s; the same command goes on", count(float64(r.episodes())), count(float64(m.Games)), f.out)
		}
		return err
	}
	if f.json {
		return t.json(map[string]any{
			"out": f.out, "game": m.Game, "spec_hash": m.SpecHash, "games": m.Games, "rows": m.Rows, "shards": len(m.Shards), "bytes": r.bytes(),
		})
	}
	return t.printf("%s: %s decisions of %s games in %d files, %s MiB: %s\nIn Python: ringer.load(%q)\n", m.Game, count(float64(m.Rows)),
		count(float64(m.Games)), len(m.Shards), fmt.Sprintf("%.1f", float64(r.bytes())/(1<<20)), f.out, f.out)
}

// manifest describes the recording that the flags ask for, before anything is played.
func (f *recordFlags) manifest(g env.Game, known []eval.ArenaAgent) (*trajectory.Manifest, error) {
	spec := g.Spec()
	build, err := json.Marshal(thisVersion().build())
	if err != nil {
		return nil, err
	}
	deals := (f.games + spec.Players - 1) / spec.Players
	m := &trajectory.Manifest{
		Format: trajectory.Format, Game: spec.String(), SpecHash: spec.Hash, Rules: json.RawMessage(spec.Configuration), Seed: f.seed,
		Games: deals * spec.Players, Files: f.format, Kinds: spec.Kinds(), Columns: trajectory.Columns(), Build: build,
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
	episodes := f.shard
	if episodes == 0 {
		const most = 256 << 20 // bytes of a shard, even if every episode is as long as can be
		episodes = min(20_000, max(1, most/(trajectory.RowBytes(spec)*spec.MaxGameLength)))
	}
	m.EpisodesPerShard = (episodes + spec.Players - 1) / spec.Players * spec.Players
	return m, nil
}

// recording is a recording under way.
type recording struct {
	*recordFlags
	manifest *trajectory.Manifest
	match    eval.MatchConfig
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
		if info, err := os.Stat(filepath.Join(r.out, s.File)); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

// open makes the folder, or reads what it holds of the same recording. A shard that is
// damaged or missing is played again, with all after it.
func (r *recording) open(t *terminal) error {
	path := filepath.Join(r.out, manifestName)
	text, err := disk.ReadText(path, open.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(r.out, 0o755); err != nil {
			return bad(err)
		}
		return r.save()
	}
	if err != nil {
		return bad(err)
	}
	there, err := trajectory.ParseManifest(text)
	if err != nil {
		return badf("%s: %w", path, err)
	}
	if !there.Same(r.manifest) {
		return badf("%s holds another recording (game, agents, seed, games or format differ): name another folder with --out", r.out)
	}
	var before, now botfile.Build
	if err := errors.Join(json.Unmarshal(there.Build, &before), json.Unmarshal(r.manifest.Build, &now)); err != nil {
		return badf("%s: build: %w", path, err)
	}
	r.manifest = there
	for i, s := range there.Shards {
		if sum, err := checksumOfFile(filepath.Join(r.out, s.File)); err != nil || sum != s.SHA256 {
			t.warnf("ringer: %s is damaged or missing: it is recorded again\n", filepath.Join(r.out, s.File))
			there.Shards, there.Complete = there.Shards[:i], false
			break
		}
	}
	if differs := open.Differences(before, now); len(differs) > 0 && !there.Complete {
		t.warnf("ringer: another build began this recording (%s): the last bits of probabilities may differ\n", differs)
	}
	return nil
}

// checksumOfFile returns the SHA-256 of a file.
func checksumOfFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	_, err = io.Copy(h, file)
	return fmt.Sprintf("%x", h.Sum(nil)), err
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
	return checkpoint.WriteFile(filepath.Join(r.out, manifestName), append(text, '\n'))
}

// play records the shards that are missing. A shard is whole, and in the manifest, or it
// is not there.
func (r *recording) play(ctx context.Context, bar *progress) error {
	m, seats := r.manifest, r.match.Game.Spec().Players
	bar.resume(r.episodes())
	for done := r.episodes(); done < m.Games; done = r.episodes() {
		episodes := min(m.EpisodesPerShard, m.Games-done)
		r.match.Progress = func(n, _ int) { bar.set(done+min(n, episodes), m.Games) }
		shard, err := trajectory.Collect(ctx, r.match, done/seats, (done+episodes)/seats)
		if err != nil {
			return err
		}
		var data bytes.Buffer
		write := shard.WriteNPZ
		if m.Files == formatParquet {
			write = shard.WriteParquet
		}
		if err := write(&data); err != nil {
			return err
		}
		name := fmt.Sprintf("shard-%05d.%s", len(m.Shards), m.Files)
		if err := checkpoint.WriteFile(filepath.Join(r.out, name), data.Bytes()); err != nil {
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
