package envtest

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"ringer/env"
	"ringer/env/drive"
)

// Options sets how much Check plays.
type Options struct {
	Games  int    // random games; 0: 100
	Biased int    // games of players who seek interrupts, long turns, full and empty places; 0: one for four random games; negative: none
	Seed   uint64 // of everything random

	// Sparse probes an eighth as many states of the first game, which is otherwise probed at
	// nearly all, and plays fewer games side by side: for tests of many configurations of a
	// game that is checked in full elsewhere.
	Sparse bool

	Progress func(done, games int) // called after each game; may be nil
}

// Law is the verdict on one law.
type Law struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"` // the first violation, or how the law was tested
}

// Report is the verdict on a game.
type Report struct {
	Game        string `json:"game"`
	GamesPlayed int    `json:"games_played"` // random games
	BiasedGames int    `json:"biased_games"`
	Laws        []Law  `json:"laws"`
	OK          bool   `json:"ok"`
}

// Err returns an error that names the broken laws, or nil when every law held.
func (r Report) Err() error {
	var broken []string
	for _, l := range r.Laws {
		if !l.OK {
			broken = append(broken, fmt.Sprintf("%s: %s: %s", r.Game, l.Name, l.Detail))
		}
	}
	if len(broken) == 0 {
		return nil
	}
	return errors.New(strings.Join(broken, "\n"))
}

// GeneralSummer is for a general-sum game (an env.Game) whose returns have one
// and the same sum but for an event that random play hardly ever meets.
type GeneralSummer interface {
	// GeneralSumWhen names the event: "everyone is arrested".
	GeneralSumWhen() string
}

// RareWinner is for a game (an env.Game) that random play hardly ever wins, so
// that all its returns may be 0.
type RareWinner interface {
	// WonWhen names the event that wins: "somebody pulls off a Job".
	WonWhen() string
}

// Check plays random and biased games and reports on every law. A law that the
// game's optional interfaces leave without anything to test holds, and says so in
// its detail.
func Check(game env.Game, opts Options) Report {
	r, _ := CheckContext(context.Background(), game, opts) // which is never cancelled
	return r
}

// CheckContext does what Check does until the context is cancelled. It then stops
// within a step and returns the context's error and no report: games that were
// not played say nothing about a law.
func CheckContext(ctx context.Context, game env.Game, opts Options) (Report, error) {
	if opts.Games == 0 {
		opts.Games = 100
	}
	if opts.Biased == 0 {
		opts.Biased = (opts.Games + 3) / 4
	}
	opts.Biased = max(0, opts.Biased)
	c := newChecker(ctx, game, opts)
	c.guarded(c.checkSpec)
	c.guarded(c.checkInterfaces)
	c.readExceptions()
	c.guarded(c.checkParallel)
	c.guarded(c.checkExactOdds)
	r := Report{Game: c.spec.String(), OK: true}
	for i := range opts.Games + opts.Biased {
		if c.verdicts[lawPanics].count > 0 || c.verdicts[lawLength].count > 0 {
			break // nothing sensible can follow
		}
		c.biased = i >= opts.Games
		c.guarded(func() { c.playGame(uint64(i)) })
		c.guarded(func() { c.probeOdds(uint64(i)) })
		if err := ctx.Err(); err != nil {
			return Report{}, err
		}
		if c.biased {
			r.BiasedGames++
		} else {
			r.GamesPlayed++
		}
		if opts.Progress != nil {
			opts.Progress(i+1, opts.Games+opts.Biased)
		}
	}
	c.over = true
	c.conclude(r.GamesPlayed + r.BiasedGames)
	for _, e := range explanations {
		l := c.verdicts[e.law].law(e.law)
		r.Laws = append(r.Laws, l)
		r.OK = r.OK && l.OK
	}
	return r, nil
}

// Run checks a game inside a Go test, with 100 games unless the options say otherwise.
func Run(t testing.TB, game env.Game, opts ...Options) {
	t.Helper()
	var o Options
	if len(opts) > 0 {
		o = opts[0]
	}
	for _, l := range Check(game, o).Laws {
		if !l.OK {
			t.Errorf("%s: %s: %s", game.Spec(), l.Name, l.Detail)
		}
	}
}

// A checker holds the findings about one game so far.
type checker struct {
	ctx      context.Context
	game     env.Game
	spec     *env.Spec
	opts     Options
	verdicts map[string]*verdict

	// where the checker stands, for messages
	over    bool // all games are played
	biased  bool // this game is
	index   uint64
	history []env.Action

	shown  map[infoKey]uint64 // digest of what a seat was shown at an information state
	worlds map[infoKey]uint64 // digest of one full state behind an information state
	past   map[infoKey]uint64 // digest of the seat's own history at an information state

	hidden    bool // some information state has two worlds behind it
	changed   int  // resampled worlds that differ from the true one
	resampled int
	probeGap  int         // states between two probes; 0 in the first game
	spare     env.State   // copied into by probes
	spares    []env.State // of finished games, to copy into
	table     drive.Table
	returns   [][]float64 // distinct final returns, the first few

	played, offered []uint32 // actions of biased games so far, by id

	told       map[sight]told // decisions by what a network sees of them
	toldBytes  int
	exceptions []exception // to what texts must share with observations
	scenes     scenes      // of games that are played
	forgotten  []exception // to what observations and texts must keep of events
	moved      int         // states of which everybody was moved by some chairs

	odds odds

	first, second []float32 // observations, scratch
}

type infoKey struct {
	seat   env.Player
	acting bool
	hash   uint64
}

// Maps of information states stop growing here, to bound memory.
const maxRemembered = 2_000_000

func newChecker(ctx context.Context, game env.Game, opts Options) *checker {
	c := &checker{
		ctx: ctx, game: game, spec: game.Spec(), opts: opts, verdicts: map[string]*verdict{},
		shown: map[infoKey]uint64{}, worlds: map[infoKey]uint64{}, past: map[infoKey]uint64{},
		told: map[sight]told{}, odds: newOdds(game.Spec()), scenes: newScenes(game.Spec()),
	}
	c.first = make([]float32, c.spec.ObservationSize())
	c.second = make([]float32, c.spec.ObservationSize())
	c.played, c.offered = make([]uint32, c.spec.NumActions()), make([]uint32, c.spec.NumActions())
	for _, e := range explanations {
		c.verdicts[e.law] = &verdict{}
	}
	return c
}

func (c *checker) tested(law string) { c.verdicts[law].tested++ }

func (c *checker) note(law, text string) { c.verdicts[law].note = text }

// broke records a finding, with the history that leads there.
func (c *checker) broke(law, format string, args ...any) {
	v := c.verdicts[law]
	if v.count++; v.count > 1 {
		return
	}
	v.broken = fmt.Sprintf(format, args...)
	if law != lawSpec && law != lawInterfaces && law != lawVocabularies && !c.over {
		v.broken += fmt.Sprintf(" [%s %d of seed %d, after actions %v]", c.kindOfGame(), c.index, c.opts.Seed, c.history)
	}
}

// kindOfGame names the kind of the game that is played.
func (c *checker) kindOfGame() string {
	if c.biased {
		return "biased game"
	}
	return "game"
}

// guarded turns a panic of the game into a finding.
func (c *checker) guarded(f func()) {
	defer func() {
		r := recover()
		if _, noted := r.(stuck); r != nil && !noted && c.ctx.Err() == nil {
			c.broke(lawPanics, "%v at %s", r, panicSite())
		}
	}()
	c.tested(lawPanics)
	f()
}

// panicSite returns the first frame of the stack outside the runtime and this file.
func panicSite() string {
	lines := strings.Split(string(debug.Stack()), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") && i+3 < len(lines) {
			return strings.TrimSpace(lines[i+3])
		}
	}
	return "an unknown place"
}
