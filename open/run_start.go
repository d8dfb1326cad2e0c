package open

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

// startName is the file of a run that holds the bot that it began with, so that no
// other file is opened when it is resumed.
const startName = "start.bot"

// Start returns the file of the bot that a new run begins with, nil for none. It refuses
// one that does not fit, before anything is written, and sets the checksum in the
// configuration.
func Start(g env.Game, file *algos.File) ([]byte, error) {
	name, err := file.StartBot()
	if name == "" || err != nil {
		return nil, input.Bad(err)
	}
	data, err := BotBytes(name)
	if err != nil {
		return nil, input.Badf("start: %w", err)
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(data))
	if file.StartSHA256 != "" && file.StartSHA256 != sum {
		return nil, input.Badf("start: %s: another bot than the one of start_sha256: its checksum is %s, want %s", file.Start, sum, file.StartSHA256)
	}
	from, err := readStart(name, data)
	if err != nil {
		return nil, input.Badf("start: %w", err)
	}
	network, err := train.NewNetwork(g.Spec(), file.Network)
	if err != nil {
		return nil, input.Bad(err)
	}
	if _, err := warm.Start(models.NewWeights(network), g.Spec(), from); err != nil {
		return nil, input.Badf("start: %w", err)
	}
	file.StartSHA256 = sum
	return data, nil
}

// readStart decodes a bot that a run begins with. The labels of its inputs come from its
// game, where this build still makes that game.
func readStart(where string, data []byte) (*warm.Network, error) {
	bot, err := ReadBot(where, data)
	if err != nil {
		return nil, err
	}
	if g, err := GameOf(where, bot); err == nil {
		return warm.FromBot(bot, g.Spec())
	}
	return warm.FromBot(bot, nil)
}

// StartOf returns the network that a run begins with: nil for none, and for a run that
// has a checkpoint to go on from. It opens the run's own copy and nothing else.
func StartOf(run *checkpoint.Run, file *algos.File) (*warm.Network, error) {
	its, err := run.Iterations()
	if file.Start == "" || len(its) > 0 || err != nil {
		return nil, err
	}
	path := filepath.Join(run.Dir(), startName)
	data, err := disk.ReadFile(path, botfile.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, input.Badf("%s has neither a checkpoint nor %s, the bot that it begins with: train it anew", run.Dir(), startName)
	}
	if err != nil {
		return nil, input.Bad(err)
	}
	return readStart(path, data)
}

// decisionsBefore returns the decisions that the bot had learned from with which a run began:
// 0 for none, and where the run no longer has its copy.
func decisionsBefore(dir string, file *algos.File) (int64, error) {
	if file.Start == "" {
		return 0, nil
	}
	path := filepath.Join(dir, startName)
	data, err := disk.ReadFile(path, botfile.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, input.Bad(err)
	}
	bot, err := ReadBot(path, data)
	if err != nil {
		return 0, input.Bad(err)
	}
	return bot.Manifest.Training.AllDecisions(), nil
}
