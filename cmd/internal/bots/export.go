package bots

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/exports"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
)

func NewExport(t *shell.Terminal) *cobra.Command {
	var f exports.ExportFlags
	cmd := &cobra.Command{
		Use:   "export RUN|CHECKPOINT|BOT",
		Short: "Make a bot file of a training run, or carry a bot to the game of this version",
		Long: `Make one file, NAME.bot, of a training run: weights (safetensors), the same policy
for other runtimes (ONNX), and a manifest with the game, its training, its measured
strength and checksums. RUN is a folder that ringer train made, CHECKPOINT one of its
checkpoints/ITERATION.

--weights best takes the weights that the run chose at its end; of a run that has not
ended, the averaged ones, which usually play better than the last.

--carry takes a bot that an older Ringer made, whose game has another spec hash today,
and writes it anew for the game of this version: the same weights, found by the names of
actions, fields and columns. A column that the bot has not seen gets zero weights, so
that the bot plays as it did wherever that column is zero. Its figures stay those that
were measured before; its manifest says so, under "carried". A bot whose actions differ
is refused. --was FILE has the names of the older game's columns: the output of ringer
games GAME --json in the version that made the bot. Without it a field of another shape is
refused.

--half rounds the weights to half precision (IEEE binary16): a file of half the size, whose
player decides as before but for differences far below what games show. It takes a bot's
file too, NAME.bot, whose manifest then says which file it was. --steps 32 rounds further, to
multiples of the power of two that is nearest to 1/32 of the weights' root mean square:
a file of the same size, which compresses to less than half. In one decision of two
hundred another action is then the likeliest.

--json prints {"out", "name", "game", "spec_hash", "weights", "bytes"}; with --carry
or a bot "carried" in place of "weights".`,
		Example: "  ringer export runs/kuhn --out my.bot\n  ringer play kuhn --vs 'bot(my.bot)'\n  ringer export old.bot --carry --was old.json --out new.bot",
		Args:    shell.Takes("RUN|CHECKPOINT|BOT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if shell.IsGiven(cmd, &f.Steps) {
				if f.Steps < 1 || f.Steps > exports.MostSteps {
					return input.Badf("--steps %d: want a number from 1 to %d", f.Steps, exports.MostSteps)
				}
				if f.Carry {
					return input.Badf("--steps %d: a bot that is carried keeps its own weights: round it before or after", f.Steps)
				}
				f.Half = true
			}
			if f.Carry {
				return exports.RunCarry(t, cmd, &f, args[0])
			}
			if f.Was != "" {
				return input.Badf("--was %s: want it beside --carry", f.Was)
			}
			if f.Half && strings.EqualFold(filepath.Ext(args[0]), ".bot") {
				return exports.RunRound(t, cmd, &f, args[0])
			}
			return exports.RunExport(t, &f, args[0])
		},
	}
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFile, "the file to write, NAME.bot")
	shell.AddFlag(cmd, &f.Weights, "weights", "best", shell.Choice(shell.These("best", "averaged", "last")), "the weights: best, averaged or last")
	shell.AddFlag(cmd, &f.Name, "name", "", shell.AName, "name of the bot (default: of the file)")
	shell.AddFlag(cmd, &f.Licence, "licence", exports.DefaultLicence, shell.AText, "SPDX identifier of the bot's licence")
	shell.AddFlag(cmd, &f.Summary, "summary", "", shell.AText, "a sentence about the bot for its model card")
	shell.AddFlag(cmd, &f.Carry, "carry", false, shell.ASwitch, "write a BOT of an older version anew for its game as it is now")
	shell.AddFlag(cmd, &f.Half, "half", false, shell.ASwitch, "round the weights to half precision")
	shell.AddFlag(cmd, &f.Steps, "steps", 0, shell.ACount, "round the weights to multiples of one power of two, some `N` to their root mean square, in half precision")
	shell.AddFlag(cmd, &f.Was, "was", "", shell.AFile, "a file with the layout of the older game, of ringer games GAME --json")
	shell.AddFlag(cmd, &f.Force, "force", false, shell.ASwitch, "replace the file if it is there")
	shell.AddJSON(cmd, &f.JSON)
	return cmd
}
