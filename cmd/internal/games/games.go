package games

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/internal/input"
	"ringer/open"
)

func NewGames(t *shell.Terminal) *cobra.Command {
	var asJSON, names, listKnobs bool
	var diff, vary []string
	cmd := &cobra.Command{
		Use:   "games [GAME]",
		Short: "List the games; with a name, show its rules, parameters, layouts and knobs",
		Long: `List the games, or show one: its rules in short, its parameters, and the meaning of
every action id and every number of the observation.

GAME is a name, or a name with parameters: "kuhn(players=3)". In every command a bot, a
saved game or the folder of a run may stand for the game whose rules it carries: mine.bot.

--knobs lists everything in the rules that can be changed: each parameter, and each
number, word and switch of each card, by its path and with its value.

--diff FILE says in words what a file of changes does to GAME, compared with the rules
that ship; FILE may be a change as well, such as cards.lookout.gain=3. Where GAME has
changes of its own, --diff shipped says what they do.

--vary PATH=VALUES prints the game strings of a series along one knob, one a line:
VALUES is a range 1..5, a range with a step 0..1:0.25, or a list 1,2,4.`,
		Annotations: shell.Keys(`--json prints {"games": [{name, title, game, version, players, min_players,
max_players, actions, observation_size, max_game_length, utility, parameters:
[{name, value, default, choices, doc}], spec_hash, facts_hash}]}; with GAME, that
one game, and also blocks (of the actions), kinds (of decisions) and fields (of the
observation, with the names of their rows and columns).

With --json, --knobs prints {"game", "knobs": [{path, value, kind, choices, id, name,
doc}]}, --diff {"game", "shipped", "spec_hash", "shipped_hash", "differences": [{path, id,
name, from, to, words}]}, and --vary {"games": [{path, value, label, game, spec_hash}]}.`),
		Example: "  ringer games\n  ringer games kuhn\n  ringer games 'goofspiel(cards=13)' --json\n" +
			"  ringer games heat --knobs\n  ringer games heat --diff cards.armoured-van.gain=16\n  ringer games heat --vary cards.lookout.gain=1..5",
		Args: shell.Takes("[GAME]"),
		RunE: func(_ *cobra.Command, args []string) error {
			differ, varied := len(diff) > 0, len(vary) > 0
			switch {
			case listKnobs && differ || listKnobs && varied || differ && varied:
				return input.Badf("games --knobs, --diff and --vary: want one of them")
			case len(args) == 0 && (listKnobs || differ || varied):
				return input.Badf("games --knobs, --diff and --vary: want a GAME, such as ringer games heat --knobs")
			case differ:
				return showDifferences(t, args[0], diff, asJSON)
			case listKnobs:
				return showKnobs(t, args[0], asJSON)
			case varied:
				return showSeries(t, args[0], vary, asJSON)
			case len(args) == 1:
				return showGame(t, args[0], asJSON)
			}
			return listGames(t, asJSON, names)
		},
	}
	shell.AddJSON(cmd, &asJSON)
	shell.AddFlag(cmd, &names, "names", false, shell.ASwitch, "print the names only, one a line")
	shell.AddFlag(cmd, &listKnobs, "knobs", false, shell.ASwitch, "list what can be changed in the rules of GAME")
	shell.AddFlag(cmd, &diff, "diff", nil, shell.APath, "say what a `FILE` of changes does to the rules of GAME, or with shipped what the changes in GAME do; may be repeated")
	shell.AddFlag(cmd, &vary, "vary", nil, shell.AText, "print the games of a series along one knob, `PATH=VALUES`; may be repeated")
	return cmd
}

func listGames(t *shell.Terminal, asJSON, names bool) error {
	if names {
		return t.Printf("%s\n", strings.Join(games.Names(), "\n"))
	}
	list := struct {
		Games []open.GameInfo `json:"games"`
	}{[]open.GameInfo{}}
	rows := [][]string{{"GAME", "TITLE", "SEATS", "ACTIONS", "OBSERVATION", "LONGEST EPISODE"}}
	for _, name := range games.Names() {
		g, err := games.New(name)
		if err != nil {
			return err
		}
		info := open.DescribeGame(g.Spec())
		list.Games = append(list.Games, info)
		rows = append(rows, []string{
			name, info.Title, seatRange(info), fmt.Sprint(info.Actions),
			fmt.Sprintf("%d floats", info.ObservationSize), fmt.Sprintf("%d decisions", info.MaxGameLength),
		})
	}
	if asJSON {
		return t.JSON(list)
	}
	return cmp.Or(t.Table(rows), t.Printf("\nringer games GAME shows one of them; ringer play GAME plays it.\n"))
}

func seatRange(info open.GameInfo) string {
	if info.MinPlayers == info.MaxPlayers {
		return fmt.Sprint(info.MinPlayers)
	}
	return fmt.Sprintf("%d-%d", info.MinPlayers, info.MaxPlayers)
}

func showGame(t *shell.Terminal, text string, asJSON bool) error {
	g, err := open.Game(text)
	if err != nil {
		return err
	}
	spec := g.Spec()
	if asJSON {
		info := open.DescribeGame(spec)
		info.Blocks, info.Kinds, info.Fields = spec.Actions, spec.Kinds(), spec.Observation
		return t.JSON(map[string]any{"games": []open.GameInfo{info}})
	}
	if changed, err := lookup.ChangesOf(g, g); err == nil && len(changed.Differences) > 0 {
		if err := t.Printf("%s\n", changed); err != nil {
			return err
		}
	}
	return t.Printf("%s", gamePage(spec))
}
