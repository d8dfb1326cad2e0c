package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/internal/cover"
	"ringer/open"
	"ringer/play/puzzles"
)

// A crossedFile is a kind of file that the program reads.
type crossedFile struct {
	name   string   // of the file, below the folder that is linked
	text   string   // that is right
	number string   // a part of the text that is a number
	more   string   // begins a line that says nothing
	in     string   // on standard input
	args   []string // of the command that reads it: FILE is its name, and DIR its folder
	binary bool     // it is no text
	made   bool     // the command makes the file where there is none
}

// crossedFileOf returns a kind of file.
func crossedFileOf(t *testing.T, kind string) crossedFile {
	t.Helper()
	made := func(name string, args ...string) string {
		cmdtest.Done(t, args...)
		return cmdtest.ReadText(t, name)
	}
	match := []string{"match", "random", "random", "-g", "kuhn", "-n", "64"}
	switch kind {
	case "rules":
		return crossedFile{name: "mine.yaml", text: "players: 3\ncards:\n  lookout: {gain: 10}\n", number: "10", more: "# ", args: []string{"games", "heat", "--diff", "FILE"}}
	case "training":
		text := "game: kuhn\ndecisions: 300\ncollect: {batch: 150, tables: 8, groups: 1}\nppo: {minibatch: 64}\nevaluation: {every: 0, games: 10, final_games: 20}\n"
		return crossedFile{name: "mine.yaml", text: text, number: "300", more: "# ", args: []string{"train", "--config", "FILE", "--out", "trained", "-q"}}
	case "run":
		made("run/config.yaml", append([]string{"train", "--config", "kuhn", "--out", "run"}, cmdtest.TrainedShortly...)...)
		require.NoError(t, os.Rename("run", "folder"))
		return crossedFile{name: "config.yaml", text: cmdtest.ReadText(t, "folder/config.yaml"), number: "600", more: "# ", args: []string{"curves", "DIR"}}
	case "bot":
		data, err := open.BotBytes("kuhn")
		require.NoError(t, err)
		return crossedFile{name: "mine.bot", text: string(data), number: string(data[100:104]), more: "", binary: true, args: []string{"match", "bot(FILE)", "random", "-g", "kuhn", "-n", "4"}}
	case "replay":
		o := cmdtest.Ringer(t, strings.Repeat("1\n", 9), "play", "kuhn", "--vs", "random", "--seed", "3", "--save", "made.jsonl")
		require.Zero(t, o.Exit, o.Errs)
		return crossedFile{name: "mine.jsonl", text: cmdtest.ReadText(t, "made.jsonl"), number: `"seed":3`, more: "", args: []string{"replay", "FILE"}}
	case "targets":
		text := "targets:\n  - {name: even, measure: seats.top.seat.*.win_rate, low: 0.001, high: 1}\n"
		return crossedFile{name: "mine.yaml", text: text, number: "0.001", more: "# ", args: []string{
			"report", "kuhn", "--games", "50", "--only", "seats", "--agent", "random", "--targets", "FILE", "--out", "report", "-q",
		}}
	case "strategy":
		return crossedFile{name: "mine.yaml", text: "name: Bold\nrules:\n  - {never: fold}\n", number: "fold", more: "# ", args: []string{"match", "script(FILE)", "random", "-g", "leduc", "-n", "8"}}
	case "population":
		text := "game: leduc\nplayers:\n  - {agent: random, share: 0.25}\n  - {agent: greedy, share: 0.75}\n"
		return crossedFile{name: "mine.yaml", text: text, number: "0.25", more: "# ", args: []string{"match", "mixture(FILE)", "random", "-g", "leduc", "-n", "8"}}
	case "position":
		return crossedFile{name: "mine.yaml", text: cmdtest.Puzzle, number: "7", more: "# ", in: "quit\n", args: []string{
			"play", "payday(loot_cards=1)", "--vs", "random", "--seed", "1", "--position", "FILE", "--save", "kept.jsonl",
		}}
	case "log":
		text := made("made.jsonl", append(match, "--keep", "made.jsonl")...)
		return crossedFile{name: "mine.jsonl", text: text, number: `"seed":1`, more: "", made: true, args: append(match, "--keep", "FILE")}
	case "records":
		args := []string{"report", "kuhn", "--games", "50", "--only", "seats", "--agent", "random", "--out", "report", "-q", "--record"}
		text := made("made.jsonl", append(args, "made.jsonl")...)
		return crossedFile{name: "mine.jsonl", text: text, number: `"games":50`, more: "", made: true, args: append(args, "FILE")}
	case "puzzles":
		text, err := json.Marshal(puzzles.Shipped()[:1])
		require.NoError(t, err)
		return crossedFile{name: "mine.json", text: string(text) + "\n", number: `"seat":0`, more: "", in: "q\n", args: []string{"play", "--puzzle", "FILE", "--vs", "random", "--seed", "1", "--save", "kept.jsonl"}}
	}
	t.Fatalf("no kind of file is called %q", kind)
	return crossedFile{}
}

// says returns the name of the file in messages: a folder without its configuration is no run.
func (f *crossedFile) says(dir string) string {
	if f.name == "config.yaml" {
		return dir
	}
	return filepath.Join(dir, f.name)
}

// encoded returns the text of a file in an encoding, and whether it says the same then.
func (f *crossedFile) encoded(encoding string) (text string, same bool) {
	switch encoding {
	case "byte order mark":
		return "\ufeff" + f.text, !f.binary
	case "carriage returns":
		return strings.ReplaceAll(f.text, "\n", "\r\n"), !f.binary
	case "no last line end":
		return strings.TrimSuffix(f.text, "\n"), !f.binary
	case "leading zero":
		same = strings.HasSuffix(f.name, ".yaml") && f.number != "fold" // JSON has no such numbers
		digits := len(f.number) - len(strings.TrimRight(f.number, "0123456789."))
		at := len(f.number) - digits
		return strings.Replace(f.text, f.number, f.number[:at]+"0"+f.number[at:], 1), same
	case "latin-1":
		return f.text + f.more + "caf\xe9\n", false
	case "zero byte":
		return f.text + f.more + "\x00\n", false
	case "empty":
		return "", false
	case "huge number":
		return strings.Replace(f.text, f.number, strings.TrimRight(f.number, "0123456789.")+"99999999999999999999999", 1), false
	}
	return f.text, true
}

// Every file that the program reads, in every encoding, by links, on screens of any width: the right
// result, or an error that names the file, and no panic.
func TestCrossFiles(t *testing.T) {
	axes := []cover.Axis{
		{Name: "kind", Values: []string{"rules", "training", "run", "bot", "replay", "targets", "strategy", "population", "position", "log", "records", "puzzles"}},
		{Name: "encoding", Values: []string{"plain", "byte order mark", "carriage returns", "no last line end", "leading zero", "latin-1", "zero byte", "empty", "huge number"}},
		{Name: "link", Values: []string{"none", "to the file", "to the folder", "to nothing", "a folder in its place"}},
		{Name: "width", Values: []string{"none", "20", "30", "80"}},
	}
	read := func(c cover.Case) bool { return c[2] < 3 || c[1] <= 0 } // a file that is not there has no encoding
	cover.Run(t, axes, 1, read, func(t *testing.T, pick func(string) string) {
		t.Setenv("NO_COLOR", "1")
		t.Chdir(t.TempDir())
		f := crossedFileOf(t, pick("kind"))
		require.NoError(t, os.MkdirAll("folder", 0o700))
		dir := "folder"
		path := filepath.Join(dir, f.name)
		call := func() cmdtest.Outcome { return f.call(t, dir, pick("width")) }

		require.NoError(t, os.WriteFile(path, []byte(f.text), 0o600))
		want := call()
		require.Zero(t, want.Exit, want.Errs)
		for _, name := range []string{"trained", "report", "kept.jsonl"} {
			require.NoError(t, os.RemoveAll(name))
		}

		text, same := f.encoded(pick("encoding"))
		require.NoError(t, os.RemoveAll(path))
		gone := false
		switch pick("link") {
		case "to the file":
			require.NoError(t, os.WriteFile("elsewhere", []byte(text), 0o600))
			require.NoError(t, os.Symlink("../elsewhere", path))
		case "to the folder":
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			require.NoError(t, os.Rename("folder", "real"))
			require.NoError(t, os.Symlink("real", "folder"))
		case "to nothing":
			require.NoError(t, os.Symlink("nowhere", path))
			gone = true
		case "a folder in its place":
			require.NoError(t, os.Mkdir(path, 0o700))
			gone = true
		default:
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		}
		got := call()
		for _, word := range []string{"panic", "goroutine ", "a fault of this program", "%!", "runtime error", "unmarshal", "Go struct", "strconv."} {
			require.NotContains(t, got.Out+got.Errs, word)
		}
		switch {
		case gone && pick("link") == "to nothing" && f.made, !gone && same:
			require.Zero(t, got.Exit, got.Errs)
			if pick("kind") != "training" && pick("kind") != "run" { // which print seconds
				assert.Equal(t, want.Out, got.Out)
			}
		case got.Exit == shell.ExitDone: // what is wrong is in a part that says nothing
			require.False(t, gone)
		default:
			require.Equal(t, shell.ExitBadInput, got.Exit, got.Errs)
			assert.Contains(t, got.Errs, "ringer: ")
			assert.Contains(t, got.Errs, f.says(dir))
			assert.Less(t, len(got.Errs), 2000)
		}
	})
}

// call carries out the command that reads the file, on a screen of a width.
func (f *crossedFile) call(t *testing.T, dir, width string) cmdtest.Outcome {
	t.Helper()
	var args []string
	for _, a := range f.args {
		args = append(args, strings.NewReplacer("FILE", filepath.Join(dir, f.name), "DIR", dir).Replace(a))
	}
	if width == "none" {
		return cmdtest.Ringer(t, f.in, args...)
	}
	keyboard, screen := cmdtest.PseudoTerminal(t)
	columns := map[string]uint16{"20": 20, "30": 30, "80": 80}[width]
	require.NoError(t, unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}))
	shown := make(chan string)
	go func() {
		var out strings.Builder
		buffer := make([]byte, 4096)
		for {
			n, err := keyboard.Read(buffer)
			if err != nil {
				shown <- out.String()
				return
			}
			out.Write(buffer[:n])
		}
	}()
	var errs strings.Builder
	exit := program.Run(t.Context(), args, strings.NewReader(f.in), screen, &errs)
	require.NoError(t, screen.Close()) // which ends the reading
	return cmdtest.Outcome{Exit: exit, Out: <-shown, Errs: errs.String()}
}
