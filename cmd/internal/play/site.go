package play

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ringer/agents/script"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env"
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

type siteFlags struct {
	games, bots []string
	puzzles     []string
	out         string
	force, json bool
}

func NewSite(t *shell.Terminal) *cobra.Command {
	var f siteFlags
	cmd := &cobra.Command{
		Use:   "site",
		Short: "Write a folder of files in which anybody can play, without a server",
		Long: `Write a static folder: the page of ringer serve together with the games, the agents and
the search as WebAssembly, which run in the visitor's own browser. Any web host serves it,
and so does python3 -m http.server in the folder. It needs nothing from elsewhere.

Without --game and --bot it holds every game that ships, with its opponents. --game names
one game, with rules of your own as well: 'heat(file=my.yaml)'; --bot is a bot that you
trained, which brings its game along. Bots are loaded when they are needed.

The hidden cards of such a game are in the browser of the person who plays: the page says
so. Games against people who must not look belong on ringer serve.

--json prints {"out", "games", "files", "bytes"}.`,
		Example: "  ringer site --out site\n  ringer site --game 'heat(players=4)' --out heat-site\n  ringer site --bot my.bot --out my-site",
		Args:    shell.Takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.out == "" {
				return input.Badf("--out is missing: want the folder to write")
			}
			return writeSite(t, &f)
		},
	}
	shell.AddFlag(cmd, &f.games, "game", nil, shell.AGame, "a game of the page; may be repeated (default: all that ship)")
	shell.AddFlag(cmd, &f.bots, "bot", nil, shell.AFile, "a .bot file to play against, with its game; may be repeated")
	shell.AddFlag(cmd, &f.puzzles, "puzzles", nil, shell.AFile, "a file of ringer puzzles to offer, with its game; may be repeated")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "the folder")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "write into a folder that holds something else")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

// siteFolder is a page without a server, before it is written.
type siteFolder struct {
	site  site.Site
	games map[string]env.Game // by their game strings
	files map[string][]byte   // by their names in the folder
}

func writeSite(t *shell.Terminal, f *siteFlags) error {
	if err := siteFits(f.out, f.force); err != nil {
		return err
	}
	s, err := newSiteFolder(f)
	if err != nil {
		return err
	}
	if err := s.write(f.out); err != nil {
		return fmt.Errorf("%s: %w", f.out, err)
	}
	total := 0
	for _, data := range s.files {
		total += len(data)
	}
	if f.json {
		return t.JSON(map[string]any{"out": f.out, "games": s.site.Names(), "files": len(s.files), "bytes": total})
	}
	return t.Printf("%d games, %d files, %.1f MB in %s.\nTry it: python3 -m http.server --directory %s\n",
		len(s.site.Games), len(s.files), float64(total)/1e6, f.out, input.ShellWord(f.out))
}

// siteFits refuses a folder that holds something else.
func siteFits(dir string, force bool) error {
	list, err := os.ReadDir(dir)
	if err != nil || len(list) == 0 || force {
		return nil // a fault comes up when the folder is written
	}
	if _, err := os.Stat(filepath.Join(dir, site.File)); err == nil {
		return nil
	}
	return input.Badf("--out %s: something else is there; name another folder, or add --force", dir)
}

func newSiteFolder(f *siteFlags) (*siteFolder, error) {
	s := &siteFolder{site: site.Site{Format: site.Format, Ringer: buildinfo.ThisVersion().Version}, games: map[string]env.Game{}, files: map[string][]byte{}}
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
	texts := f.games
	if len(f.games)+len(f.bots)+len(f.puzzles) == 0 {
		texts = TableConfig().Games
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
	for _, file := range f.bots {
		if err := s.addBot(file); err != nil {
			return nil, err
		}
	}
	for _, file := range f.puzzles {
		if err := s.addPuzzles(file); err != nil {
			return nil, err
		}
	}
	text, err := json.Marshal(s.site)
	if err != nil {
		return nil, err
	}
	s.files[site.File] = text
	s.files[site.Welcome], err = s.welcome()
	return s, err
}

// welcome returns what the page shows before its host runs.
func (s *siteFolder) welcome() ([]byte, error) {
	names := s.site.Names()
	host := session.New(session.Config{
		Version:   s.site.Ringer,
		Games:     names,
		Puzzles:   session.PuzzlesOf(append(puzzles.Shipped(), s.site.Puzzles...), names),
		Game:      func(text string, _ json.RawMessage) (env.Game, error) { return s.games[text], nil },
		Opponents: func(g env.Game) []session.Opponent { return s.site.Opponents(g.Spec().String()) },
		Scenes:    scenes.Of,
	})
	defer host.Close()
	return host.Welcome()
}

// addPage adds the page, which looks for its host in the browser.
func (s *siteFolder) addPage() error {
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
func (s *siteFolder) addGame(g env.Game) (int, error) {
	spec := g.Spec()
	for i := range s.site.Games {
		if s.site.Games[i].SpecHash == spec.Hash {
			return i, nil
		}
	}
	entry := site.Game{Game: siteGameText(spec), Rules: spec.Configuration, SpecHash: spec.Hash, Opponents: tableOpponents(g)}
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

// siteGameText returns the game string of a game on the page.
func siteGameText(spec *env.Spec) string { return spec.String() }

// addBot adds a bot of a file and its game; it is the default opponent there.
func (s *siteFolder) addBot(file string) error {
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
	mine := session.Opponent{Agent: lookup.BotCall(name), Name: bot.Manifest.Name, Words: "the bot of this page", Default: true}
	s.site.Games[i].Opponents = append([]session.Opponent{mine}, others...)
	return nil
}

// addPuzzles adds the puzzles of a file and their games.
func (s *siteFolder) addPuzzles(file string) error {
	list, err := puzzlesIn(file)
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
func (s *siteFolder) freeBotName(base string) string {
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

// write writes the files, the description last: a folder without it is not a page.
func (s *siteFolder) write(dir string) error {
	names := make([]string, 0, len(s.files))
	for name := range s.files {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if (a == site.File) != (b == site.File) {
			if a == site.File {
				return 1
			}
			return -1
		}
		return strings.Compare(a, b)
	})
	if err := os.Remove(filepath.Join(dir, site.File)); err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, name := range names {
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
