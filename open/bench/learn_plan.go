package bench

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/open/study"
	"ringer/train/cfr"
	"ringer/train/sweep"
)

// LearnPlan says which learners are compared at which games: configs/learn/NAME.yaml.
type LearnPlan struct {
	// Seeds belong to the runs that report, such as 201..205. No setting is chosen by them.
	Seeds string `yaml:"seeds"`

	// Evaluations is about the number of times that a run is measured on its way.
	Evaluations int `yaml:"evaluations"`

	Tune  LearnTune   `yaml:"tune,omitempty"`
	Games []LearnGame `yaml:"games"`
	Arms  []LearnArm  `yaml:"arms"`

	seeds []uint64
}

// LearnTune says how settings are searched, the same for each arm that has a search: ringer sweep, at each
// game by itself.
type LearnTune struct {
	Trials int     `yaml:"trials"`
	Share  float64 `yaml:"share"` // of a game's decisions that a whole run of the search has
	Seeds  int     `yaml:"seeds"` // that choose among the best
	Seed   uint64  `yaml:"seed"`  // of the search, from which all its seeds are derived
}

// LearnGame is a game with its budget.
type LearnGame struct {
	Name      string   `yaml:"name"`
	Config    string   `yaml:"config"` // training configuration that all arms begin with
	Set       []string `yaml:"set,omitempty"`
	Decisions int      `yaml:"decisions"` // of each learner
}

// LearnArm is a learner with its settings, or a solver as a baseline.
type LearnArm struct {
	Name string   `yaml:"name"`
	Set  []string `yaml:"set,omitempty"` // changes of the configuration of every game, key=value

	// At changes it at single games, by the game's name.
	At map[string][]string `yaml:"at,omitempty"`

	// Search holds ranges, by key, from which settings are chosen at each game.
	Search map[string]string `yaml:"search,omitempty"`

	// Skip names games that it does not play.
	Skip []string `yaml:"skip,omitempty"`

	Solver     string `yaml:"solver,omitempty"` // an algorithm of ringer solve; empty: it is a learner
	Iterations int    `yaml:"iterations,omitempty"`
}

// Bounds of a plan.
const (
	mostEvaluations = 1000
	mostDecisions   = 100_000_000_000
	mostIterations  = 1_000_000_000
	mostTrials      = 100_000
)

var planName = regexp.MustCompile(`^[a-z0-9][a-z0-9.+-]{0,39}$`)

const nameWords = "up to 40 lower-case letters, digits, dots, + and -"

// ReadLearnPlan reads a plan, shipped or a file. The error has all faults, with file, line and field.
func ReadLearnPlan(name string) (*LearnPlan, error) {
	p := &LearnPlan{Evaluations: 20, Tune: LearnTune{Trials: 18, Share: 1, Seeds: 3, Seed: 1}}
	if err := configs.Read("learn", name, p); err != nil {
		return nil, input.Bad(err)
	}
	return p, nil
}

// Validate returns env.Faults, or nil.
func (p *LearnPlan) Validate() error {
	var f env.Faults
	var err error
	if p.seeds, err = study.ParseSeeds(p.Seeds); err != nil {
		f.Add("seeds", p.Seeds, "seeds such as 201..205, at most %d, each once", study.MostSeeds)
	}
	bounded(&f, "evaluations", p.Evaluations, mostEvaluations)
	bounded(&f, "tune.trials", p.Tune.Trials, mostTrials)
	if !(p.Tune.Share > 0 && p.Tune.Share <= 1) {
		f.Add("tune.share", p.Tune.Share, "a share above 0, up to 1")
	}
	if p.Tune.Seeds < 2 || p.Tune.Seeds > study.MostSeeds {
		f.Add("tune.seeds", p.Tune.Seeds, "from 2 to %d", study.MostSeeds)
	}
	var games, arms []string
	for i := range p.Games {
		g, at := &p.Games[i], fmt.Sprintf("games[%d]", i)
		games = named(&f, at, g.Name, games)
		bounded(&f, at+".decisions", g.Decisions, mostDecisions)
		if g.Config == "" {
			f.Add(at+".config", "", "a training configuration, shipped or a file")
		}
		assignments(&f, at+".set", g.Set)
	}
	for i := range p.Arms {
		arms = p.Arms[i].validate(&f, fmt.Sprintf("arms[%d]", i), games, arms)
	}
	if len(p.Games) == 0 {
		f.Add("games", "none", "one or more")
	}
	if len(p.Arms) == 0 {
		f.Add("arms", "none", "one or more")
	}
	return f.Err()
}

func (a *LearnArm) validate(f *env.Faults, at string, games, arms []string) []string {
	arms = named(f, at, a.Name, arms)
	assignments(f, at+".set", a.Set)
	for _, game := range slices.Sorted(maps.Keys(a.At)) {
		known(f, at+".at."+game, game, games)
		assignments(f, at+".at."+game, a.At[game])
	}
	for i, game := range a.Skip {
		known(f, fmt.Sprintf("%s.skip[%d]", at, i), game, games)
	}
	for _, key := range slices.Sorted(maps.Keys(a.Search)) {
		if reserved(key) {
			f.Add(at+".search."+key, a.Search[key], "no key of the plan's own")
		} else if _, err := sweep.ParseRange(key, a.Search[key]); err != nil {
			f.Add(at+".search."+key, a.Search[key], "LOW..HIGH, with log and int after it where they apply, or VALUE | VALUE")
		}
	}
	switch {
	case a.Solver == "" && a.Iterations != 0:
		f.Add(at+".iterations", a.Iterations, "a solver beside it: learners have the decisions of a game")
	case a.Solver != "":
		if !slices.Contains(cfr.Algorithms(), cfr.Algorithm(a.Solver)) {
			f.Add(at+".solver", a.Solver, "one of %s", cfr.Names())
		}
		bounded(f, at+".iterations", a.Iterations, mostIterations)
		if len(a.Set)+len(a.At)+len(a.Search) > 0 {
			f.Add(at+".solver", a.Solver, "no set, at and search beside it, which are of learners")
		}
	}
	return arms
}

func bounded(f *env.Faults, at string, n, most int) {
	if n < 1 || n > most {
		f.Add(at, n, "from 1 to %d", most)
	}
}

func named(f *env.Faults, at, name string, before []string) []string {
	switch {
	case !planName.MatchString(name):
		f.Add(at+".name", name, nameWords)
	case slices.Contains(before, name):
		f.Add(at+".name", name, "a name that no other has")
	}
	return append(before, name)
}

func known(f *env.Faults, at, game string, games []string) {
	if !slices.Contains(games, game) {
		f.Add(at, game, "a game of the plan: %s", strings.Join(games, ", "))
	}
}

func assignments(f *env.Faults, at string, set []string) {
	for i, pair := range set {
		key, _, ok := strings.Cut(pair, "=")
		switch key = strings.TrimSpace(key); {
		case !ok || key == "":
			f.Add(fmt.Sprintf("%s[%d]", at, i), pair, "key=value")
		case reserved(key):
			f.Add(fmt.Sprintf("%s[%d]", at, i), pair, "no key of the plan's own: decisions, seed and evaluation follow from it")
		}
	}
}

// reserved reports whether a key of a configuration follows from the plan.
func reserved(key string) bool {
	first, _, _ := strings.Cut(key, ".")
	return first == "decisions" || first == "seed" || first == "evaluation"
}

// restrict keeps the games and arms that are named, all where none are, and takes decisions of every
// game and seeds in place of its own, where they are above 0 and not empty.
func (p *LearnPlan) restrict(games, arms []string, decisions int, seeds string) error {
	var faults []error
	if seeds != "" {
		var err error
		p.seeds, err = study.ParseSeeds(seeds)
		faults = append(faults, err)
	}
	pick := func(flag string, wanted []string, has func(name string) bool, all []string) {
		for _, name := range wanted {
			if !has(name) {
				faults = append(faults, fmt.Errorf("--%s %s: want one of the plan: %s", flag, name, strings.Join(all, ", ")))
			}
		}
	}
	var gameNames, armNames []string
	for i := range p.Games {
		gameNames = append(gameNames, p.Games[i].Name)
		if decisions > 0 {
			p.Games[i].Decisions = decisions
		}
	}
	for i := range p.Arms {
		armNames = append(armNames, p.Arms[i].Name)
	}
	pick("game", games, func(n string) bool { return slices.Contains(gameNames, n) }, gameNames)
	pick("arm", arms, func(n string) bool { return slices.Contains(armNames, n) }, armNames)
	if decisions < 0 || decisions > mostDecisions {
		faults = append(faults, fmt.Errorf("--decisions %d: want from 1 to %d, or 0 for the decisions of the plan", decisions, mostDecisions))
	}
	if len(games) > 0 {
		p.Games = slices.DeleteFunc(p.Games, func(g LearnGame) bool { return !slices.Contains(games, g.Name) })
	}
	if len(arms) > 0 {
		p.Arms = slices.DeleteFunc(p.Arms, func(a LearnArm) bool { return !slices.Contains(arms, a.Name) })
	}
	return input.Bad(errors.Join(faults...))
}
