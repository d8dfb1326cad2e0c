package play

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/internal/input"
	"ringer/internal/processes"
	"ringer/open/tables"
	"ringer/play/server"
	"ringer/play/session"
	"ringer/play/web"
)

type serveFlags struct {
	addr, token, data string
	public            string
	cert, key         string
	decision          time.Duration
	open, stdio       bool
	schema            bool
	puzzles           []string // files
	spare             bool     // go on without a folder of tables that cannot be had

	wing     http.Handler // of a workbench, or nil; and where it stands
	wingRoot string
}

func NewServe(t *shell.Terminal) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Put the table on a page, for people and programs",
		Long: `Serve the table: a page to play on, against the bots that ship or with several people,
and the protocol ` + session.Protocol + ` for programs, over WebSocket at /ws and plain HTTP at
/api. docs/table-protocol.md describes it. Nothing of it needs the Internet.

The server listens on this machine alone. Any other --addr asks every client for a token,
which is printed as a part of the address; --token sets it. --tls-cert and --tls-key encrypt
what goes over the network: without them anybody on the way can read the token.

Behind a proxy, --public says under which address the table is reached: it is the one that
is printed, its pages are the server's own, and every client is asked for a token.

A decision of an agent takes --decision-time at most. Then it is stopped, the table says
so, and nothing is played for it; it is asked again when somebody joins the table or takes
a decision back.

Tables are kept in the folder --data, one file each, and go on after a restart; every
decision is on the disk before it is answered. --data "" keeps nothing.

--stdio speaks the same protocol on standard input and output, one JSON object a line,
with one client and without a network. --schema prints the JSON Schema of the messages.`,
		Example: "  ringer serve --open\n  ringer serve --addr 0.0.0.0:8443 --tls-cert host.pem --tls-key host.key\n  ringer serve --public https://table.example.org\n  ringer serve --stdio < messages.jsonl",
		Args:    shell.Takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !shell.IsGiven(cmd, &f.data) && !f.stdio {
				f.data = dataFolder()
			}
			if f.schema {
				_, err := t.Out.Write(session.Schema())
				return err
			}
			if f.stdio {
				host, done, err := newHost(t, &f)
				if err != nil {
					return err
				}
				defer done()
				return server.Stream(cmd.Context(), host, t.In, t.Out)
			}
			return serve(cmd.Context(), t, &f, "")
		},
	}
	shell.AddFlag(cmd, &f.addr, "addr", "127.0.0.1:8080", shell.AText, "address and port to listen on; port 0: a free one")
	shell.AddFlag(cmd, &f.token, "token", "", shell.AText, "what every client must know (default: none on this machine, a fresh one elsewhere)")
	shell.AddFlag(cmd, &f.public, "public", "", shell.AText, "address under which a proxy makes the table reachable, such as https://table.example.org")
	shell.AddFlag(cmd, &f.cert, "tls-cert", "", shell.AFile, "file with the certificate of the server and those above it (PEM)")
	shell.AddFlag(cmd, &f.key, "tls-key", "", shell.AFile, "file with the key of --tls-cert (PEM)")
	shell.AddFlag(cmd, &f.decision, "decision-time", time.Minute, shell.ATime, "the longest time of one decision of an agent; 0: no limit")
	shell.AddFlag(cmd, &f.data, "data", "", shell.AFolder, "folder that keeps the tables (default: ringer/tables in the user's folder of settings)")
	shell.AddFlag(cmd, &f.puzzles, "puzzles", nil, shell.AFile, "a file of ringer puzzles to offer besides those that ship; may be repeated")
	shell.AddFlag(cmd, &f.open, "open", false, shell.ASwitch, "open the page in a browser")
	shell.AddFlag(cmd, &f.schema, "schema", false, shell.ASwitch, "print the JSON Schema of the messages")
	shell.AddFlag(cmd, &f.stdio, "stdio", false, shell.ASwitch, "speak on standard input and output instead")
	return cmd
}

// playOnPage opens the page of a game, at a free port of this machine.
func playOnPage(cmd *cobra.Command, t *shell.Terminal, asked *PlayFlags, args []string) error {
	for _, flag := range shell.Given(cmd, &asked.Vs, &asked.Seat, &asked.seed, &asked.pace, &asked.save, &asked.resume, &asked.position, &asked.odds, &asked.puzzle) {
		return input.Badf("--web leaves the choice to the page: leave out --%s", flag)
	}
	path := "/"
	if len(args) > 0 {
		g, err := games.Restore(args[0], nil) // as the page builds it
		if err != nil {
			return input.Bad(err)
		}
		path = "/g/" + g.Spec().String()
	}
	f := &serveFlags{addr: "127.0.0.1:0", data: dataFolder(), open: true, decision: time.Minute}
	f.spare = true
	return serve(cmd.Context(), t, f, path)
}

// dataFolder returns the usual place of tables, empty where there is none.
func dataFolder() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "ringer", "tables")
}

// newHost returns a host of tables with everything that this program has, and a function that
// ends it.
func newHost(t *shell.Terminal, f *serveFlags) (host *session.Host, done func(), err error) {
	config := tables.Host(buildinfo.ThisVersion().Version)
	if err := tables.AddPuzzles(&config, f.puzzles); err != nil {
		return nil, nil, err
	}
	if f.decision < 0 {
		return nil, nil, input.Badf("--decision-time %v: want a time, or 0 for no limit", f.decision)
	}
	if f.decision > 0 {
		config.Bound = func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, f.decision)
		}
	}
	host, done, err = tables.Keep(config, f.data)
	if err != nil && f.spare {
		t.Warnf("Tables end with this server: %v\n", err)
		return tables.Keep(config, "")
	}
	if err != nil {
		return nil, nil, input.Badf("--data %s: %w", f.data, err)
	}
	return host, done, nil
}

// serve serves until ctx ends. path is the page to open, after the address.
func serve(ctx context.Context, t *shell.Terminal, f *serveFlags, path string) (err error) {
	if (f.cert == "") != (f.key == "") {
		return input.Badf("want both --tls-cert and --tls-key, or neither")
	}
	at := server.Place{Address: f.addr, Certificate: f.cert, Key: f.key, Token: f.token, Wing: f.wing, WingRoot: f.wingRoot}
	if f.cert != "" {
		if err := at.Secure(); err != nil {
			return input.Badf("--tls-cert %s, --tls-key %s: %w", f.cert, f.key, err)
		}
	}
	if f.public != "" {
		if shown, err := at.Reach(f.public); err != nil {
			return input.Badf("--public %s: %w", shown, err)
		}
	}
	host, done, err := newHost(t, f)
	if err != nil {
		return err
	}
	defer done()
	go host.Prepare()
	listener, err := at.Listen()
	if err != nil {
		return input.Badf("--addr %s: %w", f.addr, err)
	}
	if !listener.Hidden {
		t.Warnf("Nothing is encrypted: anybody on the way can read the token and the cards. --tls-cert and --tls-key change that.\n")
	}
	what, where, kept := "table", listener.Page(path), "tables are kept"
	if f.wing != nil {
		what, where, kept = "workbench", listener.WingPage(), "variants, answers and tables are kept"
	}
	if err := t.Printf("The %s is at %s\nCtrl-C ends the server.\n", what, where); err != nil {
		return err
	}
	if f.open {
		if err := processes.Browse(where); err != nil {
			t.Warnf("There is no browser to open here: open the address yourself.\n")
		}
	}
	if err := listener.Serve(ctx, host, web.Files()); err != nil {
		return err
	}
	return shell.Interrupted("the server has ended; %s", kept)
}
