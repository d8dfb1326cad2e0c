package positioning

import (
	"context"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/eval"
	"ringer/report/ratio"
)

// Config says which agents play which game, and how often. The entries take the seats
// in turn and move on by one seat after each game; fewer entries than seats begin again.
type Config struct {
	Game     *duel.Game
	Entries  []eval.Entry
	Games    int
	Seed     uint64
	Progress func(done, total int) // when not nil
}

// Study holds the figures of the games of a study.
type Study struct {
	Game   string    `json:"game"`
	Games  int       `json:"games"`
	Seed   uint64    `json:"seed"`
	Agents []Profile `json:"agents"`

	// Interrupted says that fewer games were played than asked for.
	Interrupted bool `json:"interrupted,omitempty"`

	game *duel.Game
}

// Profile holds the figures of one agent.
type Profile struct {
	Name    string         `json:"name"`
	Figures []ratio.Figure `json:"figures"`

	duels  int         // of standing models
	heat   map[int]int // points of the lattice where they stood, seen from seat 0
	ratios []*ratio.Ratio
}

// Run plays the games of a study and counts. The same configuration gives the same study.
// Errors: the agents' errors, with the game's number; ctx.Err(), with a study of the games
// that were over, if any.
func Run(ctx context.Context, c Config) (*Study, error) {
	s := &Study{Game: c.Game.Spec().String(), Games: c.Games, Seed: c.Seed, game: c.Game}
	for _, e := range c.Entries {
		s.Agents = append(s.Agents, newProfile(e.Name))
	}
	viewer := agents.NewViewer(c.Game)
	for i := range c.Games {
		if err := ctx.Err(); err != nil {
			return s.stopped(i, err)
		}
		w := &watch{config: &c, study: s, viewer: viewer, game: uint64(i / len(c.Entries)), shift: i % len(c.Entries)}
		if err := w.play(ctx); ctx.Err() != nil {
			return s.stopped(i, ctx.Err())
		} else if err != nil {
			return nil, fmt.Errorf("positioning: game %d: %w", i, err)
		}
		for k := range s.Agents {
			for _, r := range s.Agents[k].ratios {
				r.Close()
			}
		}
		if c.Progress != nil {
			c.Progress(i+1, c.Games)
		}
	}
	s.sum()
	return s, nil
}

// stopped returns the study of the games that were over when the context ended.
func (s *Study) stopped(games int, err error) (*Study, error) {
	if games == 0 {
		return nil, err
	}
	s.Games, s.Interrupted = games, true
	s.sum()
	return s, err
}

// sum computes the figures.
func (s *Study) sum() {
	for k := range s.Agents {
		p := &s.Agents[k]
		for _, r := range p.ratios {
			p.Figures = append(p.Figures, r.Figure())
		}
	}
}

// watch follows one game.
type watch struct {
	config *Config
	study  *Study
	viewer *agents.Viewer
	game   uint64 // the deal: every agent plays it once in every seat that it takes
	shift  int

	// Before the next action:
	state   *duel.State
	step    uint64 // actions so far, chance included
	actor   env.Player
	asked   duel.Question
	carrier int
}

// of returns the profile of a seat.
func (w *watch) of(seat int) *Profile {
	return &w.study.Agents[(seat+w.shift)%len(w.study.Agents)]
}

func (w *watch) play(ctx context.Context) error {
	w.state = w.config.Game.NewInitialState().(*duel.State)
	w.look()
	var table drive.Table
	table.Set(w.state)
	table.Note = w.played
	return table.Play(env.Stream(w.config.Seed, purposePositionsChance, w.game), func(seat env.Player, _ []env.Action) (env.Action, error) {
		rng := env.Stream(w.config.Seed, purposePositionsDecisions, w.game, uint64(w.shift), w.step)
		views := []agents.View{w.viewer.View(w.state, rng)}
		d, err := agents.Ask(ctx, w.config.Entries[(int(seat)+w.shift)%len(w.config.Entries)].Agent, views)
		if err != nil {
			return 0, err
		}
		a := agents.Sample(d[0], views[0].Legal, rng)
		w.decided(w.state, int(seat), a)
		return a, nil
	})
}

// look records the state of the game before the next action.
func (w *watch) look() {
	w.actor, w.asked, w.carrier = w.state.CurrentPlayer(), w.state.Question(), w.state.Carrier()
}

// played counts the effects of the action a.
func (w *watch) played(a env.Action) {
	s := w.state
	if w.asked != duel.AskScore && s.Question() == duel.AskScore {
		w.duelBegins(s)
	}
	if w.carrier < 0 && s.Carrier() >= 0 {
		w.of(s.Fighter(s.Carrier()).Seat).ratio(grabs).Add(1, 0)
	}
	if s.CurrentPlayer() == env.Terminal {
		w.ended(s, int(w.actor), w.carrier, a)
	}
	w.step++
	w.look()
}

// fromSeat0 returns a point turned as if its seat started where seat 0 does, on maps
// that look the same from there.
func (w *watch) fromSeat0(seat int, p space.Point) space.Point {
	scene := w.study.game.Scene()
	c := w.study.game.Config()
	nx, ny := scene.Size()
	if c.Players != 2 || seat == 0 || c.Board.Symmetry == space.SymmetryNone {
		return p
	}
	return space.Point{X: int8(nx-1) - p.X, Y: int8(ny-1) - p.Y}
}

// weights returns the counts of a profile by point, as shares of the largest.
func (s *Study) weights(p *Profile) map[space.Point]float64 {
	most := 0
	for _, n := range p.heat {
		most = max(most, n)
	}
	out := map[space.Point]float64{}
	for i, n := range p.heat {
		out[s.game.Scene().PointAt(i)] = float64(n) / float64(max(most, 1))
	}
	return out
}
