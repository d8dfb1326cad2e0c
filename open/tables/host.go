package tables

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"ringer/env"
	"ringer/env/games"
	"ringer/play/opponents"
	"ringer/play/replay"
	"ringer/play/scene/scenes"
	"ringer/play/session"
)

// Host returns all that tables are built from: the games and agents inside the
// program. Nothing that a client names is opened as a file or started as a program.
func Host(version string) session.Config {
	return session.Config{
		Version:   version,
		Games:     hostGames(),
		Puzzles:   session.ShippedPuzzles(hostGames()),
		Game:      func(text string, rules json.RawMessage) (env.Game, error) { return games.Restore(text, rules) },
		Opponents: Opponents,
		Adviser:   opponents.Adviser,
		Agent:     opponents.Agent,
		Scenes:    scenes.Of,
		Begin:     func(g env.Game, text string) (env.Game, error) { return At(g, "position", text) },
		Seed:      FreshSeed,
		Secret:    rand.Text,
		Today:     func() string { return time.Now().UTC().Format(time.DateOnly) },
	}
}

// FirstGames are shown before the others: games with rule books.
var FirstGames = []string{"heat", "heist", "fourdowns", "fivepossessions", "payday", "duel"}

// hostGames lists the games that a table offers: each game as it is, and the other
// configurations that a bot ships for.
func hostGames() []string {
	var list []string
	names := slices.Concat(FirstGames, slices.DeleteFunc(games.Names(), func(n string) bool { return slices.Contains(FirstGames, n) }))
	for _, name := range names {
		list = append(list, name)
		for _, rated := range opponents.Table() {
			if of, _, _ := strings.Cut(rated.Game, "("); of == name && !slices.Contains(list, rated.Game) {
				list = append(list, rated.Game)
			}
		}
	}
	return list
}

// Opponents lists whom a game can be played against, in the order of opponents.Of.
func Opponents(g env.Game) []session.Opponent {
	var list []session.Opponent
	all := opponents.Of(g)
	ringer := slices.IndexFunc(all, func(o opponents.Opponent) bool { return o.Agent == "bot("+opponents.Ringer(g)+")" && o.Games > 0 })
	for _, o := range all {
		opponent := session.Opponent{Agent: o.Agent, Name: o.Name, Words: o.Words, Default: o.Default, First: o.First}
		if o.Games > 0 {
			opponent.Rating, opponent.Low, opponent.High, opponent.Games = &o.Rating, &o.Low, &o.High, o.Games
			if ringer >= 0 && opponents.StyleOf(o.Agent) != "" {
				opponent.Stands = stands(o, all[ringer].Rating)
			}
		}
		list = append(list, opponent)
	}
	return list
}

// stands says how a style does against the ringer, by the interval of its rating, which is the interval of the difference.
func stands(style opponents.Opponent, ringer float64) string {
	switch {
	case style.High < ringer:
		return "weaker"
	case style.Low > ringer:
		return "stronger"
	}
	return "level"
}

// FreshSeed returns a short number, so that a person can type it again.
func FreshSeed() uint64 {
	var b [4]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // crypto/rand never fails on supported systems
	}
	return uint64(binary.LittleEndian.Uint32(b[:]))
}

// Keep returns a host whose tables a folder keeps, none where it is empty, and a function that ends
// the host.
func Keep(config session.Config, dir string) (host *session.Host, done func(), err error) {
	if dir == "" {
		host = session.New(config)
		return host, host.Close, nil
	}
	keeper, err := replay.OpenJournals(dir)
	if err != nil {
		return nil, nil, err
	}
	config.Keeper = folder{keeper}
	host = session.New(config)
	return host, func() { host.Close(); _ = keeper.Close() }, nil
}

// folder keeps tables in files.
type folder struct{ *replay.Journals }

// Open implements session.Keeper.
func (f folder) Open(name string) (session.Journal, [][]byte, error) {
	one, lines, err := f.Journals.Open(name)
	if err != nil {
		return nil, nil, err
	}
	return one, lines, nil
}
