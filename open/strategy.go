package open

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
	"ringer/internal/disk"
	"ringer/play/opponents"
)

// IsStyle reports whether a strategy is one of those that ship.
func IsStyle(name string) bool { return slices.Contains(opponents.Strategies(), name) }

// strategyBytes returns the whole of a strategy's file, or of a style that ships.
func strategyBytes(name string) ([]byte, error) {
	if IsStyle(name) {
		return opponents.StyleText(name)
	}
	data, err := disk.ReadText(name, MaxText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file; strategies that ship: %s", name, strings.Join(opponents.Strategies(), ", "))
	}
	return data, err
}

// readStrategy decodes the file of a strategy, or a style that ships, for a game.
func readStrategy(g env.Game, name string, data []byte) (*script.Strategy, error) {
	if IsStyle(name) {
		return opponents.Style(g, name)
	}
	return ReadStrategy(name, data)
}

// ReadStrategy decodes a strategy; file is its name in messages.
func ReadStrategy(file string, data []byte) (*script.Strategy, error) {
	s := script.Defaults()
	return &s, configs.ReadAll(&s, configs.Text(file, data))
}

// StrategyCall returns the agent of a strategy, for every command.
func StrategyCall(file string) string {
	return callexpr.Expr{Name: roster.Script, Args: []callexpr.Arg{{Value: file}}}.String()
}
