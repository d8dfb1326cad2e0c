package bots

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/export"
	"ringer/train/warm"
)

type exportFlags struct {
	export.Options
	was                string
	json, force, carry bool
}

func NewExport(t *shell.Terminal) *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export RUN|CHECKPOINT|BOT|POPULATION",
		Short: "Make a bot file of a run, carry a bot to this version, or pack a population",
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

POPULATION is the file of a population, such as ringer population writes it: --out
NAME.tar is the same population with the bots of its players inside, one file that
mixture(NAME.tar) plays on any machine.`,
		Annotations: shell.Keys(`--json prints {"out", "name", "game", "spec_hash", "weights", "bytes"}; with --carry
or a bot "carried" in place of "weights"; of a population {"out", "game", "players",
"held", "bytes"}, "held" counting the bots inside.`),
		Example: "  ringer export runs/kuhn --out my.bot\n  ringer play kuhn --vs 'bot(my.bot)'\n  ringer export old.bot --carry --was old.json --out new.bot\n  ringer export runs/players/population.yaml --out both.tar",
		Args:    shell.Takes("RUN|CHECKPOINT|BOT|POPULATION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if isPopulation(args[0]) {
				for _, flag := range shell.Given(cmd, &f.Weights, &f.Name, &f.Licence, &f.Summary, &f.carry, &f.Half, &f.Steps, &f.was) {
					return input.Badf("--%s: %s is a population, whose bots stay as they are: leave it out", flag, args[0])
				}
				return f.population(t, args[0])
			}
			if shell.IsGiven(cmd, &f.Steps) {
				if f.Steps < 1 || f.Steps > export.MostSteps {
					return input.Badf("--steps %d: want a number from 1 to %d", f.Steps, export.MostSteps)
				}
				if f.carry {
					return input.Badf("--steps %d: a bot that is carried keeps its own weights: round it before or after", f.Steps)
				}
				f.Half = true
			}
			older := f.carry || f.Half && strings.EqualFold(filepath.Ext(args[0]), ".bot")
			if f.was != "" && !f.carry {
				return input.Badf("--was %s: want it beside --carry", f.was)
			}
			if older {
				for _, flag := range shell.Given(cmd, &f.Weights, &f.Licence, &f.Summary) {
					return input.Badf("--%s: a bot that is carried keeps its own: leave it out", flag)
				}
			}
			return f.run(t, args[0], older)
		},
	}
	shell.AddFlag(cmd, &f.Out, "out", "", shell.AFile, "the file to write, NAME.bot; of a population NAME.tar")
	shell.AddFlag(cmd, &f.Weights, "weights", "best", shell.Choice(shell.These("best", "averaged", "last")), "the weights: best, averaged or last")
	shell.AddFlag(cmd, &f.Name, "name", "", shell.AName, "name of the bot (default: of the file)")
	shell.AddFlag(cmd, &f.Licence, "licence", open.DefaultLicence, shell.AText, "SPDX identifier of the bot's licence")
	shell.AddFlag(cmd, &f.Summary, "summary", "", shell.AText, "a sentence about the bot for its model card")
	shell.AddFlag(cmd, &f.carry, "carry", false, shell.ASwitch, "write a BOT of an older version anew for its game as it is now")
	shell.AddFlag(cmd, &f.Half, "half", false, shell.ASwitch, "round the weights to half precision")
	shell.AddFlag(cmd, &f.Steps, "steps", 0, shell.ACount, "round the weights to multiples of one power of two, some `N` to their root mean square, in half precision")
	shell.AddFlag(cmd, &f.was, "was", "", shell.AFile, "a file with the layout of the older game, of ringer games GAME --json")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "replace the file if it is there")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

// isPopulation reports whether a file is named as populations are, texts and archives.
func isPopulation(file string) bool {
	return strings.EqualFold(filepath.Ext(file), ".yaml") || strings.EqualFold(filepath.Ext(file), ".tar")
}

// population writes a population as one file, and says how to play it.
func (f *exportFlags) population(t *shell.Terminal, from string) error {
	if filepath.Ext(f.Out) != ".tar" {
		return input.Badf("--out %q: want the name of a file that ends in .tar, for a population", f.Out)
	}
	if err := shell.MayWrite("out", f.Out, f.force); err != nil {
		return err
	}
	opener := &open.Opener{}
	file, err := export.Population(opener, from, f.Out)
	switch {
	case err != nil:
		return err
	case f.json:
		return t.JSON(file)
	}
	return t.Printf("%s: %s, players %d, bots inside %d, %s bytes\nPlay it: ringer play %s --vs %s\n", file.Out, file.Game, file.Players,
		file.Held, shell.Count(float64(file.Bytes)), input.ShellWord(file.Game), input.ShellWord(open.MixtureCall(file.Out)))
}

// run writes the file, and says what it is.
func (f *exportFlags) run(t *shell.Terminal, from string, older bool) (err error) {
	if err := shell.OneOf("weights", f.Weights, "best", "averaged", "last"); err != nil {
		return err
	}
	if filepath.Ext(f.Out) != ".bot" {
		return input.Badf("--out %q: want the name of a file that ends in .bot", f.Out)
	}
	if err := shell.MayWrite("out", f.Out, f.force); err != nil {
		return err
	}
	f.Ringer = buildinfo.ThisVersion().Version
	var file *export.File
	switch {
	case f.carry:
		file, err = export.Carry(from, f.was, f.Options)
		if _, refused := errors.AsType[*warm.CarryError](err); refused && f.was == "" {
			if old, unread := open.Bot(from); unread == nil {
				err = input.Badf("%w\n--was FILE has the names of its columns: of Ringer %s, ringer games %s --json", err, old.Manifest.Ringer, input.ShellWord(old.Manifest.Game))
			}
		}
	case older:
		file, err = export.Round(from, f.Options)
	default:
		file, err = export.Run(from, f.Options)
	}
	switch {
	case err != nil:
		return err
	case f.json:
		return t.JSON(file)
	}
	size := shell.Count(float64(file.Bytes))
	switch c := file.Carried; {
	case c == nil:
		if file.Unconverted != "" {
			t.Warnf("networks of the kind %s have no ONNX form: the bot has no policy.onnx, and its weights are in half precision\n", file.Unconverted)
		}
		return t.Printf("%s: %s, %s weights of iteration %d, %s bytes\nPlay it: ringer play %s --vs %s\n", file.Out, file.Game, file.Weights,
			file.Manifest.Training.Iterations, size, input.ShellWord(file.Game), input.ShellWord(lookup.BotCall(file.Out)))
	case !f.carry:
		return t.Printf("%s: %s, in half precision, %s bytes of %s\nIts figures are those that were measured before.\n", file.Out, file.Game, size, shell.Count(float64(file.Before)))
	default:
		if len(c.Lost) > 0 {
			t.Warnf("the game no longer shows what the bot read in %s: the bot plays differently where that was not zero\n", columnsWords(c.Lost))
		}
		fresh := "every column was known"
		if len(c.New) > 0 {
			fresh = "new to it, with zero weights: " + columnsWords(c.New)
		}
		return t.Printf("%s: %s, carried from spec %.12s to %.12s; %s\nIts figures are those that were measured before.\n", file.Out, file.Game, c.SpecHash, file.SpecHash, fresh)
	}
}

// columnsWords lists fields with their counts of columns.
func columnsWords(list []botfile.Columns) string {
	var words []string
	for _, c := range list {
		words = append(words, fmt.Sprintf("%s %d", c.Field, c.Count))
	}
	return strings.Join(words, ", ")
}
