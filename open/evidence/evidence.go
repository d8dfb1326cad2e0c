package evidence

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ringer/env"
	"ringer/eval"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/report/evidence"
	"ringer/report/habits"
	"ringer/report/ladder"
	"ringer/report/records"
	"ringer/train/checkpoint"
)

// A Counter counts what bots do against the experts of their games, and keeps the records. Opener and
// Out are needed; any other field may be left out.
type Counter struct {
	Opener *open.Opener
	Build  botfile.Build // of this program, which the records name
	Place  *eval.Place   // where games are played; nil: in this process

	Out     string // folder of the records, which is made if need be
	Game    string // counts bots of this game only, by its name without parameters; empty: of any
	Games   int    // of each bot, rounded up to whole deals; 0: what its studies want
	Workers int    // goroutines that play; 0: one a processor
	Seed    uint64 // from which the deals are derived, with the bot

	Progress func(bot string, done, total int) // games of a bot; it may be nil
}

// Counted holds the records of a bot.
type Counted struct {
	Bot     string            `json:"bot"`
	Studies []evidence.Record `json:"studies"`
}

// Count returns the records of a bot, which ships or is a file, and makes those that are missing. It
// returns nil for a bot whose game has no studies, or differs from Game.
func (c *Counter) Count(ctx context.Context, name string) (*Counted, error) {
	if err := errors.Join(input.AtLeast("games", c.Games, 0), input.AtLeast("workers", c.Workers, 0)); err != nil {
		return nil, input.Bad(err)
	}
	bot, err := open.Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	g, err := open.GameOf(name, bot)
	if err != nil {
		return nil, err
	}
	studies := habits.Studies(g)
	if len(studies) == 0 || c.Game != "" && c.Game != g.Spec().Name {
		return nil, nil
	}
	want, err := c.stamp(ctx, name, g)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(c.Out, want.Bot+".jsonl")
	text, err := disk.ReadText(path, open.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, input.Bad(err)
	}
	if old, err := evidence.Read(bytes.NewReader(text)); err == nil && fresh(old, studies, want) {
		return &Counted{want.Bot, old}, nil
	}
	config := habits.Config{Game: g, Games: want.Games, Seed: want.Seed, Workers: c.Workers, Place: c.Place}
	if c.Progress != nil {
		config.Progress = func(done, total int) { c.Progress(want.Bot, done, total) }
	}
	for who, agent := range map[*eval.Entry]string{&config.Ringer: open.BotCall(name), &config.Expert: "expert"} {
		who.Name = agent
		if who.Agent, err = c.Opener.Agent(g, agent); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return nil, input.Bad(err)
	}
	began := time.Now()
	made, pictures, err := habits.Play(ctx, config)
	if err != nil {
		return nil, err
	}
	for i := range made {
		r := &made[i]
		r.Bot, r.Identity, r.Against, r.Games = want.Bot, want.Identity, want.Against, want.Games
		r.Stamp, r.Seconds = records.Now(c.Build.Revision, c.Build.Vectors), time.Since(began).Seconds()
		for _, p := range pictures {
			if p.Study != r.Study {
				continue
			}
			file := fmt.Sprintf("%s-%s-%s.svg", want.Bot, p.Study, p.Name)
			if err := checkpoint.WriteFile(filepath.Join(c.Out, file), p.SVG); err != nil {
				return nil, err
			}
			r.Pictures = append(r.Pictures, evidence.Picture{File: file, SHA256: fmt.Sprintf("%x", sha256.Sum256(p.SVG)), Agent: p.Name})
		}
	}
	var b bytes.Buffer
	if err := evidence.Write(&b, made); err != nil {
		return nil, err
	}
	return &Counted{want.Bot, made}, checkpoint.WriteFile(path, b.Bytes())
}

// stamp returns a record without a study, of everything else that a bot's records want.
func (c *Counter) stamp(ctx context.Context, name string, g env.Game) (evidence.Record, error) {
	_, files, err := c.Opener.AgentWithFiles(g, open.BotCall(name))
	if err != nil {
		return evidence.Record{}, err
	}
	identity := files.Identity()
	against, err := c.Opener.Behaviour(ctx, g, "expert")
	if err != nil {
		return evidence.Record{}, err
	}
	games, seats := c.Games, g.Spec().Players
	if games == 0 {
		games = habits.Games(g)
	}
	return evidence.Record{
		Bot: open.BotTitle(name), SpecHash: g.Spec().Hash, Identity: identity, Against: against, Seed: ladder.Seed(c.Seed, "evidence "+files.Play()),
		Games: (games + seats - 1) / seats * seats, Version: habits.Version,
	}, nil
}

// fresh reports whether records are of these studies, or of fewer where nothing was met,
// and of nothing older.
func fresh(records []evidence.Record, studies []string, want evidence.Record) bool {
	for i := range records {
		want.Study = records[i].Study
		if records[i].Key() != want.Key() || !slices.Contains(studies, want.Study) {
			return false
		}
	}
	return len(records) > 0
}
