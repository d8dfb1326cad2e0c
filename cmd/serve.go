package cmd

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"ringer/env/games"
	"ringer/play/replay"
	"ringer/play/server"
	"ringer/play/session"
	"ringer/play/web"
)

type serveFlags struct {
	addr, token, data string
	open, stdio       bool
	schema            bool
	puzzles           []string // files
	spare             bool     // go on without a folder of tables that cannot be had
}

func newServe(t *terminal) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Put the table on a page, for people and programs",
		Long: `Serve the table: a page to play on, against the bots that ship or with several people,
and the protocol ` + session.Protocol + ` for programs, over WebSocket at /ws and plain HTTP at
/api. docs/table-protocol.md describes it. Nothing of it needs the Internet.

The server listens on this machine alone. Any other --addr asks every client for a token,
which is printed as a part of the address; --token sets it.

Tables are kept in the folder --data, one file each, and go on after a restart; every
decision is on the disk before it is answered. --data "" keeps nothing.

--stdio speaks the same protocol on standard input and output, one JSON object a line,
with one client and without a network. --schema prints the JSON Schema of the messages.`,
		Example: "  ringer serve --open\n  ringer serve --addr 0.0.0.0:8080 --token long-and-secret\n  ringer serve --stdio < messages.jsonl",
		Args:    takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("data") && !f.stdio {
				f.data = dataFolder()
			}
			if f.schema {
				_, err := t.out.Write(session.Schema())
				return err
			}
			if f.stdio {
				host, done, err := newHost(t, &f)
				if err != nil {
					return err
				}
				defer done()
				return server.Stream(cmd.Context(), host, t.in, t.out)
			}
			return serve(cmd.Context(), t, &f, "")
		},
	}
	cmd.Flags().StringVar(&f.addr, "addr", "127.0.0.1:8080", "address and port to listen on; port 0: a free one")
	cmd.Flags().StringVar(&f.token, "token", "", "what every client must know (default: none on this machine, a fresh one elsewhere)")
	cmd.Flags().StringVar(&f.data, "data", "", "folder that keeps the tables (default: ringer/tables in the user's folder of settings)")
	cmd.Flags().StringArrayVar(&f.puzzles, "puzzles", nil, "a file of ringer puzzles to offer besides those that ship; may be repeated")
	cmd.Flags().BoolVar(&f.open, "open", false, "open the page in a browser")
	cmd.Flags().BoolVar(&f.schema, "schema", false, "print the JSON Schema of the messages")
	cmd.Flags().BoolVar(&f.stdio, "stdio", false, "speak on standard input and output instead")
	return cmd
}

// playOnPage opens the page of a game, at a free port of this machine.
func playOnPage(cmd *cobra.Command, t *terminal, args []string) error {
	for _, flag := range []string{"vs", "seat", "seed", "pace", "save", "resume", "position", "puzzle"} {
		if cmd.Flags().Changed(flag) {
			return badf("--web leaves the choice to the page: leave out --%s", flag)
		}
	}
	path := "/"
	if len(args) > 0 {
		g, err := games.Restore(args[0], nil) // as the page builds it
		if err != nil {
			return bad(err)
		}
		path = "/g/" + g.Spec().String()
	}
	f := &serveFlags{addr: "127.0.0.1:0", data: dataFolder(), open: true}
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
func newHost(t *terminal, f *serveFlags) (host *session.Host, done func(), err error) {
	config := tableConfig()
	if err := addPuzzles(&config, f.puzzles); err != nil {
		return nil, nil, err
	}
	if f.data == "" {
		host = session.New(config)
		return host, host.Close, nil
	}
	keeper, err := replay.OpenJournals(f.data)
	if err != nil && f.spare {
		t.warnf("Tables end with this server: %v\n", err)
		host = session.New(config)
		return host, host.Close, nil
	}
	if err != nil {
		return nil, nil, badf("--data %s: %w", f.data, err)
	}
	config.Keeper = keeper
	host = session.New(config)
	return host, func() { host.Close(); _ = keeper.Close() }, nil
}

// serve serves until ctx ends. path is the page to open, after the address.
func serve(ctx context.Context, t *terminal, f *serveFlags, path string) (err error) {
	host, done, err := newHost(t, f)
	if err != nil {
		return err
	}
	defer done()
	go host.Prepare()
	listener, err := net.Listen("tcp", f.addr)
	if err != nil {
		return badf("--addr %s: %w", f.addr, err)
	}
	address, _ := listener.Addr().(*net.TCPAddr)
	local := address != nil && address.IP.IsLoopback()
	if !local && f.token == "" {
		f.token = rand.Text()
	}
	where := pageAddress(f.addr, address, f.token, path)
	if err := t.printf("The table is at %s\nCtrl-C ends the server.\n", where); err != nil {
		return err
	}
	if f.open {
		openBrowser(t, where)
	}
	err = server.New(server.Config{Host: host, Page: web.Files(), Token: f.token, Local: local}).Serve(ctx, listener)
	if err != nil {
		return err
	}
	return interrupted("the server has ended; tables are kept")
}

// pageAddress returns what a person opens.
func pageAddress(asked string, at *net.TCPAddr, token, path string) string {
	host, port := "localhost", ""
	if at != nil {
		port = fmt.Sprint(at.Port)
		switch {
		case at.IP.IsLoopback():
			host = at.IP.String()
		default:
			if given, _, err := net.SplitHostPort(asked); err == nil && given != "" && !net.ParseIP(given).IsUnspecified() {
				host = given
			} else if name, err := os.Hostname(); err == nil {
				host = name
			}
		}
	}
	u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, port), Path: "/", Fragment: path}
	if token != "" {
		u.RawQuery = url.Values{"token": {token}}.Encode()
	}
	return u.String()
}

// openBrowser opens a page, or says that it must be opened by hand.
func openBrowser(t *terminal, where string) {
	command := []string{"xdg-open", where}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", where}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", where}
	}
	program, err := exec.LookPath(command[0])
	if err == nil {
		browser := exec.Command(program, command[1:]...)
		if err = browser.Start(); err == nil {
			go func() { _ = browser.Wait() }()
			return
		}
	}
	t.warnf("There is no browser to open here: open the address yourself.\n")
}
