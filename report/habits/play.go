package habits

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/fivepossessions"
	"ringer/env/fourdowns"
	"ringer/env/heat"
	"ringer/eval"
	"ringer/report/evidence"
	"ringer/report/ratio"
)

// Version numbers the way in which studies count: records of another one are measured anew.
const Version = 3

// Config says which bot is watched, and in how many games. The expert sits in all other
// seats.
type Config struct {
	Game           env.Game
	Ringer, Expert eval.Entry
	Games          int
	Seed           uint64
	Workers        int
	Place          *eval.Place // where the games are played; nil: in this process
	Progress       func(done, total int)
}

// A watcher counts the decisions of one game's kind.
type watcher interface {
	// decided receives a decision with a choice, before it is played.
	decided(d *decision)

	// sheets returns what it counts, each sheet a study.
	sheets() []*sheet
}

// An ender is a watcher that looks at results too.
type ender interface {
	// ended receives the share of the win of each seat, and which seats are the ringer's.
	ended(shares []float64, ringer []bool)
}

// A follower is a watcher with studies for which it plays on after the games.
type follower interface {
	// more lists the names of these studies.
	more(g env.Game) []string

	// follow plays them, each sheet a study.
	follow(ctx context.Context, c *Config) ([]*sheet, error)
}

// decision is a choice of a seat, in the state in which it was made.
type decision struct {
	deal   int
	state  env.State
	seat   int
	ringer bool
	legal  []env.Action
	action env.Action
}

// watch returns a watcher for the games that have studies, and nil for others.
func watch(g env.Game) watcher {
	switch g := env.UnwrapGame(g).(type) {
	case *fourdowns.Game:
		return newBids(g)
	case *heat.Game:
		return newCrimes(g)
	case *duel.Game:
		return newFights(g)
	case *fivepossessions.Game:
		return newLanes(g)
	}
	return nil
}

// Studies lists the names of the studies of a game; none for a game without any.
func Studies(g env.Game) (names []string) {
	if d, ok := g.(*duel.Game); ok && drafts(d) {
		return []string{studyBuilds, studyVariety}
	}
	if w := watch(g); w != nil {
		for _, s := range w.sheets() {
			names = append(names, s.study)
		}
		if f, ok := w.(follower); ok {
			names = append(names, f.more(g)...)
		}
		if _, ok := standing(g); ok {
			names = append(names, studyPlaces)
		}
	}
	return names
}

// Games returns the number of games that the studies of a game want: a few seconds to some
// minutes on two cores. Some cards of HEAT are aimed rarely.
func Games(g env.Game) int {
	switch g := env.UnwrapGame(g).(type) {
	case *fourdowns.Game:
		return 2000
	case *heat.Game:
		return 3000
	case *fivepossessions.Game:
		return 400
	case *duel.Game:
		if drafts(g) || g.Config().ModelsPerPlayer > 1 || g.Config().OneAndHalfActions {
			return 300 // of slow games
		}
		return 2000
	}
	return 0
}

// A Picture is drawn from the games of a study, besides its chart.
type Picture struct {
	Study, Name string // the agent
	SVG         []byte
}

// Play plays the games and returns one record a study, of which the caller fills in who
// and when, and pictures, which the records do not name yet. Results do not depend on the
// workers.
func Play(ctx context.Context, c Config) ([]evidence.Record, []Picture, error) {
	if d, ok := c.Game.(*duel.Game); ok && drafts(d) {
		records, err := playDrafts(ctx, &c, d)
		return records, nil, err
	}
	records, err := playWatched(ctx, &c)
	if err != nil {
		return nil, nil, err
	}
	d, ok := standing(c.Game)
	if !ok {
		return records, nil, nil
	}
	places, pictures, err := playPlaces(ctx, &c, d)
	if err == nil && len(places.Rows) > 0 {
		records = append(records, places)
	}
	return records, pictures, err
}

// playWatched plays the games of a match and shows them to a watcher.
func playWatched(ctx context.Context, c *Config) ([]evidence.Record, error) {
	w := watch(c.Game)
	if w == nil {
		return nil, fmt.Errorf("habits: no studies of %s", c.Game.Spec())
	}
	m, err := eval.PlayMatch(ctx, eval.MatchConfig{
		Game: c.Game, Entries: []eval.Entry{c.Ringer, c.Expert}, Games: c.Games, Seed: c.Seed, Workers: c.Workers, Place: c.Place, Keep: c.Games, Progress: c.Progress,
	})
	if err != nil {
		return nil, err
	}
	for _, deal := range m.FirstDeals {
		for i := range deal.Games {
			if err := replay(c, w, deal.Deal, &deal.Games[i]); err != nil {
				return nil, fmt.Errorf("habits: deal %d: %w", deal.Deal, err)
			}
		}
		for _, s := range w.sheets() {
			s.close()
		}
	}
	sheets := w.sheets()
	if f, ok := w.(follower); ok {
		followed, err := f.follow(ctx, c)
		if err != nil {
			return nil, err
		}
		sheets = append(sheets, followed...)
	}
	var out []evidence.Record
	spec := c.Game.Spec()
	for _, s := range sheets {
		if rows := s.rows(); len(rows) > 0 {
			out = append(out, evidence.Record{
				Study: s.study, Game: spec.String(), SpecHash: spec.Hash, Seed: c.Seed, Games: m.Games, Version: Version, Rows: rows,
			})
		}
	}
	return out, nil
}

// replay shows the decisions of a game to a watcher.
func replay(c *Config, w watcher, deal int, game *eval.Game) error {
	s := env.UnwrapGame(c.Game).NewInitialState()
	d := decision{deal: deal}
	for _, a := range game.History {
		if p := s.CurrentPlayer(); p >= 0 {
			d.legal = s.LegalActions(d.legal[:0])
			if len(d.legal) > 1 {
				d.state, d.seat, d.action = s, int(p), a
				d.ringer = game.Entries[p] == 0
				w.decided(&d)
			}
		}
		if err := s.Apply(a); err != nil {
			return err
		}
	}
	if e, ok := w.(ender); ok {
		shares, ringer := make([]float64, len(game.Returns)), make([]bool, len(game.Returns))
		eval.WinShares(game.Returns, shares)
		for seat, e := range game.Entries {
			ringer[seat] = e == 0
		}
		e.ended(shares, ringer)
	}
	return nil
}

// sheet holds the counts of one study.
type sheet struct {
	study string
	share bool
	order []string // labels, in their order; others follow as they are met
	cells map[string]map[string]*ratio.Ratio
	fixed map[string]float64 // by label: an equilibrium

	// sorted says that rows follow the ringer's figure, the largest first; the row of all
	// cards stays ahead.
	sorted bool

	// worst holds, for each row, the sheets of which the one with the largest figure of an
	// agent is shown: the loss to a best response.
	worst [][]*sheet

	signed bool // figures can be negative

	// least is the number of cases of the ringer that a row without a fixed place
	// needs to be shown.
	least int
}

func newSheet(study string, share bool, order ...string) *sheet {
	return &sheet{study: study, share: share, order: order, cells: map[string]map[string]*ratio.Ratio{}}
}

// add adds to the sums of an agent in a row.
func (s *sheet) add(label, agent string, x, y float64) {
	row := s.cells[label]
	if row == nil {
		row = map[string]*ratio.Ratio{}
		s.cells[label] = row
		if !slices.Contains(s.order, label) {
			s.order = append(s.order, label)
		}
	}
	r := row[agent]
	if r == nil {
		r = &ratio.Ratio{Name: agent, Share: s.share, Signed: s.signed}
		row[agent] = r
	}
	r.Add(x, y)
}

// count counts one case of a decision's agent.
func (s *sheet) count(label string, d *decision, so bool) {
	x := 0.
	if so {
		x = 1
	}
	s.add(label, d.agent(), x, 1)
}

func (d *decision) agent() string {
	if d.ringer {
		return evidence.Ringer
	}
	return evidence.Expert
}

// close ends a deal.
func (s *sheet) close() {
	for _, row := range s.cells {
		for _, r := range row {
			r.Close()
		}
	}
	for _, others := range s.worst {
		for _, o := range others {
			o.close()
		}
	}
}

// columns lists the agents of a sheet in the order of its columns.
var columns = []string{evidence.Ringer, evidence.Expert, evidence.Random}

// rows returns the figures, without rows that the ringer never met often enough.
func (s *sheet) rows() (out []evidence.Row) {
	for i, label := range s.order {
		row := evidence.Row{Label: label}
		for _, agent := range columns {
			if r := s.cells[label][agent]; r != nil {
				row.Cells = append(row.Cells, r.Figure())
			}
			if i < len(s.worst) {
				row.Cells = append(row.Cells, largest(s.worst[i], label, agent)...)
			}
		}
		if x, ok := s.fixed[label]; ok {
			row.Cells = append(row.Cells, ratio.Figure{Name: evidence.Equilibrium, Value: x, Low: x, High: x, Share: s.share})
		}
		if c, ok := row.Cell(evidence.Ringer); ok && c.Of >= s.least {
			out = append(out, row)
		}
	}
	if s.sorted && len(out) > 0 {
		rest := out
		if out[0].Label == allCards {
			rest = out[1:]
		}
		slices.SortStableFunc(rest, func(a, b evidence.Row) int {
			x, _ := a.Cell(evidence.Ringer)
			y, _ := b.Cell(evidence.Ringer)
			return cmp.Or(cmp.Compare(y.Value, x.Value), strings.Compare(a.Label, b.Label))
		})
	}
	return out
}

// largest returns the largest figure of an agent in one row of several sheets, if any.
func largest(sheets []*sheet, label, agent string) (best []ratio.Figure) {
	for _, s := range sheets {
		if r := s.cells[label][agent]; r != nil {
			if f := r.Figure(); len(best) == 0 || f.Value > best[0].Value {
				best = []ratio.Figure{f}
			}
		}
	}
	return best
}
