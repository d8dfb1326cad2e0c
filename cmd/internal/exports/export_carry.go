package exports

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ringer/agents/neural"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

// maxLayout bounds the file of --was, in bytes.
const maxLayout = 16 << 20

// rewritten opens a bot that is to be written anew, and checks what may be said of the new file.
func (f *ExportFlags) rewritten(cmd *cobra.Command, from string) (data []byte, bot *botfile.Bot, g env.Game, err error) {
	for _, flag := range shell.Given(cmd, &f.Weights, &f.Licence, &f.Summary) {
		return nil, nil, nil, input.Badf("--%s: a bot that is carried keeps its own: leave it out", flag)
	}
	if err := f.checkOut(); err != nil {
		return nil, nil, nil, err
	}
	if data, err = open.BotBytes(from); err != nil {
		return nil, nil, nil, input.Bad(err)
	}
	if bot, err = open.ReadBot(from, data); err != nil {
		return nil, nil, nil, input.Bad(err)
	}
	g, err = open.GameOf(from, bot)
	return data, bot, g, err
}

// note completes what a bot's manifest says of the file that it was.
func note(c *botfile.Carried, data []byte, was *botfile.Manifest) {
	c.SHA256, c.Weights, c.Ringer = fmt.Sprintf("%x", sha256.Sum256(data)), was.Checksums[botfile.WeightsName], was.Ringer
}

// RunRound writes a bot anew with weights of half precision, in steps where they are asked for.
func RunRound(t *shell.Terminal, cmd *cobra.Command, f *ExportFlags, from string) error {
	data, bot, g, err := f.rewritten(cmd, from)
	if err != nil {
		return err
	}
	if bot.Weights == nil || bot.Half && f.Steps == 0 {
		return input.Badf("%s: its weights are in half precision already, or it has none: there is nothing to round", from)
	}
	spec, m := g.Spec(), &bot.Manifest
	if err := bot.CheckSpec(spec.String(), spec.Hash); err != nil {
		return input.Bad(err)
	}
	rounded, err := f.rounded(bot.Weights)
	if err != nil {
		return input.Badf("%s: %w", from, err)
	}
	if bot.Half && slices.Equal(rounded.Flat, bot.Weights.Flat) {
		return input.Badf("%s: its weights are in such steps already: there is nothing to round", from)
	}
	noted := botfile.Carried{SpecHash: m.SpecHash, FactsHash: spec.FactsHash, Version: spec.Version, Half: true}
	note(&noted, data, m)
	m.Carried = append(m.Carried, noted)
	m.Name, m.Ringer = f.Name, buildinfo.ThisVersion().Version
	bot.Weights, bot.Half, bot.ReturnScale = rounded, true, neural.ReturnScale(spec)
	size, err := f.writeBot(bot, spec)
	if err != nil {
		return err
	}
	if f.JSON {
		return t.JSON(map[string]any{"out": f.Out, "name": f.Name, "game": spec.String(), "spec_hash": spec.Hash, "carried": noted, "bytes": size})
	}
	return t.Printf("%s: %s, in half precision, %s bytes of %s\nIts figures are those that were measured before.\n", f.Out, spec, shell.Count(float64(size)), shell.Count(float64(len(data))))
}

// rounded returns the weights as --half and --steps want them.
func (f *ExportFlags) rounded(w *models.Weights) (*models.Weights, error) {
	if f.Steps > 0 {
		return w.Stepped(f.Steps)
	}
	return w.Halved()
}

// writeBot writes a bot's file, which must play before it is written, and returns its size in bytes.
func (f *ExportFlags) writeBot(bot *botfile.Bot, spec *env.Spec) (int, error) {
	if _, err := neural.FromWeights(spec, bot.Weights); err != nil {
		return 0, err
	}
	var out bytes.Buffer
	if err := botfile.Write(&out, *bot); err != nil {
		return 0, err
	}
	return out.Len(), checkpoint.WriteFile(f.Out, out.Bytes())
}

// RunCarry writes a bot of an older version anew for its game as it is now.
func RunCarry(t *shell.Terminal, cmd *cobra.Command, f *ExportFlags, from string) error {
	data, old, g, err := f.rewritten(cmd, from)
	if err != nil {
		return err
	}
	spec := g.Spec()
	if spec.Hash == old.Manifest.SpecHash {
		return input.Badf("%s: its spec hash is that of %s in this version: there is nothing to carry", from, spec)
	}
	var was *env.Spec
	if f.Was != "" {
		if was, err = readLayout(f.Was, &old.Manifest); err != nil {
			return input.Bad(err)
		}
	}
	bot, err := warm.Carry(old, was, spec)
	if refused, ok := errors.AsType[*warm.CarryError](err); ok {
		hint := ""
		if was == nil {
			hint = fmt.Sprintf("\n--was FILE has the names of its columns: of Ringer %s, ringer games %s --json", old.Manifest.Ringer, input.ShellWord(old.Manifest.Game))
		}
		return input.Badf("%w%s", refused, hint)
	}
	if err != nil {
		return err
	}
	m := &bot.Manifest
	m.Name, m.Ringer = f.Name, buildinfo.ThisVersion().Version
	bot.ReturnScale = neural.ReturnScale(spec)
	noted := &m.Carried[len(m.Carried)-1]
	note(noted, data, &old.Manifest)
	bot.Half = bot.Half || f.Half
	size, err := f.writeBot(bot, spec)
	if err != nil {
		return err
	}
	if f.JSON {
		return t.JSON(map[string]any{"out": f.Out, "name": f.Name, "game": spec.String(), "spec_hash": spec.Hash, "carried": noted, "bytes": size})
	}
	if len(noted.Lost) > 0 {
		t.Warnf("the game shows no more what the bot read in %s: it plays otherwise where that was not zero\n", columnsWords(noted.Lost))
	}
	fresh := "every column was known"
	if len(noted.New) > 0 {
		fresh = "new to it, with zero weights: " + columnsWords(noted.New)
	}
	return t.Printf("%s: %s, carried from spec %.12s to %.12s; %s\nIts figures are those that were measured before.\n", f.Out, spec, noted.SpecHash, spec.Hash, fresh)
}

// columnsWords lists fields with their counts of columns.
func columnsWords(list []botfile.Columns) string {
	words := ""
	for i, c := range list {
		if i > 0 {
			words += ", "
		}
		words += fmt.Sprintf("%s %d", c.Field, c.Count)
	}
	return words
}

// readLayout reads the layout of a bot's game from what ringer games GAME --json printed in
// another version.
func readLayout(file string, m *botfile.Manifest) (*env.Spec, error) {
	data, err := disk.ReadFile(file, maxLayout)
	if err != nil {
		return nil, err
	}
	var list struct {
		Games []lookup.GameInfo `json:"games"`
	}
	if err := input.JSON(data, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, g := range list.Games {
		if g.SpecHash == m.SpecHash && len(g.Fields) > 0 {
			return &env.Spec{Name: g.Name, Version: g.Version, Actions: g.Blocks, Observation: g.Fields, Hash: g.SpecHash, FactsHash: g.FactsHash}, nil
		}
	}
	return nil, fmt.Errorf("%s: want the game %s with the spec hash %s, its blocks and its fields", file, m.Game, m.SpecHash)
}
