package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/input"
	"ringer/open/tables"
	"ringer/play"
	"ringer/play/replay"
)

type replayFlags struct {
	seat         int
	open, verify bool
	json         bool
}

func NewReplay(t *shell.Terminal) *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Step through a saved game",
		Long: `Step through a saved game: one that ringer play wrote, or one from elsewhere.
On a screen Enter goes on, back goes back, a number goes to that moment, seat 2 looks
through the eyes of seat 2, ? lists the commands. Elsewhere everything that happened is
printed.

A game that is over is shown open; --seat S shows it as that seat saw it. A game that is
not over is shown as the person at its table sees it, unless --open says otherwise.

--verify plays the record again by the rules and prints the result: every action must be
legal, and the result the same.`,
		Annotations: shell.Keys(`--json prints {"file", "game", "agents", "seed", "actions", "over", "returns"} of a record
that the rules allow, and nothing that was hidden.`),
		Example: "  ringer play kuhn --save mine.replay.jsonl\n  ringer replay mine.replay.jsonl\n  ringer replay mine.replay.jsonl --verify",
		Args:    shell.Takes("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := args[0]
			record, g, err := tables.ReadGame(file)
			if err != nil {
				return err
			}
			if f.json {
				return replayJSON(t, g, file, record)
			}
			if f.verify {
				return verifyReplay(t, g, file, record)
			}
			eyes, err := eyesOf(&f, shell.IsGiven(cmd, &f.seat), file, g, record)
			if err != nil {
				return err
			}
			cfg, done := terminalOf(t, g)
			defer done()
			if err := play.Watch(cmd.Context(), g, record, eyes, cfg); err != nil {
				return input.Badf("%s: %w", file, err)
			}
			return nil
		},
	}
	shell.AddFlag(cmd, &f.seat, "seat", 0, shell.ANumber, "look through the eyes of this seat, from 1")
	shell.AddFlag(cmd, &f.open, "open", false, shell.ASwitch, "show everything, also of a game that is not over")
	shell.AddFlag(cmd, &f.verify, "verify", false, shell.ASwitch, "play the record again by the rules and print the result")
	shell.AddFlag(cmd, &f.json, "json", false, shell.AsObject, "verify, and print one JSON object")
	return cmd
}

// eyesOf says through whose eyes a record is seen.
func eyesOf(f *replayFlags, seatNamed bool, file string, g env.Game, record *replay.Replay) (play.Eyes, error) {
	players := g.Spec().Players
	if seatNamed && (f.seat < 1 || f.seat > players) {
		return play.Eyes{}, input.Badf("--seat %d: want a number from 1 to %d", f.seat, players)
	}
	over := record.Returns != nil
	if over || f.open {
		return play.Eyes{Seat: env.Player(f.seat - 1), Open: !seatNamed}, nil
	}
	person := slices.Index(record.Agents, replay.Human)
	switch {
	case person < 0:
		return play.Eyes{}, input.Badf("%s: the game is not over and nobody sits at it: --open shows it", file)
	case seatNamed && f.seat-1 != person:
		return play.Eyes{}, input.Badf("--seat %d: the game is not over and %s plays it: --open shows what others see", f.seat, scene.SeatName(env.Player(person)))
	}
	return play.Eyes{Seat: env.Player(person), Kept: true}, nil
}

// replayJSON verifies a record and prints it in short.
func replayJSON(t *shell.Terminal, g env.Game, file string, record *replay.Replay) error {
	if _, err := record.Play(g, nil); err != nil {
		return input.Badf("%s: %w", file, err)
	}
	return t.JSON(struct {
		File    string    `json:"file"`
		Game    string    `json:"game"`
		Agents  []string  `json:"agents"`
		Seed    uint64    `json:"seed"`
		Actions int       `json:"actions"`
		Over    bool      `json:"over"`
		Returns []float64 `json:"returns"` // null before the end
	}{file, g.Spec().String(), record.Agents, record.Seed, len(record.Steps), record.Returns != nil, record.Returns})
}

// verifyReplay plays a record again and prints its result.
func verifyReplay(t *shell.Terminal, g env.Game, file string, record *replay.Replay) error {
	if _, err := record.Play(g, nil); err != nil {
		return input.Badf("%s: %w", file, err)
	}
	if record.Returns == nil {
		return t.Printf("%s: %s, %d actions as the rules have them; the game is not over\n", file, g.Spec(), len(record.Steps))
	}
	returns := make([]string, len(record.Returns))
	for p, r := range record.Returns {
		returns[p] = fmt.Sprintf("%s %+.4g", scene.SeatName(env.Player(p)), r)
	}
	return t.Printf("%s: %s, %d actions and the result as the rules have them: %s\n", file, g.Spec(), len(record.Steps), strings.Join(returns, ", "))
}
