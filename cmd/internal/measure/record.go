package measure

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

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/eval"
	"ringer/eval/trajectory"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/train/checkpoint"
)

type recordFlags struct {
	elsewhere             remote.WorkersFlags
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

func NewRecord(t *shell.Terminal) *cobra.Command {
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
		Args:    shell.Takes("AGENT…"),
		RunE:    func(cmd *cobra.Command, args []string) error { return runRecord(cmd.Context(), t, &f, args) },
	}
	lookup.AddGameFlag(cmd, &f.game)
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder for the recording")
	shell.AddFlag(cmd, &f.format, "format", formatNPZ, shell.Choice(shell.These(formatNPZ, formatParquet)), "files to write: npz or parquet")
	shell.AddFlag(cmd, &f.games, "games", 1000, shell.ACount, "games to play, rounded up to whole deals")
	shell.AddFlag(cmd, &f.shard, "shard", 0, shell.AKeptCount, "games of a file (0: as many as fit into 256 MiB)")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the deals and of everything random in the agents")
	shell.AddJSON(cmd, &f.json)
	f.elsewhere.Add(t, cmd)
	return cmd
}

// ManifestName is the file of a recording that describes it.
const ManifestName = "manifest.json"

func runRecord(ctx context.Context, t *shell.Terminal, f *recordFlags, names []string) error {
	g, err := lookup.GameOrBots(f.game, names...)
	if err != nil {
		return err
	}
	if f.out == "" {
		return input.Badf("--out is missing: name a folder for the recording")
	}
	for _, err := range []error{
		shell.OneOf("format", f.format, formatNPZ, formatParquet), shell.AtLeast("games", f.games, 1), shell.AtLeast("shard", f.shard, 0), shell.AtLeast("workers", f.workers, 0),
	} {
		if err != nil {
			return err
		}
	}
	entries, known, err := t.Opener.EntriesKnown(g, names)
	if err != nil {
		return err
	}
	m, err := f.manifest(g, known)
	if err != nil {
		return err
	}
	r := recording{recordFlags: f, manifest: m, match: eval.MatchConfig{Game: g, Entries: entries, Seed: f.seed, Workers: f.workers, Place: f.elsewhere.At.Games()}}
	if err := r.open(t); err != nil {
		return err
	}
	m = r.manifest // or the one that was there
	bar := t.Progress("recording", m.Games)
	err = r.play(ctx, bar)
	bar.Finish()
	if err != nil {
		if ctx.Err() != nil {
			return shell.Interrupted("%s of %s games are in %s; the same command goes on", shell.Count(float64(r.episodes())), shell.Count(float64(m.Games)), f.out)
		}
		return err
	}
	if f.json {
		return t.JSON(map[string]any{
			"out": f.out, "game": m.Game, "spec_hash": m.SpecHash, "games": m.Games, "rows": m.Rows, "shards": len(m.Shards), "bytes": r.bytes(),
		})
	}
	return t.Printf("%s: %s decisions of %s games in %d files, %s MiB: %s\nIn Python: ringer.load(%q)\n", m.Game, shell.Count(float64(m.Rows)),
		shell.Count(float64(m.Games)), len(m.Shards), fmt.Sprintf("%.1f", float64(r.bytes())/(1<<20)), f.out, f.out)
}

// manifest describes the recording that the flags ask for, before anything is played.
func (f *recordFlags) manifest(g env.Game, known []eval.ArenaAgent) (*trajectory.Manifest, error) {
	spec := g.Spec()
	build, err := json.Marshal(buildinfo.ThisVersion().Build())
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
func (r *recording) open(t *shell.Terminal) error {
	path := filepath.Join(r.out, ManifestName)
	text, err := disk.ReadText(path, open.MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(r.out, 0o755); err != nil {
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
		return input.Badf("%s holds another recording (game, agents, seed, games or format differ): name another folder with --out", r.out)
	}
	var before, now botfile.Build
	if err := errors.Join(json.Unmarshal(there.Build, &before), json.Unmarshal(r.manifest.Build, &now)); err != nil {
		return input.Badf("%s: build: %w", path, err)
	}
	r.manifest = there
	for i, s := range there.Shards {
		if sum, err := ChecksumOfFile(filepath.Join(r.out, s.File)); err != nil || sum != s.SHA256 {
			t.Warnf("ringer: %s is damaged or missing: it is recorded again\n", filepath.Join(r.out, s.File))
			there.Shards, there.Complete = there.Shards[:i], false
			break
		}
	}
	if differs := open.Differences(before, now); len(differs) > 0 && !there.Complete {
		t.Warnf("ringer: another build began this recording (%s): the last bits of probabilities may differ\n", differs)
	}
	return nil
}

// ChecksumOfFile returns the SHA-256 of a file.
func ChecksumOfFile(path string) (string, error) {
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
	return checkpoint.WriteFile(filepath.Join(r.out, ManifestName), append(text, '\n'))
}

// play records the shards that are missing. A shard is whole, and in the manifest, or it
// is not there.
func (r *recording) play(ctx context.Context, bar *shell.Progress) error {
	m, seats := r.manifest, r.match.Game.Spec().Players
	bar.Resume(r.episodes())
	for done := r.episodes(); done < m.Games; done = r.episodes() {
		episodes := min(m.EpisodesPerShard, m.Games-done)
		r.match.Progress = func(n, _ int) { bar.Set(done+min(n, episodes), m.Games) }
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
