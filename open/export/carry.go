package export

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"ringer/agents/neural"
	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/train/warm"
)

// older opens a bot that is to be written anew.
func older(from string) (data []byte, bot *botfile.Bot, g env.Game, err error) {
	if data, err = open.BotBytes(from); err != nil {
		return nil, nil, nil, input.Bad(err)
	}
	if bot, err = open.ReadBot(from, data); err != nil {
		return nil, nil, nil, input.Bad(err)
	}
	g, err = open.GameOf(from, bot)
	return data, bot, g, err
}

// rewrite writes an older bot anew, and completes what its manifest says of the file that it was.
func rewrite(bot *botfile.Bot, spec *env.Spec, data []byte, was *botfile.Manifest, o Options) (*File, error) {
	m := &bot.Manifest
	c := &m.Carried[len(m.Carried)-1]
	c.SHA256, c.Weights, c.Ringer = fmt.Sprintf("%x", sha256.Sum256(data)), was.Checksums[botfile.WeightsName], was.Ringer
	m.Name, m.Ringer, bot.ReturnScale = o.BotName(), o.Version(), neural.ReturnScale(spec)
	file, err := write(o.Out, bot, spec)
	if err != nil {
		return nil, err
	}
	file.Carried, file.Before = c, len(data)
	return file, nil
}

// Round writes a bot anew with weights of half precision, in steps where they are asked for.
func Round(from string, o Options) (*File, error) {
	data, bot, g, err := older(from)
	if err != nil {
		return nil, err
	}
	if bot.Weights == nil || bot.Half && o.Steps == 0 {
		return nil, input.Badf("%s: its weights are in half precision already, or it has none: there is nothing to round", from)
	}
	spec, was := g.Spec(), bot.Manifest
	if err := bot.CheckSpec(spec.String(), spec.Hash); err != nil {
		return nil, input.Bad(err)
	}
	weights, err := rounded(bot.Weights, o.Steps)
	if err != nil {
		return nil, input.Badf("%s: %w", from, err)
	}
	if bot.Half && slices.Equal(weights.Flat, bot.Weights.Flat) {
		return nil, input.Badf("%s: its weights are in such steps already: there is nothing to round", from)
	}
	bot.Manifest.Carried = append(was.Carried, botfile.Carried{SpecHash: was.SpecHash, FactsHash: spec.FactsHash, Version: spec.Version, Half: true})
	bot.Weights, bot.Half = weights, true
	return rewrite(bot, spec, data, &was, o)
}

// Carry writes a bot of an older version anew for its game as it is now. layout is a file with
// the names of the older game's columns, as ringer games GAME --json printed them; empty: there
// is none. A bot that cannot be carried is a *warm.CarryError.
func Carry(from, layout string, o Options) (*File, error) {
	data, old, g, err := older(from)
	if err != nil {
		return nil, err
	}
	spec := g.Spec()
	if spec.Hash == old.Manifest.SpecHash {
		return nil, input.Badf("%s: its spec hash is that of %s in this version: there is nothing to carry", from, spec)
	}
	var was *env.Spec
	if layout != "" {
		if was, err = readLayout(layout, &old.Manifest); err != nil {
			return nil, input.Bad(err)
		}
	}
	bot, err := warm.Carry(old, was, spec)
	if refused, ok := errors.AsType[*warm.CarryError](err); ok {
		return nil, input.Bad(refused)
	}
	if err != nil {
		return nil, err
	}
	bot.Half = bot.Half || o.Half
	return rewrite(bot, spec, data, &old.Manifest, o)
}

// maxLayout bounds the file of a layout, in bytes.
const maxLayout = 16 << 20

// readLayout reads the layout of a bot's game from what ringer games GAME --json printed in
// another version.
func readLayout(file string, m *botfile.Manifest) (*env.Spec, error) {
	data, err := disk.ReadFile(file, maxLayout)
	if err != nil {
		return nil, err
	}
	var list struct {
		Games []open.GameInfo `json:"games"`
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
