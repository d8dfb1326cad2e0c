package external_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"ringer/play/protocol"
)

// The test binary is also the program that agents of the tests start: its arguments are
// then "agent" and a way to behave.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "agent" {
		behave(os.Args[2], os.Args[3:])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// command returns the command line of a program that behaves in a way.
func command(way string, args ...string) string {
	return fmt.Sprintf("'%s' agent %s %s", os.Args[0], way, strings.Join(args, " "))
}

const hello = `{"type":"hello","protocol":"` + protocol.Version + `","bot":"test"}`

// behave is the program. It answers by the question and its seed alone, but for the fault
// that it is named after, which comes at its fourth question.
func behave(way string, args []string) {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	say := func(format string, args ...any) { _, _ = fmt.Fprintf(os.Stdout, format+"\n", args...) }
	switch way {
	case "silent":
		time.Sleep(time.Hour)
	case "version":
		say(`{"type":"hello","protocol":"ringer-bot/1","bot":"old"}`)
	case "game":
		say(`{"type":"hello","protocol":"%s","bot":"b","spec_hash":"abc","game":"chess"}`, protocol.Version)
	case "chatty":
		say("Loading weights…")
	case "stillborn":
		fmt.Fprintln(os.Stderr, "Traceback (most recent call last):\n  no weights \x1b[31mhere")
		os.Exit(3)
	case "states":
		say(`{"type":"hello","protocol":"%s","bot":"b","wants":["information_state"]}`, protocol.Version)
	case "marked":
		say("\ufeff" + hello)
	case "flood":
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	default:
		say(hello)
	}
	if way == "deaf" { // it never reads
		time.Sleep(time.Hour)
	}
	theirs, err := in.ReadString('\n')
	if err != nil {
		return
	}
	var game protocol.Hello
	if err := json.Unmarshal([]byte(theirs), &game); err != nil || game.Type != "hello" {
		panic(theirs)
	}
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF {
			if way == "stubborn" || way == "extra" {
				time.Sleep(time.Hour)
			}
			return
		}
		var q protocol.Question
		if err := json.Unmarshal(text, &q); err != nil {
			panic(err)
		}
		rng := rand.New(rand.NewPCG(*q.Seed, 0))
		action := q.Legal[rng.IntN(len(q.Legal))]
		if n == 4 {
			switch way {
			case "hangs":
				time.Sleep(time.Hour)
			case "slow":
				time.Sleep(300 * time.Millisecond)
			case "parent", "leaver":
				child := exec.Command(os.Args[0], "agent", "silent")
				child.Stdout, child.Stderr = os.Stdout, os.Stderr
				if way == "leaver" {
					leave(child)
				}
				if err := child.Start(); err != nil {
					panic(err)
				}
				write(args[0], child.Process.Pid)
				time.Sleep(time.Hour)
			case "dies":
				fmt.Fprintln(os.Stderr, strings.Repeat("noise\n", 1000)+"IndexError: list index out of range")
				os.Exit(7)
			case "illegal":
				action = 99
			case "words":
				say("I think I'll bet.")
				continue
			case "id":
				q.ID = json.RawMessage(`17`)
			case "nothing":
				say(`{"type":"decision","id":%s}`, q.ID)
				continue
			case "null":
				say(`{"type":"decision","id":%s,"action":null}`, q.ID)
				continue
			case "sum":
				say(`{"type":"decision","id":%s,"probs":[%s0.5]}`, q.ID, strings.Repeat("0.9,", len(q.Legal)-1))
				continue
			case "few":
				say(`{"type":"decision","id":%s,"probs":[1]}`, q.ID)
				continue
			case "negative":
				say(`{"type":"decision","id":%s,"probs":[-1,2%s]}`, q.ID, strings.Repeat(",0", len(q.Legal)-2))
				continue
			case "value":
				say(`{"type":"decision","id":%s,"action":%d,"value":1000}`, q.ID, action)
				continue
			case "key":
				say(`{"type":"decision","id":%s,"act":%d}`, q.ID, action)
				continue
			case "refuses":
				say(`{"type":"error","id":%s,"line":4,"error":"I give up"}`, q.ID)
				continue
			case "shouts":
				for {
					fmt.Print(strings.Repeat("y", 1<<16))
				}
			case "extra":
				write(args[0], os.Getpid())
				say(`{"type":"decision","id":%s,"action":%d}`, q.ID, action)
				say("By the way …")
				continue
			case "twice":
				say(`{"type":"decision","id":%s,"action":%d}`, q.ID, action)
			}
		}
		switch {
		case way == "counts": // with a file of its own for each process
			write(filepath.Join(args[0], strconv.Itoa(os.Getpid())), n)
			say(`{"type":"decision","id":%s,"action":%d}`, q.ID, action)
		case way == "mixes":
			say(`{"type":"decision","id":%s,"probs":[0.25,0.75%s],"value":0.5}`, q.ID, strings.Repeat(",0", len(q.Legal)-2))
		case way == "states" && q.InformationState == nil, way != "states" && q.InformationState != nil:
			panic("information state: " + string(text))
		default:
			say(`{"type":"decision","id":%s,"action":%d}`, q.ID, action)
		}
	}
}

func write(file string, number int) {
	if err := os.WriteFile(file, []byte(strconv.Itoa(number)), 0o600); err != nil {
		panic(err)
	}
}
