package tables

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ringer/agents/script"
	"ringer/env"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/open"
	"ringer/play/opponents"
	"ringer/play/puzzles"
	"ringer/play/scene/scenes"
	"ringer/play/session"
	"ringer/play/site"
	"ringer/play/wasm"
	"ringer/play/web"
)

// SiteConfig says what a page without a server offers; without games, bots and puzzles all games
// that ship.
type SiteConfig struct {
	Version string   // of the program that writes it
	Games   []string // as people name them
	Bots    []string // .bot files, with their games
	Puzzles []string // files of puzzles, with their games
}

// Site is a page without a server, before it is written.
type Site struct {
	site  site.Site
	games map[string]env.Game // by their game strings
	files map[string][]byte   // by their names in the folder
}

// Games lists the game strings of the page.
func (s *Site) Games() []string { return s.site.Names() }

// Size returns the number of files and their bytes.
func (s *Site) Size() (files, bytes int) {
	for _, data := range s.files {
		bytes += len(data)
	}
	return len(s.files), bytes
}

// NewSite makes the page. It needs the host for browsers, which make wasm builds.
func NewSite(c SiteConfig) (*Site, error) {
	s := &Site{site: site.Site{Format: site.Format, Ringer: c.Version}, games: map[string]env.Game{}, files: map[string][]byte{}}
	if err := s.addPage(); err != nil {
		return nil, err
	}
	for _, name := range []string{wasm.Module, wasm.Support} {
		data, err := wasm.Read(name)
		if err != nil {
			return nil, err
		}
		s.files[name] = data
	}
	texts := c.Games
	if len(c.Games)+len(c.Bots)+len(c.Puzzles) == 0 {
		texts = hostGames()
	}
	for _, text := range texts {
		g, err := open.Game(text)
		if err != nil {
			return nil, err
		}
		if _, err := s.addGame(g); err != nil {
			return nil, err
		}
	}
	for _, file := range c.Bots {
		if err := s.addBot(file); err != nil {
			return nil, err
		}
	}
	for _, file := range c.Puzzles {
		if err := s.addPuzzles(file); err != nil {
			return nil, err
		}
	}
	text, err := json.Marshal(s.site)
	if err != nil {
		return nil, err
	}
	s.files[site.File] = text
	return s, s.before()
}

// before adds what the page shows before its host runs.
func (s *Site) before() error {
	names, secrets := s.site.Names(), 0
	host := session.New(session.Config{
		Version:   s.site.Ringer,
		Games:     names,
		Puzzles:   session.PuzzlesOf(append(puzzles.Shipped(), s.site.Puzzles...), names),
		Game:      func(text string, _ json.RawMessage) (env.Game, error) { return s.games[text], nil },
		Opponents: func(g env.Game) []session.Opponent { return s.site.Opponents(g.Spec().String()) },
		Agent:     opponents.Agent,
		Scenes:    scenes.Of,
		Secret:    func() string { secrets++; return strconv.Itoa(secrets) },
	})
	defer host.Close()
	var err error
	if s.files[site.Welcome], err = host.Welcome(); err != nil {
		return err
	}
	return s.openings(host)
}

// addPage adds the page, which looks for its host in the browser.
func (s *Site) addPage() error {
	return fs.WalkDir(web.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(web.Files(), name)
		if name == "index.html" {
			data = web.InsideIndex()
		}
		s.files[name] = data
		return err
	})
}

// addGame adds a game with its opponents and their bots, and returns its place.
func (s *Site) addGame(g env.Game) (int, error) {
	spec := g.Spec()
	for i := range s.site.Games {
		if s.site.Games[i].SpecHash == spec.Hash {
			return i, nil
		}
	}
	entry := site.Game{Game: spec.String(), Rules: spec.Configuration, SpecHash: spec.Hash, Opponents: Opponents(g)}
	for _, o := range entry.Opponents {
		if style := opponents.StyleOf(o.Agent); style != "" {
			strategy, err := opponents.Style(g, style)
			if err != nil {
				return 0, err
			}
			if entry.Styles == nil {
				entry.Styles = map[string]script.Strategy{}
			}
			entry.Styles[style] = *strategy
		}
		name, err := open.BotOf(o.Agent)
		if err != nil || name == "" {
			continue
		}
		if s.files[siteBot(name)], err = open.BotBytes(name); err != nil {
			return 0, err
		}
	}
	_ = scenes.Of(g).Rules() // a game that cannot be shown is a fault of this program, found here
	s.site.Games, s.games[entry.Game] = append(s.site.Games, entry), g
	return len(s.site.Games) - 1, nil
}

func siteBot(name string) string { return "bots/" + name + ".bot" }

// addBot adds a bot of a file and its game; it is the default opponent there.
func (s *Site) addBot(file string) error {
	if !open.IsBotFile(file) {
		return input.Badf("--bot %s: want a .bot file; bots that ship come with their games", file)
	}
	bot, err := open.Bot(file)
	if err != nil {
		return input.Bad(err)
	}
	g, err := open.GameOf(file, bot)
	if err != nil {
		return err
	}
	i, err := s.addGame(g)
	if err != nil {
		return err
	}
	name := s.freeBotName(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)))
	if s.files[siteBot(name)], err = open.BotBytes(file); err != nil {
		return err
	}
	others := s.site.Games[i].Opponents
	for j := range others {
		others[j].Default = false
	}
	mine := session.Opponent{Agent: callexpr.Expr{Name: open.BotKind, Args: []callexpr.Arg{{Value: name}}}.String(), Name: bot.Manifest.Name, Words: "the bot of this page", Default: true}
	s.site.Games[i].Opponents = append([]session.Opponent{mine}, others...)
	return nil
}

// addPuzzles adds the puzzles of a file and their games.
func (s *Site) addPuzzles(file string) error {
	list, err := ReadPuzzles(file)
	if err != nil {
		return err
	}
	for _, p := range list {
		g, err := open.Restore(file+": "+p.ID, p.Game, p.Rules)
		if err != nil {
			return err
		}
		if _, err := s.addGame(g); err != nil {
			return err
		}
		s.site.Puzzles = append(s.site.Puzzles, p)
	}
	return nil
}

// freeBotName returns a name of letters, digits, points and hyphens that no bot of the
// folder has.
func (s *Site) freeBotName(base string) string {
	base = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '.', r == '-':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, base)
	base = "own-" + strings.Trim(base, "-.")
	for n, name := 2, base; ; n++ {
		if _, taken := s.files[siteBot(name)]; !taken {
			return name
		}
		name = fmt.Sprintf("%s-%d", base, n)
	}
}

// Write writes the files to a folder, the description last: a folder without it is not a page.
func (s *Site) Write(dir string) error {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(s.files)), func(name string) bool { return name == site.File })
	if err := os.Remove(filepath.Join(dir, site.File)); err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, name := range append(names, site.File) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, s.files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// SiteFits reports whether a folder holds nothing, or a page that may be written anew.
func SiteFits(dir string) bool {
	list, err := os.ReadDir(dir)
	if err != nil || len(list) == 0 {
		return true // a fault comes up when the folder is written
	}
	_, err = os.Stat(filepath.Join(dir, site.File))
	return err == nil
}
