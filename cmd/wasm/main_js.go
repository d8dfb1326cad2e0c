// Command wasm holds tables in a browser: the same host as behind ringer serve, as
// WebAssembly in a worker of the page. The page's src/transport/host.ts starts it.
//
// It calls these functions of the worker: ringerSend(text) passes a message to the page;
// ringerFetch(name), ringerSite(), ringerKeep(table, line, wait) and ringerKept(table)
// give promises: of the bytes of bots/NAME.bot, of the text of site.json, of having kept a
// line of a table with all before it, and of all that was kept. It sets
// ringerHandle(text), which takes a message of the page.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"syscall/js"
	"time"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/agents/script"
	"ringer/env"
	"ringer/env/games"
	"ringer/models/botfile"
	"ringer/play/puzzles"
	"ringer/play/scene/scenes"
	"ringer/play/session"
	"ringer/play/site"
)

func main() {
	debug.SetGCPercent(300) // the worker has one thread, which collects and plays in turn
	messages := make(chan string, 64)
	js.Global().Set("ringerHandle", js.FuncOf(func(_ js.Value, args []js.Value) any {
		messages <- args[0].String()
		return nil
	}))
	if err := serve(context.Background(), messages); err != nil {
		panic(err) // the worker reports it, and the page shows it
	}
}

func serve(ctx context.Context, messages <-chan string) error {
	text, err := await("ringerSite")
	if err != nil {
		return err
	}
	folder, err := site.Read([]byte(text.String()))
	if err != nil {
		return err
	}
	host := session.New(session.Config{
		Version: folder.Ringer,
		Games:   folder.Names(),
		Puzzles: session.PuzzlesOf(append(puzzles.Shipped(), folder.Puzzles...), folder.Names()),
		Begin:   func(g env.Game, text string) (env.Game, error) { return puzzles.At(g, "position", text) },
		Game:    func(text string, rules json.RawMessage) (env.Game, error) { return folder.Game(text, games.Restore) },
		Opponents: func(g env.Game) []session.Opponent {
			return folder.Opponents(g.Spec().String())
		},
		Agent:  func(g env.Game, name string) (agents.Agent, error) { return newAgent(folder, g, name) },
		Scenes: scenes.Of,
		Seed: func() uint64 {
			var b [4]byte
			_, _ = rand.Read(b[:]) // never fails
			return uint64(binary.LittleEndian.Uint32(b[:]))
		},
		Secret: rand.Text,
		Today:  func() string { return time.Now().UTC().Format(time.DateOnly) },
		Keeper: newKeeper(),
	})
	send := js.Global().Get("ringerSend")
	client := host.Connect(func(line []byte) { send.Invoke(string(line)) })
	for {
		select {
		case message := <-messages:
			client.Handle([]byte(message))
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// newAgent builds an opponent, and loads its bot.
func newAgent(folder *site.Site, g env.Game, name string) (agents.Agent, error) {
	style := func(style string) (*script.Strategy, error) { return folder.Style(g.Spec().String(), style) }
	return roster.New(name, roster.Sources{Game: g, Script: style, Bot: func(name string) (*botfile.Bot, error) {
		data, err := await("ringerFetch", name)
		if err != nil {
			return nil, err
		}
		b := make([]byte, data.Length())
		js.CopyBytesToGo(b, data)
		return botfile.Read(bytes.NewReader(b), int64(len(b)))
	}})
}

// keeper keeps tables in the browser.
type keeper struct {
	keep  js.Value
	pause pause
}

func newKeeper() *keeper { return &keeper{keep: js.Global().Get("ringerKeep"), pause: newPause()} }

// Open implements session.Keeper.
func (k *keeper) Open(name string) (session.Journal, [][]byte, error) {
	kept, err := await("ringerKept", name)
	if err != nil {
		return nil, nil, err
	}
	lines := make([][]byte, kept.Length())
	for i := range lines {
		lines[i] = []byte(kept.Index(i).String())
	}
	return &journal{k, name}, lines, nil
}

// journal holds the lines of one table.
type journal struct {
	of   *keeper
	name string
}

// Append waits for lines with sync alone. A page that is closed loses the last actions of
// agents without: they decide the same again.
func (j *journal) Append(line []byte, sync bool) error {
	if sync {
		_, err := await("ringerKeep", j.name, string(line), true)
		return err
	}
	j.of.keep.Invoke(j.name, string(line), false)
	j.of.pause.now()
	return nil
}

// Write keeps the first lines of a table: the browser keeps those that wait all or none.
func (j *journal) Write(lines [][]byte) error {
	for i, line := range lines {
		if i < len(lines)-1 {
			j.of.keep.Invoke(j.name, string(line), false)
			continue
		}
		if err := j.Append(line, true); err != nil {
			return err
		}
	}
	return nil
}

// Close does nothing: nobody removes a table from the browser but its user.
func (*journal) Close() {}

// pause lets the worker read messages now and then while agents act without end. A timer
// would do it too, but browsers make those wait for some milliseconds.
type pause struct {
	out  js.Value // a port whose messages come back to the worker
	back chan struct{}
	last time.Time
}

const betweenPauses = 20 * time.Millisecond

func newPause() pause {
	p := pause{back: make(chan struct{})}
	ports := js.Global().Get("MessageChannel").New()
	p.out = ports.Get("port1")
	ports.Get("port2").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		p.back <- struct{}{}
		return nil
	}))
	return p
}

func (p *pause) now() {
	if time.Since(p.last) < betweenPauses {
		return
	}
	p.out.Call("postMessage", 0)
	<-p.back
	p.last = time.Now()
}

// await calls a function of the worker and waits for its promise.
func await(function string, args ...any) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	done := make(chan settled, 1)
	ok := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- settled{value: args[0]}
		return nil
	})
	defer ok.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- settled{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	defer failed.Release()
	f := js.Global().Get(function)
	if f.Type() != js.TypeFunction {
		return js.Value{}, fmt.Errorf("the worker has no function %s", function)
	}
	js.Global().Call(function, args...).Call("then", ok, failed)
	s := <-done
	return s.value, s.err
}
