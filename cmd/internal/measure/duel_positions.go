package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
		RunE:    func(cmd *cobra.Command, args []string) error { return runPositions(cmd.Context(), t, &f, args) },
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
	Positions []positioning.Answer `json:"positions"`
	Pictures  []string             `json:"pictures"`
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
	if err := f.mayDraw(names, entries, questions); err != nil {
		return err
	}
	bar := t.Progress("playing", f.games)
	study, stopped := positioning.Run(ctx, positioning.Config{Game: table, Entries: entries, Games: f.games, Seed: f.seed, Progress: bar.Set})
	bar.Finish()
	if study == nil {
		return stopped
	}
	result := &positionsResult{Study: study, Positions: []positioning.Answer{}, Pictures: []string{}}
	for i, name := range names {
		if err := result.keep(f.picture("duels", name), study.Heat(i)); err != nil {
			return err
		}
	}
	for _, q := range questions {
		if stopped != nil {
			break
		}
		answers, err := positioning.Ask(ctx, table, q.name, q.state, entries, f.seed)
		if err != nil {
			return err
		}
		for _, a := range answers {
			if err := result.keep(f.picture(q.name, a.Agent), a.Picture); err != nil {
				return err
			}
		}
		result.Positions = append(result.Positions, answers...)
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

// picture returns the path of a picture of an agent: where it stands when a Duel begins, or where it
// would go from a position; empty without --out.
func (f *positionsFlags) picture(of, agent string) string {
	if f.out == "" {
		return ""
	}
	return filepath.Join(f.out, of+"-"+lookup.FileWord(agent)+".svg")
}

// mayDraw refuses to draw over pictures that are there, without --force.
func (f *positionsFlags) mayDraw(names []string, entries []eval.Entry, questions []question) error {
	if f.out == "" {
		return nil
	}
	var faults []error
	for i, e := range entries {
		faults = append(faults, shell.MayWrite("out", f.picture("duels", names[i]), f.force))
		for _, q := range questions {
			faults = append(faults, shell.MayWrite("out", f.picture(q.name, e.Name), f.force))
		}
	}
	return input.Bad(errors.Join(faults...))
}

// keep writes a picture to a path, if there is one.
func (r *positionsResult) keep(path string, p *draw.Picture) error {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return input.Bad(err)
	}
	r.Pictures = append(r.Pictures, path)
	return input.Bad(os.WriteFile(path, draw.SVG(p), 0o644))
}

// shownChoices is the number of choices of a position that are printed.
const shownChoices = 4

func (r *positionsResult) print(t *shell.Terminal) error {
	rows := [][]string{{"FIGURE"}}
	for i, f := range r.Agents[0].Figures {
		row := []string{f.Name}
		for _, a := range r.Agents {
			if i == 0 {
				rows[0] = append(rows[0], a.Name, "OF")
			}
			if f := a.Figures[i]; f.Of > 0 {
				row = append(row, f.String(), shell.Count(float64(f.Of)))
			} else {
				row = append(row, "never", "0")
			}
		}
		rows = append(rows, row)
	}
	var rest strings.Builder
	for _, p := range r.Positions {
		fmt.Fprintf(&rest, "\n%s at %s:", p.Agent, p.Position)
		for _, c := range p.Choices[:min(shownChoices, len(p.Choices))] {
			fmt.Fprintf(&rest, " %s %s;", shell.Percent(c.Prob), c.Action)
		}
	}
	for _, path := range r.Pictures {
		rest.WriteString("\n" + path)
	}
	return cmp.Or(t.Printf("%s: %s games, seed %d%s\n\n", r.Game, shell.Count(float64(r.Games)), r.Seed, shell.IfInterrupted(r.Interrupted)),
		t.Table(rows), t.Printf("%s\n", &rest))
}
