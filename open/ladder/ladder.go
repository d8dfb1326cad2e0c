package ladder

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ringer/eval"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/carried"
	"ringer/report/ladder"
	"ringer/report/records"
)

// Options say against whom bots are measured, and for how long.
type Options struct {
	Out string // folder of the records, which is made if need be

	Rungs  []string // names of agents that join the usual ones: random, greedy, expert and tree searches
	Ismcts []int    // simulations of the tree searches
	Search int      // simulations of the bot with search; 0: without
	Others []string // bots in files, and folders of them, that join where they fit
	Single bool     // the bot meets its field alone: not itself, and no expert meets the field

	Against []string // names of those in the field that are met; empty: all
	Deals   int      // of each pair, in all rotations of the seats
	Seconds float64  // most of each pair, if it has played 4 deals; 0: as many as the deals take
	Workers int      // goroutines that play; 0: one a processor
	Seed    uint64   // from which the deals are derived, with the bot

	Exploit float64 // share of the bot's decisions from which best responses learn; 0: none
	Habits  bool    // audits the habits of the bot (exploit.Habits)
	Keep    string  // folder that keeps the best responses, as bots; empty: none
}

// A Ladder measures bots. Opener and Options are needed; any other field may be left out.
type Ladder struct {
	Options
	Opener    *open.Opener
	Build     botfile.Build      // of this program, which the records name
	Elsewhere *carried.Elsewhere // workers that play and train; nil: this process does
	Warn      func(format string, args ...any)
	Compute   func(compute string) error // makes this process compute as the training of best responses asks

	// Progress is told what is done: a stage, which is the bot's name while pairs play, then the stages of
	// the search for best responses, with a note on it, and its parts.
	Progress func(stage, note string, done, total int)
}

// Measured holds the records of a bot.
type Measured struct {
	Bot     string          `json:"bot"`
	Game    string          `json:"game"`
	Records []ladder.Record `json:"records"`

	usual []string // of the usual agents those that the game has
}

// Rungs arranges the records for a page.
func (m *Measured) Rungs() ladder.Bot {
	bot := ladder.NewBot(m.Records)
	bot.Field = m.usual
	return bot
}

// leastDeals are the deals that a pair plays also beyond its time: intervals need some.
const leastDeals = 4

// check returns all that is wrong with the options.
func (l *Ladder) check() error {
	faults := []error{
		input.AtLeast("deals", l.Deals, 1), input.AtLeast("workers", l.Workers, 0), input.AtLeast("search", l.Search, 0),
		input.AtLeast("seconds", l.Seconds, 0), input.AtLeast("exploit", l.Exploit, 0),
	}
	if l.Out == "" {
		faults = append(faults, input.Badf("--out is missing: name a folder for the records"))
	}
	if l.Keep != "" && l.Exploit == 0 {
		faults = append(faults, input.Badf("--keep %s: only --exploit trains best responses that can be kept: add --exploit 0.5", l.Keep))
	}
	for _, sims := range l.Ismcts {
		faults = append(faults, input.AtLeast("ismcts", sims, 0))
	}
	for _, rung := range l.Rungs {
		if strings.Contains(rung, ".bot") {
			faults = append(faults, input.Badf("--rung %s: want an agent without a file, whose name says what plays; --field takes files", rung))
		}
	}
	for _, path := range l.Others {
		files, err := botFiles(path)
		faults = append(faults, err)
		for _, file := range files {
			_, err := open.Bot(file)
			faults = append(faults, err)
		}
	}
	return input.Bad(errors.Join(faults...))
}

// A StoppedError says that a context ended a measurement. All that was done is kept, and the same
// measurement goes on from there.
type StoppedError struct {
	Out        string // folder of what was done
	Exploiting bool   // all pairs are over
	Err        error
}

func (e *StoppedError) Error() string { return e.Err.Error() }
func (e *StoppedError) Unwrap() error { return e.Err }

func (l *Ladder) stopped(ctx context.Context, exploiting bool, err error) error {
	if ctx.Err() != nil {
		return &StoppedError{l.Out, exploiting, err}
	}
	return err
}

// Measure plays the pairs of a bot's ladder that are missing in its file, measures how much the bot can
// be exploited, and returns all records.
func (l *Ladder) Measure(ctx context.Context, bot string) (*Measured, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	f, err := l.Field(ctx, bot)
	if err != nil {
		return nil, err
	}
	list := f.pairings(l.Seed)
	if l.Single {
		list = slices.DeleteFunc(list, func(p pairing) bool {
			return (p.record.One.Role == ladder.Ringer) == (p.record.Others.Role == ladder.Ringer)
		})
	}
	wanted, err := f.against(slices.Clone(list), l.Against)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(l.Out, 0o755); err != nil {
		return nil, input.Bad(err)
	}
	kept, err := openKept(filepath.Join(l.Out, f.Bot))
	if err != nil {
		return nil, err
	}
	defer kept.close()
	kept.records = slices.DeleteFunc(kept.records, func(r ladder.Record) bool {
		return f.Outdated(&r) || r.Kind == ladder.Pair && slices.ContainsFunc(list, func(p pairing) bool {
			return p.record.One.Name == r.One.Name && p.record.Others.Name == r.Others.Name && p.record.Key() != r.Key()
		})
	})
	wanted = slices.DeleteFunc(wanted, func(p pairing) bool {
		old, ok := kept.find(p.record.Key())
		return ok && old.Covers(l.Deals, l.Seconds)
	})
	const parts = 1000 // of one pair
	for i, p := range wanted {
		note := f.Bot + ": " + p.one.Name + " against " + p.others.Name
		err := l.playPair(ctx, kept, f, &p, func(done float64) { l.tell(f.Bot, note, i*parts+int(done*parts), len(wanted)*parts) })
		if err != nil {
			return nil, l.stopped(ctx, false, err)
		}
	}
	if err := l.exploit(ctx, kept, f); err != nil {
		return nil, err
	}
	if err := l.audit(ctx, kept, f); err != nil {
		return nil, err
	}
	measured := &Measured{Bot: f.Bot, Game: f.Game.Spec().String(), Records: kept.records}
	for _, name := range ladder.Usual {
		if _, err := l.Opener.Agent(f.Game, name); err == nil {
			measured.usual = append(measured.usual, name)
		}
	}
	return measured, kept.finish()
}

func (l *Ladder) tell(stage, note string, done, total int) {
	if l.Progress != nil {
		l.Progress(stage, note, done, total)
	}
}

func (l *Ladder) stamp() records.Stamp { return records.Now(l.Build.Revision, l.Build.Vectors) }

// Outdated reports whether a record of a bot's file is of another bot or game, or of agents that have
// changed since.
func (f *Field) Outdated(r *ladder.Record) bool {
	return r.SpecHash != f.Game.Spec().Hash || r.Ringer != f.Bot || !f.current(r.One) || !f.current(r.Others)
}

// Pieces of a pair last some seconds, so that an interrupt loses little.
const pieceSeconds = 4

// playPair plays the missing deals of a pair, a piece after the other. Of two records of
// a pair, that with more deals stays: both begin with the same ones.
func (l *Ladder) playPair(ctx context.Context, kept *kept, f *Field, p *pairing, tell func(done float64)) error {
	key := p.record.Key()
	stamp := l.stamp()
	played, err := ladder.ReadBlocks(io.NewSectionReader(kept.partial, 0, kept.size), key, f.sides())
	if err != nil {
		return err
	}
	config := eval.DealsConfig{MatchConfig: eval.MatchConfig{
		Game: f.Game, Entries: []eval.Entry{p.one, p.others}, Teams: f.teams, Seed: p.record.Seed, Workers: l.Workers, Place: l.Elsewhere.Games(),
	}}
	tell(0)
	for n := played.Sum.Deals(); n < l.Deals && (l.Seconds == 0 || played.Seconds < l.Seconds || n < leastDeals); n = played.Sum.Deals() {
		piece := 2
		if n > 0 {
			piece = int(pieceSeconds / max(1e-6, played.Seconds/float64(n)))
		}
		piece = min(max(2, piece), l.Deals-n, max(2, 4*n), ladder.MostRows)
		begun := time.Now()
		more, err := eval.PlayDeals(ctx, config, n, n+piece)
		if err != nil {
			return err
		}
		took := time.Since(begun).Seconds()
		block := ladder.Block{Key: key, First: n, Seconds: took, Rows: more, Stamp: stamp}
		if err := ladder.WriteBlock(kept.partial, block); err != nil {
			return err
		}
		played.Add(&block)
		done := float64(played.Sum.Deals()) / float64(l.Deals)
		if l.Seconds > 0 {
			done = max(done, played.Seconds/l.Seconds)
		}
		tell(min(1, done))
	}
	sum, err := played.Sum.SumUp(ctx, config.Game.Spec(), p.record.Seed)
	if err != nil {
		return err
	}
	if old, ok := kept.find(key); ok && old.Outlasts(sum.Deals, l.Deals, l.Seconds) {
		return kept.save()
	}
	p.record.Deals, p.record.Wanted, p.record.Limit = sum, l.Deals, l.Seconds
	p.record.Stamp, p.record.Seconds = stamp, math.Round(played.Seconds*10)/10
	p.record.Earlier = slices.DeleteFunc(played.Builds, func(b records.Stamp) bool { return b.Revision == stamp.Revision && b.Vectors == stamp.Vectors })
	return kept.put(p.record)
}
