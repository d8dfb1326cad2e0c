package play

import (
	"fmt"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/internal/input"
	"ringer/open/tables"
)

type siteFlags struct {
	tables.SiteConfig
	out         string
	force, json bool
}

func NewSite(t *shell.Terminal) *cobra.Command {
	f := siteFlags{SiteConfig: tables.SiteConfig{Version: buildinfo.ThisVersion().Version}}
	cmd := &cobra.Command{
		Use:   "site",
		Short: "Write a folder of web pages on which anybody can play, without a server",
		Long: `Write a static folder: the page of ringer serve together with the games, the agents and
the search as WebAssembly, which run in the visitor's own browser. Any web host serves it,
and so does python3 -m http.server in the folder. It needs nothing from elsewhere.

Without --game and --bot it holds every game that ships, with its opponents. --game names
one game, with rules of your own as well: 'heat(file=my.yaml)'; --bot is a bot that you
trained, which brings its game along. Bots are loaded when they are needed.

The hidden cards of such a game are in the browser of the person who plays: the page says
so. Games against people who must not look belong on ringer serve.`,
		Annotations: shell.Keys(`--json prints {"out", "games", "files", "bytes"}.`),
		Example:     "  ringer site --out site\n  ringer site --game 'heat(players=4)' --out heat-site\n  ringer site --bot my.bot --out my-site",
		Args:        shell.Takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.out == "" {
				return input.Badf("--out is missing: want the folder to write")
			}
			return writeSite(t, &f)
		},
	}
	shell.AddFlag(cmd, &f.Games, "game", nil, shell.AGame, "a game of the page; may be repeated (default: all that ship)")
	shell.AddFlag(cmd, &f.Bots, "bot", nil, shell.AFile, "a .bot file to play against, with its game; may be repeated")
	shell.AddFlag(cmd, &f.Puzzles, "puzzles", nil, shell.AFile, "a file of ringer puzzles to offer, with its game; may be repeated")
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "the folder")
	shell.AddFlag(cmd, &f.force, "force", false, shell.ASwitch, "write into a folder that holds something else")
	shell.AddJSON(cmd, &f.json)
	return cmd
}

func writeSite(t *shell.Terminal, f *siteFlags) error {
	if !f.force && !tables.SiteFits(f.out) {
		return input.Badf("--out %s: something else is there; name another folder, or add --force", f.out)
	}
	s, err := tables.NewSite(f.SiteConfig)
	if err != nil {
		return err
	}
	if err := s.Write(f.out); err != nil {
		return fmt.Errorf("%s: %w", f.out, err)
	}
	files, bytes := s.Size()
	if f.json {
		return t.JSON(map[string]any{"out": f.out, "games": s.Games(), "files": files, "bytes": bytes})
	}
	return t.Printf("%d games, %d files, %.1f MB in %s.\nTry it: python3 -m http.server --directory %s\n",
		len(s.Games()), files, float64(bytes)/1e6, f.out, input.ShellWord(f.out))
}
