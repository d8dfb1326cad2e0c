package cmd

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/games"
	"ringer/play/replay"
)

// carriedGame returns the game of a file that carries its rules, when a game's name is the
// name of one: a bot (mine.bot, bot(NAME)), a saved game (game.replay.jsonl), or the folder of
// a run. It opens no other file. It returns nil for the names of games.
func carriedGame(text string) (env.Game, error) {
	switch {
	case strings.HasPrefix(text, "bot("):
		name, err := botOf(text)
		if err != nil {
			return nil, bad(err)
		}
		return openGameOfBot(name)
	case strings.EqualFold(filepath.Ext(text), ".bot"):
		return openGameOfBot(text)
	case strings.EqualFold(filepath.Ext(text), ".jsonl"):
		record, err := replay.ReadFile(text)
		if err != nil {
			return nil, bad(err)
		}
		return restoreGame(text, record.Game, record.Rules)
	}
	if !slices.Contains(games.Names(), text) && isRun(text) {
		run, err := openSource(text)
		if err != nil {
			return nil, err
		}
		return run.game(text)
	}
	return nil, nil
}

func openGameOfBot(name string) (env.Game, error) {
	bot, err := openBot(name)
	if err != nil {
		return nil, bad(err)
	}
	return gameOfBot(name, bot)
}

// isRun reports whether a folder is that of a run.
func isRun(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "config.yaml"))
	return err == nil && info.Mode().IsRegular()
}
