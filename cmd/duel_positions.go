package cmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringer/configs"
	"ringer/env/duel"
	"ringer/env/duel/draw"
	"ringer/eval"
	"ringer/internal/disk"
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

func newDuelPositions(t *terminal) *cobra.Command {
	var f positionsFlags
	cmd := &cobra.Command{
		Use:   "positions A [B]…",
		Short: "Measure how agents use the table of a skirmish",
		Long: `Let agents play DUEL against each other and measure how they use the table: where
they stand when a Duel begins, how far from the enemy, in cover or not, before or
after the enemy has acted, with which scores, and how often they carry the treasure
off. Agents take the seats in turn, on shared deals.

` + agentHelp + `

Each figure comes with the number of its Duels, scores or games, and with a 95%
interval that treats a game as one observation.

--out DIR writes pictures (SVG): duels-AGENT.svg, a map of where the agent stands;
and for every --position FILE, FILE-AGENT.svg, the agent's decision there. The page
of the game describes position files.

--json prints {"game", "games", "seed", "agents": [{"name", "figures": [{"name",
"value", "low", "high", "of", "games", "share"}]}], "positions": [{"position",
"agent", "choices": [{"action", "prob"}]}], "pictures": [paths]}.`,
		Example: "  ringer duel positions expert greedy --game duel --games 1000\n  ringer duel positions expert --game 'duel(map=city)' --out pictures",
		Args:    takes("A", "[B]…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPositions(cmd.Context(), t, &f, args)
		},
	}
	addFlag(cmd, &f.game, "game", "duel", aGame, "the game: duel, or with parameters, in quotes")
	addFlag(cmd, &f.games, "games", 1000, aCount, "games to play")
	addFlag(cmd, &f.seed, "seed", 1, aSeed, "seed of the games and of everything random in the agents")
	addFlag(cmd, &f.out, "out", "", aFolder, "folder for pictures")
	addFlag(cmd, &f.force, "force", false, aSwitch, "replace pictures that are there")
	addFlag(cmd, &f.positions, "position", nil, aFile, "also show the agents' decisions at the table of this file; may be repeated")
	addJSON(cmd, &f.json)
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

func runPositions(ctx context.Context, t *terminal, f *positionsFlags, names []string) error {
	g, err := gameFlag(f.game)
	if err != nil {
		return err
	}
	table, ok := g.(*duel.Game)
	if !ok {
		return badf("--game %s: want duel, the game that is played on a table", g.Spec())
	}
	if err := atLeast("games", f.games, 1); err != nil {
		return err
	}
	entries, err := opener.Entries(g, names)
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
	bar := t.progress("playing", f.games)
	config.Progress = bar.set
	study, stopped := positioning.Run(ctx, config)
	bar.finish()
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
		err = t.json(result)
	} else {
		err = result.print(t)
	}
	if err == nil && stopped != nil {
		err = interrupted("these are the %s of %s games that were over", count(float64(study.Games)), count(float64(f.games)))
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
			return nil, bad(err)
		}
		at, err := gameAt(g, file, string(text))
		if err != nil {
			return nil, err
		}
		state := at.NewInitialState().(*duel.State)
		if state.CurrentPlayer() < 0 {
			return nil, badf("%s: no seat is to act there", file)
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
		faults = append(faults, mayWrite("out", pictureFile(f.out, duelsName(e.Name)), f.force))
		for _, q := range questions {
			faults = append(faults, mayWrite("out", pictureFile(f.out, q.pictureName(e.Name)), f.force))
		}
	}
	return bad(errors.Join(faults...))
}

// duelsName and pictureName name pictures: where an agent stands when a Duel begins, and
// where it would go from a position.
func duelsName(agent string) string { return "duels-" + fileWord(agent) }

func (q *question) pictureName(agent string) string { return q.name + "-" + fileWord(agent) }

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
		return bad(err)
	}
	path := pictureFile(folder, name)
	r.Pictures = append(r.Pictures, path)
	return bad(os.WriteFile(path, draw.SVG(p), 0o644))
}

// fileWord makes the name of an agent fit for a file: bot(duel) is bot-duel.
func fileWord(name string) string {
	word := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, name)
	return strings.Trim(word, "-")
}

// shownChoices is the number of choices of a position that are printed.
const shownChoices = 4

func (r *positionsResult) print(t *terminal) error {
	if err := t.printf("%s: %s games, seed %d%s\n\n", r.Game, count(float64(r.Games)), r.Seed, ifInterrupted(r.Interrupted)); err != nil {
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
			row = append(row, f.String(), count(float64(f.Of)))
		}
		rows = append(rows, row)
	}
	if err := t.table(rows); err != nil {
		return err
	}
	for _, p := range r.Positions {
		if err := t.printf("\n%s at %s:", p.Agent, p.Position); err != nil {
			return err
		}
		for _, c := range p.Choices[:min(shownChoices, len(p.Choices))] {
			if err := t.printf(" %s %s;", percent(c.Prob), c.Action); err != nil {
				return err
			}
		}
	}
	for _, path := range r.Pictures {
		if err := t.printf("\n%s", path); err != nil {
			return err
		}
	}
	return t.printf("\n")
}
