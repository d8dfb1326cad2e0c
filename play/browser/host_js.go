package browser

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

// Serve holds tables until the context ends. It answers the messages that the page passes to
// ringerHandle.
func Serve(ctx context.Context) error {
	debug.SetGCPercent(300) // the worker has one thread, which collects and plays in turn
	messages := make(chan string, 64)
	js.Global().Set("ringerHandle", js.FuncOf(func(_ js.Value, args []js.Value) any {
		messages <- args[0].String()
		return nil
	}))
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
