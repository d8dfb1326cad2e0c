package population

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/eval/metagame"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/carried"
	"ringer/open/exploit"
	"ringer/train/checkpoint"
)

// MostPlayers bounds a population: its pairs grow with the square.
const MostPlayers = 64

// mostGames bounds the games of a pair, whose deals are held all at once.
const mostGames = 1_000_000

// Options describe a population.
type Options struct {
	Game    env.Game
	Agents  []string // names of the players to begin with
	Games   int      // of each pair, rounded up to whole deals
	Seed    uint64   // of the deals, of all that is random in the agents, and of the responses
	Workers int      // goroutines that play; 0: one a processor
	Out     string   // folder of the work

	Solver metagame.Solver // mixes the players; empty: metagame.Nash

	Grow  int     // best responses to the mixture that are searched, one after the other
	Until float64 // gain of the best response in any seat below which no more are searched

	// Response holds the settings of these searches: Decisions, Seeds, Selection, Games, Config and
	// Set. All else is set here.
	Response exploit.Options
}

// A Study measures a population.
type Study struct {
	Options
	Opener    *open.Opener
	Build     botfile.Build      // of this program
	Elsewhere *carried.Elsewhere // workers that play and train; nil: this process does
	Warn      func(format string, args ...any)
	Compute   func(compute string) error // makes this process compute as trainings ask; nil: it does

	// Progress is told of the parts of a phase that are done. It may be nil.
	Progress func(phase string, done, total int)

	parts   *checkpoint.Parts
	members []Member
	agents  []eval.ArenaAgent
	pairs   []pair
}

// work describes the work of a folder, by all that its results follow from.
type work struct {
	Game     string            `json:"game"`
	SpecHash string            `json:"spec_hash"`
	Players  []eval.ArenaAgent `json:"players"`
	Games    int               `json:"games"`
	Seed     uint64            `json:"seed"`
	Solver   metagame.Solver   `json:"meta_solver,omitempty"` // empty: metagame.Nash
	Response response          `json:"response"`
}

type response struct {
	Decisions int      `json:"decisions"`
	Seeds     int      `json:"seeds"`
	Selection int      `json:"selection"`
	Games     int      `json:"games"`
	Config    string   `json:"config"`
	Set       []string `json:"set"`
}

// check returns what is wrong with the options.
func (s *Study) check() error {
	spec := s.Game.Spec()
	sides := len(spec.Sides())
	switch {
	case s.Out == "":
		return input.Badf("--out is missing: name a folder for the population")
	case sides != 2:
		return input.Badf("%s has %d sides: want a game of two, whose payoffs one table holds; ringer arena rates agents of any game", spec, sides)
	case spec.Players != 2 && !eval.WholeTeams(spec, 2):
		return input.Badf("%s: want two seats, or two teams of the same size", spec)
	case s.Grow > 0 && spec.Players != 2:
		return input.Badf("--grow %d: a best response takes one seat, and %s is a game of teams", s.Grow, spec)
	case len(s.Agents) < 1 || len(s.Agents) > MostPlayers:
		return input.Badf("%d players: want 1 to %d", len(s.Agents), MostPlayers)
	case s.Grow < 0 || s.Grow > MostPlayers:
		return input.Badf("--grow %d: want 0 to %d", s.Grow, MostPlayers)
	case !(s.Until >= 0):
		return input.Badf("--until %v: want a gain from 0", s.Until)
	case !slices.Contains(metagame.Solvers(), s.Solver):
		return input.Badf("--meta-solver %s: want one of %q", s.Solver, metagame.Solvers())
	case s.Solver == metagame.AlphaRank && !s.alike() && len(s.Agents)+spec.Players*s.Grow > metagame.MostRanked:
		return input.Badf("--meta-solver %s: want at most %d players with those that may join, because the sides of %s differ: %d", s.Solver, metagame.MostRanked, spec, len(s.Agents)+spec.Players*s.Grow)
	case s.Games < 1 || s.Games > mostGames:
		return input.Badf("--games %d: want 1 to %d", s.Games, mostGames)
	}
	return input.AtLeast("workers", s.Workers, 0)
}

// open enters the players, and opens the folder.
func (s *Study) open() error {
	s.Solver = cmp.Or(s.Solver, metagame.Nash)
	if err := s.check(); err != nil {
		return err
	}
	for _, name := range s.Agents {
		if err := s.enter(name, 0); err != nil {
			return err
		}
	}
	spec, r := s.Game.Spec(), s.Response
	if s.Grow > 0 { // what is wrong with the settings of a search is said before anything is played
		r.Game, r.Agent = s.Game, s.members[0].Agent
		if _, err := exploit.New(s.Opener, r); err != nil {
			return err
		}
	}
	w := work{
		Game: spec.String(), SpecHash: spec.Hash, Players: s.agents, Games: s.Games, Seed: s.Seed, Solver: s.Solver,
		Response: response{r.Decisions, r.Seeds, r.Selection, r.Games, r.Config, r.Set},
	}
	if w.Solver == metagame.Nash {
		w.Solver = ""
	}
	text, err := json.MarshalIndent(w, "", "  ")
	if err != nil {
		return err
	}
	s.parts, err = checkpoint.OpenParts(s.Out, append(text, '\n'))
	if _, ok := errors.AsType[*checkpoint.OtherWorkError](err); ok {
		return input.Badf("folder %s: holds another population, whose game, players, their files, games, seed, meta-solver or settings of responses differ: choose another folder, or remove this one", s.Out)
	}
	return input.Bad(err)
}

// enter adds a player, which is the response of a round, or named.
func (s *Study) enter(name string, round int) error {
	name, err := open.Level(s.Game, name)
	if err != nil {
		return err
	}
	for _, m := range s.members {
		if m.Agent == name {
			return input.Badf("%s is named twice", name)
		}
	}
	if inside, _ := open.PopulationOf(name); inside != "" || open.IsProgram(name) {
		return input.Badf("%s: want a player that is neither a mixture nor a program, so that a mixture can draw it", name)
	}
	_, files, err := s.Opener.AgentWithFiles(s.Game, name)
	if err != nil {
		return err
	}
	s.members = append(s.members, Member{Agent: name, SHA256: files.Identity(), Round: round})
	s.agents = append(s.agents, eval.ArenaAgent{Name: name, Checksum: files.Identity()})
	return nil
}

func (s *Study) tell(phase string, done, total int) {
	if s.Progress != nil {
		s.Progress(phase, done, total)
	}
}
