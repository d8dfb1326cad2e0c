package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env/duel"
	"ringer/env/duel/draw"
	"ringer/eval"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/report/duel/positioning"
)

type positionsFlags struct {
	game, out string
	games     int
	seed      uint64
	positions []string
	json      bool
	force     bool // replace pictures
}

func newDuelPositions(t *shell.Terminal) *cobra.Command {
	var f positionsFlags
	cmd := &cobra.Command{
		Use:   "positions A [B]…",
		Short: "Measure how agents use the table of a skirmish",
		Long: `Let agents play DUEL against each other and measure how they use the table: where
they stand when a Duel begins, how far from the enemy, in cover or not, before or
after the enemy has acted, with which scores, and how often they carry the treasure
off. Agents take the seats in turn, on shared deals.

` + lookup.AgentHelp + `

Each figure comes with the number of its Duels, scores or games, and with a 95%
interval that treats a game as one observation.

--out DIR writes pictures (SVG): duels-AGENT.svg, a map of where the agent stands;
and for every --position FILE, FILE-AGENT.svg, the agent's decision there. The page
of the game describes position files.

--json prints {"game", "games", "seed", "agents": [{"name", "figures": [{"name",
"value", "low", "high", "of", "games", "share"}]}], "positions": [{"position",
"agent", "choices": [{"action", "prob"}]}], "pictures": [paths]}.`,
		Example: "  ringer duel positions expert greedy --game duel --games 1000\n  ringer duel positions expert --game 'duel(map=city)' --out pictures",
		Args:    shell.Takes("A", "[B]…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPositions(cmd.Context(), t, &f, args)
		},
	}
	shell.AddFlag(cmd, &f.game, "game", "duel", shell.AGame, "the game: duel, or with parameters, in quotes")
	shell.AddFlag(cmd, &f.games, "games", 1000, shell.ACount, "games to play")
	shell.AddFlag(cmd, &f.seed, "seed", 1, shell.ASeed, "seed of the games and of everything random in the agents")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder for pictures")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace pictures that are there")
	shell.AddFlag(cmd, &f.positions, "position", nil, shell.AFile, "also show the agents' decisions at the table of this file; may be repeated")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

// positionsResult is the object of `ringer duel positions --json`.
type positionsResult struct {
	*positioning.Study
	Positions []asked  `json:"positions"`
	Pictures  []string `json:"pictures"`
}

// asked holds the decision of an agent at a position.
type asked struct {
	Position string               `json:"position"`
	Agent    string               `json:"agent"`
	Choices  []positioning.Choice `json:"choices"`
}

func runPositions(ctx context.Context, t *shell.Terminal, f *positionsFlags, names []string) error {
	g, err := lookup.GameFlag(f.game)
	if err != nil {
		return err
	}
	table, ok := g.(*duel.Game)
	if !ok {
		return input.Badf("--game %s: want duel, the game that is played on a table", g.Spec())
	}
	if err := shell.AtLeast("games", f.games, 1); err != nil {
		return err
	}
	entries, err := t.Opener.Entries(g, names)
	if err != nil {
		return err
	}
	// Everything that can be refused is, before an hour of games.
	questions, err := readPositions(table, f.positions)
	if err != nil {
		return err
	}
	if err := f.mayDraw(entries, questions); err != nil {
		return err
	}
	config := positioning.Config{Game: table, Entries: entries, Games: f.games, Seed: f.seed}
	bar := t.Progress("playing", f.games)
	config.Progress = bar.Set
	study, stopped := positioning.Run(ctx, config)
	bar.Finish()
	if study == nil {
		return stopped
	}
	result := &positionsResult{Study: study, Positions: []asked{}, Pictures: []string{}}
	for i, name := range names {
		if err := result.keep(f.out, duelsName(name), study.Heat(i)); err != nil {
			return err
		}
	}
	for _, q := range questions {
		if stopped != nil {
			break
		}
		if err := result.ask(ctx, f, &config, q); err != nil {
			return err
		}
	}
	if f.json {
		err = t.JSON(result)
	} else {
		err = result.print(t)
	}
	if err == nil && stopped != nil {
		err = shell.Interrupted("these are the %s of %s games that were over", shell.Count(float64(study.Games)), shell.Count(float64(f.games)))
	}
	return err
}

// question is a position that agents are asked about.
type question struct {
	name  string // of its file, without folder and extension
	state *duel.State
}

// readPositions reads the files of positions.
func readPositions(g *duel.Game, files []string) (list []question, err error) {
	for _, file := range files {
		text, err := disk.ReadText(file, configs.MaxSize)
		if err != nil {
			return nil, input.Bad(err)
		}
		at, err := lookup.GameAt(g, file, string(text))
		if err != nil {
			return nil, err
		}
		state := at.NewInitialState().(*duel.State)
		if state.CurrentPlayer() < 0 {
			return nil, input.Badf("%s: no seat is to act there", file)
		}
		list = append(list, question{strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), state})
	}
	return list, nil
}

// mayDraw refuses to draw over pictures that are there, without --force.
func (f *positionsFlags) mayDraw(entries []eval.Entry, questions []question) error {
	if f.out == "" {
		return nil
	}
	var faults []error
	for _, e := range entries {
		faults = append(faults, shell.MayWrite("out", pictureFile(f.out, duelsName(e.Name)), f.force))
		for _, q := range questions {
			faults = append(faults, shell.MayWrite("out", pictureFile(f.out, q.pictureName(e.Name)), f.force))
		}
	}
	return input.Bad(errors.Join(faults...))
}

// duelsName and pictureName name pictures: where an agent stands when a Duel begins, and
// where it would go from a position.
func duelsName(agent string) string { return "duels-" + lookup.FileWord(agent) }

func (q *question) pictureName(agent string) string { return q.name + "-" + lookup.FileWord(agent) }

func pictureFile(folder, name string) string { return filepath.Join(folder, name+".svg") }

// ask lets every agent decide at a position.
func (r *positionsResult) ask(ctx context.Context, f *positionsFlags, c *positioning.Config, q question) error {
	for _, e := range c.Entries {
		picture, choices, err := positioning.Policy(ctx, c.Game, q.state, e, f.seed)
		if err != nil {
			return err
		}
		r.Positions = append(r.Positions, asked{q.name, e.Name, choices})
		picture.Title = e.Name + ": " + q.name
		if err := r.keep(f.out, q.pictureName(e.Name), picture); err != nil {
			return err
		}
	}
	return nil
}

// keep writes a picture into the folder for pictures, if there is one.
func (r *positionsResult) keep(folder, name string, p *draw.Picture) error {
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return input.Bad(err)
	}
	path := pictureFile(folder, name)
	r.Pictures = append(r.Pictures, path)
	return input.Bad(os.WriteFile(path, draw.SVG(p), 0o644))
}

// shownChoices is the number of choices of a position that are printed.
const shownChoices = 4

func (r *positionsResult) print(t *shell.Terminal) error {
	if err := t.Printf("%s: %s games, seed %d%s\n\n", r.Game, shell.Count(float64(r.Games)), r.Seed, shell.IfInterrupted(r.Interrupted)); err != nil {
		return err
	}
	rows := [][]string{{"FIGURE"}}
	for _, a := range r.Agents {
		rows[0] = append(rows[0], a.Name, "OF")
	}
	for i, f := range r.Agents[0].Figures {
		row := []string{f.Name}
		for _, a := range r.Agents {
			f := a.Figures[i]
			if f.Of == 0 {
				row = append(row, "never", "0")
				continue
			}
			row = append(row, f.String(), shell.Count(float64(f.Of)))
		}
		rows = append(rows, row)
	}
	if err := t.Table(rows); err != nil {
		return err
	}
	for _, p := range r.Positions {
		if err := t.Printf("\n%s at %s:", p.Agent, p.Position); err != nil {
			return err
		}
		for _, c := range p.Choices[:min(shownChoices, len(p.Choices))] {
			if err := t.Printf(" %s %s;", shell.Percent(c.Prob), c.Action); err != nil {
				return err
			}
		}
	}
	for _, path := range r.Pictures {
		if err := t.Printf("\n%s", path); err != nil {
			return err
		}
	}
	return t.Printf("\n")
}
