package play

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/docs"
	"ringer/env"
	"ringer/env/games"
	"ringer/open"
	"ringer/open/workbench"
	"ringer/report/findings"
)

type designFlags struct {
	serveFlags
	out     string
	rules   []string
	workers int
	export  string
}

// NewDesign makes the command that puts a workbench for designers on a page.
func NewDesign(t *shell.Terminal) *cobra.Command {
	f := designFlags{serveFlags: serveFlags{decision: time.Minute, spare: true}}
	cmd := &cobra.Command{
		Use:   "design GAME",
		Short: "Change a game on a page, ask what that does, and play it",
		Long: `Open a workbench for a designer: a page with every card and rule of the game as a form,
questions ("is this card too weak?", "how long is a game?", "what do these changes do?"), and
the seconds that an answer may take. Answers come in a sentence with their interval and a
picture; variants stand side by side, and each can be played at once.

Every answer comes from ringer report or ringer tune, and shows their command line. All is
kept in the folder --out; the same command goes on there, and loses no finished answer.
--export writes a copy that any browser reads from the disk, and ends: variants, answers,
pictures, reports and games, to be read only.

The server listens on this machine alone, unless --addr says otherwise: see ringer serve.
docs/workbench.md describes the API behind the page, JSON over HTTP.`,
		Example: "  ringer design heat\n  ringer design 'heat(players=3)' --open\n  ringer design heist --rules my-changes.yaml --out runs/my-heist",
		Args:    shell.Takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !shell.IsGiven(cmd, &f.data) {
				f.data = dataFolder()
			}
			return design(cmd.Context(), t, &f, args[0])
		},
	}
	shell.AddFlag(cmd, &f.out, "out", "", shell.AFolder, "folder of variants and answers (default runs/design-GAME)")
	shell.AddFlag(cmd, &f.rules, "rules", nil, shell.APath, "a file of changes to begin with, or one change: PATH=VALUE; may be repeated")
	shell.AddFlag(cmd, &f.export, "export", "", shell.AFolder, "write a copy to be read without a server, and end")
	shell.AddFlag(cmd, &f.workers, "workers", 0, shell.AWorkers, "goroutines that play (0: one a processor); results do not depend on it")
	shell.AddFlag(cmd, &f.addr, "addr", "127.0.0.1:8081", shell.AText, "address and port to listen on; port 0: a free one")
	shell.AddFlag(cmd, &f.token, "token", "", shell.AText, "what every client must know (default: none on this machine, a fresh one elsewhere)")
	shell.AddFlag(cmd, &f.cert, "tls-cert", "", shell.AFile, "file with the certificate of the server and those above it (PEM)")
	shell.AddFlag(cmd, &f.key, "tls-key", "", shell.AFile, "file with the key of --tls-cert (PEM)")
	shell.AddFlag(cmd, &f.data, "data", "", shell.AFolder, "folder that keeps the tables of games that are played (default: as in ringer serve)")
	shell.AddFlag(cmd, &f.open, "open", false, shell.ASwitch, "open the page in a browser")
	return cmd
}

// design serves a workbench until ctx ends.
func design(ctx context.Context, t *shell.Terminal, f *designFlags, name string) error {
	var g env.Game
	var err error
	if len(f.rules) == 0 {
		g, err = open.Game(name)
	} else {
		g, err = open.Hinted(games.NewChanged(name, f.rules...))
	}
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = filepath.Join("runs", "design-"+g.Spec().Name)
	}
	build, err := buildinfo.BuiltOf()
	if err != nil {
		return err
	}
	list, err := findings.Read(bytes.NewReader(docs.Findings()))
	if err != nil {
		return err
	}
	b, err := workbench.Open(workbench.Config{Game: g, Dir: f.out, Trainer: lookup.Trainer(t), Workers: f.workers, Build: build, Program: t.Named(shell.RingerProgram), Version: buildinfo.ThisVersion().Version, Findings: findings.Rank(list)})
	if err != nil {
		return err
	}
	if f.export != "" {
		err := b.Export(f.export)
		if err = errors.Join(err, b.Close()); err != nil {
			return err
		}
		return t.Printf("%s: open %s in a browser\n", g.Spec(), filepath.ToSlash(filepath.Join(f.export, "index.html")))
	}
	working, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.Run(working)
	}()
	f.wing, f.wingRoot = b.Handler(), workbench.Root
	err = serve(ctx, t, &f.serveFlags, "")
	stop()
	<-ended
	_ = b.Close()
	return err
}
