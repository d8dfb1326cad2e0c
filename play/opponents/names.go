package opponents

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/tactics"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/models/botfile"
)

// Names of opponents of a game that are no agents of the roster: see Resolve.
const (
	levelName  = "level"
	Beginner   = "beginner" // the weakest level
	RingerName = "ringer"   // the bot that ships
)

// Resolve returns the agent that level(N), beginner or ringer names for a game, such as
// bot(NAME,temperature=8), and any other agent's name as it is. Results and saved games then
// say who played. The error says which of them there are.
func Resolve(g env.Game, agent string) (string, error) {
	expr, err := callexpr.Parse(agent)
	if err != nil || !slices.Contains([]string{levelName, Beginner, RingerName}, expr.Name) {
		return agent, nil // which the roster reads, or refuses
	}
	ringer, levels := Ringer(g), Levels(g)
	ships := shelf(ringer, len(levels))
	if expr.Name != levelName && len(expr.Args) > 0 {
		return "", fmt.Errorf("%s: want %s, without parentheses; for %s %s", agent, expr.Name, g.Spec(), ships)
	}
	if expr.Name == RingerName {
		if ringer == "" {
			return "", fmt.Errorf("%s: no bot ships for %s in this build; %s", agent, g.Spec(), ships)
		}
		return botCall(ringer), nil
	}
	if len(levels) == 0 {
		return "", fmt.Errorf("%s: no levels ship for %s in this build; %s; ringer levels makes some of a training run", agent, g.Spec(), ships)
	}
	if expr.Name == Beginner {
		return levels[0], nil
	}
	if len(expr.Args) == 1 && expr.Args[0].Key == "" {
		if n, ok := input.Whole(expr.Args[0].Value); ok && n >= 1 && n <= int64(len(levels)) {
			return levels[n-1], nil
		}
	}
	return "", fmt.Errorf("%s: want level(N) with N from 1 to %d; for %s %s", agent, len(levels), g.Spec(), ships)
}

// botCall returns the agent of a bot that ships.
func botCall(name string) string { return "bot(" + name + ")" }

// shelf says which of the names of Resolve there are.
func shelf(ringer string, levels int) string {
	var names []string
	if levels > 0 {
		names = append(names, Beginner)
		for n := range levels {
			names = append(names, fmt.Sprintf("%s(%d)", levelName, n+1))
		}
	}
	if ringer != "" {
		names = append(names, fmt.Sprintf("%s, which is bot(%s)", RingerName, ringer))
	}
	if len(names) == 0 {
		return "none of its bots ship"
	}
	return "these ship: " + strings.Join(names, ", ")
}

// Ringer names the bot that ships for a game, empty when there is none.
func Ringer(g env.Game) string {
	names := checkpoints.Names()
	key := fmt.Sprint(g.Spec().Hash, len(names)) // more bots may be shipped at the beginning of a program
	if name, ok := ringers.Load(key); ok {
		return name.(string)
	}
	name := ringerOf(g, names)
	ringers.Store(key, name)
	return name
}

// ringers keeps the answers of Ringer.
var ringers sync.Map

func ringerOf(g env.Game, names []string) string {
	for _, name := range names {
		if m, err := Manifest(name); err == nil && tactics.WithHash(g, m.SpecHash) != nil {
			return name
		}
	}
	return ""
}

// solvedOf names the table that ships for a game and that ringer solve computed, empty
// when there is none.
func solvedOf(g env.Game) string { return ringerOf(g, checkpoints.Solved()) }

// Bot reads a bot that ships.
func Bot(name string) (*botfile.Bot, error) {
	file, err := checkpoints.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return botfile.Read(bytes.NewReader(data), int64(len(data)))
}

// manifests keeps the manifests of shipped bots, which do not change, by name.
var manifests sync.Map

// Manifest reads the manifest of a bot that ships, and nothing else of it. The caller does
// not change it.
func Manifest(name string) (*botfile.Manifest, error) {
	if m, ok := manifests.Load(name); ok {
		return m.(*botfile.Manifest), nil
	}
	file, err := checkpoints.Open(name)
	if err != nil {
		return nil, err
	}
	m, err := botfile.ReadManifest(file, file.Size())
	if err != nil {
		return nil, err
	}
	manifests.Store(name, m)
	return m, nil
}

// Agent builds an agent that needs nothing but what is inside the binary: no file and no
// program. The name is one of Of, of Resolve, or of the roster.
func Agent(g env.Game, name string) (agents.Agent, error) {
	name, err := Resolve(g, name)
	if err != nil {
		return nil, err
	}
	return roster.New(name, roster.Sources{
		Game: g, Bot: Bot, Script: func(style string) (*script.Strategy, error) { return Style(g, style) },
	})
}

// Bots names all bots that ship.
func Bots() []string { return checkpoints.Names() }

// Checksum returns the beginning of the SHA-256 of the file of an agent that is a bot, and
// empty for other agents.
func Checksum(agent string) (string, error) {
	expr, err := roster.Parse(agent)
	if err != nil || expr.Name != "bot" || expr.First() == "" {
		return "", err
	}
	file, err := checkpoints.Open(expr.First())
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil))[:12], nil
}
