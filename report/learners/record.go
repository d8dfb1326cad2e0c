package learners

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"ringer/report/records"
)

// Run is one training of an arm at a game with one seed, or one solution by an algorithm that walks
// the whole tree. Exploitability is exact, NashConv divided by the seats, in units of returns.
type Run struct {
	Game      string   `json:"game"` // the plan's name of it
	Spec      string   `json:"spec"` // with its parameters
	Arm       string   `json:"arm"`
	Algorithm string   `json:"algorithm"`
	Solver    bool     `json:"solver,omitempty"` // walks the tree instead of playing
	Config    string   `json:"config,omitempty"`
	Set       []string `json:"set,omitempty"` // changes of the configuration, key=value
	Seed      uint64   `json:"seed"`
	Budget    int      `json:"budget"` // decisions of a learner, iterations of a solver
	Tuned     *Tuned   `json:"tuned,omitempty"`

	Uniform float64 `json:"uniform"` // exploitability of uniform play
	Points  []Point `json:"points"`  // the last one is the end
	Final   float64 `json:"final"`   // exploitability of the policy that it ends with: the better of last and averaged, of a solver the average
	records.Stamp
}

// Tuned says how the settings of an arm were chosen, on seeds of its own.
type Tuned struct {
	Trials    int      `json:"trials"`
	Seed      uint64   `json:"seed"`      // of the search
	Decisions int      `json:"decisions"` // of each of its whole runs
	Chosen    []string `json:"chosen"`    // settings, key=value; none: the configuration as it is was best
}

// Point holds the figures of one time.
type Point struct {
	At        int      `json:"at"`                 // decisions, or iterations of a solver
	Processor float64  `json:"processor_seconds"`  // of training until then, of all processors, without evaluations
	Last      float64  `json:"last"`               // exploitability of the last policy
	Averaged  *float64 `json:"averaged,omitempty"` // of the averaged one, where it keeps one
}

// Kept returns the exploitability of the policy that is kept on the way: the averaged one where there
// is one.
func (p *Point) Kept() float64 {
	if p.Averaged != nil {
		return *p.Averaged
	}
	return p.Last
}

func (r *Run) check() error {
	finite := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	switch {
	case r.Game == "" || r.Spec == "" || r.Arm == "" || r.Algorithm == "" || r.Date == "":
		return fmt.Errorf("%s at %s: want a game, a spec, an arm, an algorithm and a date", r.Arm, r.Game)
	case r.Budget < 1 || len(r.Points) == 0 || !finite(r.Final) || !(r.Uniform > 0) || !finite(r.Uniform):
		return fmt.Errorf("%s at %s, seed %d: want a budget, points, and figures of its end and of uniform play", r.Arm, r.Game, r.Seed)
	}
	for i := range r.Points {
		p := &r.Points[i]
		if p.At < 1 || i > 0 && p.At <= r.Points[i-1].At || !(p.Processor >= 0) || !finite(p.Processor) || !finite(p.Kept()) || !finite(p.Last) {
			return fmt.Errorf("%s at %s, seed %d: points[%d]: want ascending decisions, and numbers", r.Arm, r.Game, r.Seed, i)
		}
	}
	return nil
}

// Read reads records, one JSON object a line.
func Read(r io.Reader) ([]Run, error) { return records.Read(r, (*Run).check) }

// Write writes records.
func Write(w io.Writer, all []Run) error { return records.Write(w, all) }

// Put returns records with one more, in place of an older one of the same game, arm, budget and seed. They are
// ordered by game and arm as they came, by budget and by seed.
func Put(all []Run, one Run) []Run {
	all = slices.DeleteFunc(slices.Clone(all), func(r Run) bool {
		return r.Game == one.Game && r.Arm == one.Arm && r.Budget == one.Budget && r.Seed == one.Seed
	})
	place := func(of func(*Run) string) map[string]int {
		places := map[string]int{}
		for i := range all {
			if _, known := places[of(&all[i])]; !known {
				places[of(&all[i])] = len(places)
			}
		}
		return places
	}
	all = append(all, one)
	games, arms := place(func(r *Run) string { return r.Game }), place(func(r *Run) string { return r.Arm })
	slices.SortStableFunc(all, func(a, b Run) int {
		return cmp.Or(cmp.Compare(games[a.Game], games[b.Game]), cmp.Compare(arms[a.Arm], arms[b.Arm]), cmp.Compare(a.Budget, b.Budget), cmp.Compare(a.Seed, b.Seed))
	})
	return all
}
