package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/docs"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/tactics"
	"ringer/env/wrap"
	"ringer/internal/callexpr"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/algos"
)

// Own is a part of another module that Main puts into the program beside Ringer's own: a
// game, a judge, an observation wrapper, an expert, an agent, an algorithm, a network,
// files. The order in which Main gets them does not matter.
//
// The parts go into the tables of the packages games, tactics, roster, algos,
// configs, checkpoints and docs, which are the whole process's: a game string then means the same
// wherever it stands, in a configuration, a bot or a saved game. Nothing is registered in
// init, so that a main that is read says all that is in its program, and a fault
// is an error of Main with exit status 2 rather than a panic before it.
type Own struct {
	stage stage
	add   func() error
	check func() error // after all parts have been added without a fault; may be nil
}

// A stage is the time at which a part is added: games come before what is about games.
type stage int

const (
	addGames stage = iota
	addPlayers
	addFiles
	stages
)

// Game returns the part that adds a game, as games.Of describes it: its name in game
// strings, the defaults of its configuration and its constructor.
func Game[C any, G env.Game, P games.Configuration[C]](name string, defaults func() C, build func(C) (G, error)) Own {
	e := games.Of[C, G, P](name, defaults, build)
	return Own{stage: addGames, add: func() error { return games.Register(e) }, check: func() error { return built(name) }}
}

// Judge returns the part that gives a game, of Ringer's or another one, its judge of
// positions, by which greedy plays.
func Judge[G env.Game, J env.Judge](game string, build func(G) J) Own {
	return about[G]("judge", game, func() error { return tactics.RegisterJudge(game, build) })
}

// Wrapper returns the part that gives a game, of Ringer's or another one, an observation
// wrapper, game(wrap=name), as tactics.RegisterObserver does.
func Wrapper[G env.Game, O wrap.Observer](game, name, doc string, build func(G) O) Own {
	own := about[G]("wrapper", game, func() error { return tactics.RegisterObserver(game, name, doc, build) })
	typed := own.check
	own.check = func() error {
		if err := typed(); err != nil {
			return err
		}
		return checkWrapper(game, name)
	}
	return own
}

// Expert returns the part that gives a game, of Ringer's or another one, its hand-written
// player: the agent expert, with options as roster.ExpertOf has them.
func Expert[G env.Game](game string, build func(G, *roster.Arguments) (agents.Agent, error), options ...roster.Option) Own {
	return about[G]("expert", game, func() error { return roster.RegisterExperts(roster.ExpertOf(game, build, options...)) })
}

// about returns a part that is about a game, which must be there and be of type G.
func about[G env.Game](part, game string, add func() error) Own {
	return Own{
		stage: addPlayers,
		add: func() error {
			if err := known(part, game); err != nil {
				return err
			}
			return add()
		},
		check: func() error {
			g, err := games.New(game)
			if err != nil {
				return nil // of which the game's own part tells
			}
			if _, ok := g.(G); !ok {
				return fmt.Errorf("%s: %s is a game of type %T, but this takes %s", part, game, g, reflect.TypeFor[G]())
			}
			return nil
		},
	}
}

// checkWrapper wraps a game once, and returns what is wrong with the wrapper.
func checkWrapper(game, name string) error {
	g, err := games.New(callexpr.Expr{Name: game, Args: []callexpr.Arg{{Key: wrap.Parameter, Value: name}}}.String())
	if err != nil {
		return fmt.Errorf("wrapper %s of %s: %w", name, game, err)
	}
	if again, err := games.New(g.Spec().String()); err != nil || again.Spec().Hash != g.Spec().Hash {
		return fmt.Errorf("wrapper %s of %s: its game is called %s, which is another game: want the name under which it is registered from Name()", name, game, g.Spec())
	}
	return nil
}

// Agent returns the part that adds a kind of agent, for every command. roster.OfGame makes
// one that plays a single game.
func Agent(kind roster.Kind) Own {
	return Own{stage: addPlayers, add: func() error { return roster.Register(kind) }}
}

// Algorithm returns the part that adds a training algorithm, as algos.Of describes it: its
// name, which its section also has in training configurations, the defaults of its settings
// and its constructor.
func Algorithm[C any, P algos.Section[C]](name string, defaults func() C, build func(C, *models.Weights) (train.Algorithm, error)) Own {
	e := algos.Of[C, P](name, defaults, build)
	return Own{stage: addPlayers, add: func() error { return algos.Register(e) }}
}

// Network returns the part that adds a kind of network, which training configurations
// name as network.kind: its architecture and the function that builds it on a graph.
func Network(kind graph.Kind) Own {
	return Own{stage: addPlayers, add: func() error { return graph.Register(kind) }}
}

// Files returns the part that ships the files of a tree inside the program, in the folders
// in which Ringer's own lie: configs/games/GAME/*.yaml, configs/train/*.yaml,
// checkpoints/*.bot and docs/games/GAME.md. Each of the folders may be missing.
func Files(tree fs.FS) Own {
	return Own{stage: addFiles, add: func() error {
		return errors.Join(
			addFolder(tree, "configs", addConfigs),
			addFolder(tree, "checkpoints", checkpoints.Add),
			addFolder(tree, "docs", func(tree fs.FS) error { docs.Add(tree); return nil }),
		)
	}}
}

func addFolder(tree fs.FS, folder string, add func(fs.FS) error) error {
	if _, err := fs.Stat(tree, folder); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	below, err := fs.Sub(tree, folder)
	if err != nil {
		return err
	}
	return add(below)
}

// addConfigs adds configurations, and refuses configurations of games that nobody has.
func addConfigs(tree fs.FS) error {
	folders, err := fs.Glob(tree, "games/*")
	if err != nil {
		return err
	}
	var faults []error
	for _, folder := range folders {
		faults = append(faults, known("configs/"+folder, path.Base(folder)))
	}
	return errors.Join(append(faults, configs.Add(tree))...)
}

// AddAll adds the parts, stage by stage, and then checks them all: a game that cannot be
// built is found before any command runs. It returns all that is wrong.
func AddAll(parts []Own) error {
	var faults []error
	for s := range stages {
		for _, p := range parts {
			if p.stage == s {
				faults = append(faults, p.add())
			}
		}
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	for _, p := range parts {
		if p.check != nil {
			faults = append(faults, p.check())
		}
	}
	return errors.Join(faults...)
}

// built builds a game once, and again from its own rules as bots and saved games do, and
// returns what is wrong with it.
func built(name string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("game %s cannot be built: panic: %v", name, p)
		}
	}()
	g, err := games.New(name)
	if err != nil {
		return fmt.Errorf("game %s cannot be built: %w", name, err)
	}
	again, err := games.Restore(g.Spec().String(), g.Spec().Configuration)
	if err == nil && again.Spec().Hash != g.Spec().Hash {
		err = errors.New("it gives another spec hash")
	}
	if err != nil {
		return fmt.Errorf("game %s: Spec.Configuration is not the JSON of its configuration: %w", name, err)
	}
	return nil
}

// known returns an error when no game has the name that a part gives.
func known(part, game string) error {
	all := games.Names()
	if slices.Contains(all, game) {
		return nil
	}
	return fmt.Errorf("%s: %w", part, &games.UnknownGameError{Name: game, Known: all})
}
