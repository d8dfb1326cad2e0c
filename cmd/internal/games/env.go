package games

import (
	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/draw"
	"ringer/internal/console"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/tables"
	"ringer/play/wire"
)

func NewEnv(t *shell.Terminal) *cobra.Command {
	var schema, omniscient bool
	var position string
	cmd := &cobra.Command{
		Use:   "env GAME",
		Short: "Let a program play at tables of a game: JSON lines in, JSON lines out",
		Long: `Read a program's requests from standard input and answer them on standard output, one
JSON object a line, until the input ends. docs/environment.md has them all; in short:

    ringer   {"type":"hello","protocol":"` + wire.Version + `","game":…,"fields":[…],"blocks":[…]}
    program  {"op":"reset","seed":1}
    ringer   {"type":"state","seat":0,"observation":[…],"legal":[0,1],…}
    program  {"op":"step","action":1}

Tables can be copied, resampled and drawn; agents can sit at them and be asked; match
plays a program's policy against them, with intervals; and vectors of tables lie in
memory that the program shares. The Python package in python/ speaks it.

--position FILE lets every episode begin at a table set up in a file, for games that
read such files. --omniscient is for a researcher who owns the process: the program walks
the tree of the game, chance included, and sees what every seat may know.

A line that is no request is answered by {"type":"error","line":…,"error":…}, and
changes nothing. The first Ctrl-C or SIGTERM ends it, with exit status 130, and so does
the end of the program that reads its answers, also while it computes one.

--schema prints the JSON Schema of all messages instead.`,
		Example: "  ringer env leduc < requests.jsonl\n  ringer env 'heat(players=4)'\n  ringer env leduc --omniscient\n  ringer env kuhn --schema",
		Args:    shell.Takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := open.Game(args[0])
			if err != nil {
				return err
			}
			if position != "" {
				if g, err = atPosition(g, position); err != nil {
					return err
				}
			}
			if schema {
				_, err := t.Out.Write(wire.Schema())
				return err
			}
			ctx, stop := console.WhileRead(cmd.Context(), t.Out)
			defer stop()
			return wire.Serve(ctx, t.In, t.Out, wire.Config{
				Game: g, Version: buildinfo.ThisVersion().Version,
				Agent: func(name string) (agents.Agent, error) {
					name, err := open.Level(g, name)
					if err != nil {
						return nil, err
					}
					return t.Opener.Agent(g, name)
				},
				Share:      shareMemory,
				Omniscient: omniscient,
				Draw:       DrawBoard,
			})
		},
	}
	shell.AddFlag(cmd, &omniscient, "omniscient", false, shell.ASwitch, "let the program see all that is hidden, and walk the tree of the game")
	shell.AddFlag(cmd, &position, "position", "", shell.AFile, "let episodes begin at the table of this file")
	shell.AddFlag(cmd, &schema, "schema", false, shell.ASwitch, "print the JSON Schema of the messages")
	return cmd
}

// atPosition returns the game whose episodes begin at the table of a file.
func atPosition(g env.Game, path string) (env.Game, error) {
	text, err := disk.ReadText(path, configs.MaxSize)
	if err != nil {
		return nil, input.Bad(err)
	}
	return tables.At(g, path, string(text))
}

func shareMemory(path string, size int) (wire.Memory, error) {
	shared, err := disk.Share(path, size)
	if err != nil {
		return wire.Memory{}, err
	}
	return wire.Memory{Bytes: shared.Bytes, Close: shared.Close}, nil
}

// DrawBoard returns an SVG of the board of a game that has one.
func DrawBoard(s env.State) []byte {
	if board, ok := env.UnwrapState(s).(*duel.State); ok {
		return draw.SVG(board.Picture())
	}
	return nil
}
