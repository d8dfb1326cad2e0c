package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	root := flag.String("root", "..", "folder of the repository")
	round := flag.Bool("round", false, "round the weights of bots instead, of the games that they are of")
	flag.Parse()
	if (flag.NArg() == 0) != *round {
		fmt.Fprintln(os.Stderr, "carry: want the commits whose games the bots are of, or -round")
		os.Exit(2)
	}
	if err := run(*root, flag.Args(), *round, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "carry:", err)
		os.Exit(1)
	}
}

// A tree is the repository with the programs of its commits.
type tree struct {
	root  string
	old   []string // paths of the programs of the older commits
	now   string   // of this tree's
	out   io.Writer
	sums  map[string]string   // SHA-256 of bots' files before: after
	known map[string]gameInfo // by game
}

// gameInfo holds the hashes that ringer games GAME --json prints.
type gameInfo struct {
	SpecHash  string `json:"spec_hash"`
	FactsHash string `json:"facts_hash"`
}

func run(root string, commits []string, round bool, out io.Writer) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "ringer-carry")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	t := &tree{
		root: root, now: filepath.Join(folder, "now"), out: out,
		sums: map[string]string{}, known: map[string]gameInfo{},
	}
	if _, err := call(t.root, "go", "build", "-o", t.now, "./cmd/ringer"); err != nil {
		return err
	}
	for i, commit := range commits {
		if err := t.build(commit, filepath.Join(folder, fmt.Sprint("tree", i))); err != nil {
			return err
		}
	}
	write := t.bots
	if round {
		write = t.round
	}
	if err := write(folder); err != nil {
		return err
	}
	return errors.Join(t.ratings(), t.balance(), t.puzzles())
}

// build builds the program of an older commit in a folder.
func (t *tree) build(was, folder string) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	if _, err := call(t.root, "git", "archive", "--format=tar", "--output", folder+".tar", was); err != nil {
		return err
	}
	if _, err := call(folder, "tar", "-xf", folder+".tar"); err != nil {
		return err
	}
	program := folder + "-ringer"
	t.old = append(t.old, program)
	_, err := call(folder, "go", "build", "-buildvcs=false", "-o", program, "./cmd/ringer")
	return err
}

// layout returns the game of a bot's file as the older commit makes it that the bot is of. A
// commit that cannot read the file, which may be of a later format, knows the game by its name.
func (t *tree) layout(file string, m *made) ([]byte, error) {
	for _, program := range t.old {
		for _, name := range []string{file, m.Game} {
			text, err := call(t.root, program, "games", name, "--json")
			if err == nil && bytes.Contains(text, []byte(`"spec_hash": "`+m.SpecHash+`"`)) {
				return text, nil
			}
		}
	}
	return nil, fmt.Errorf("%s: none of the commits has the game %s with its spec hash, %s", file, m.Game, m.SpecHash)
}

// call runs a program in a folder and returns what it prints.
func call(folder, program string, args ...string) ([]byte, error) {
	c := exec.Command(program, args...)
	c.Dir = folder
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", filepath.Base(program), strings.Join(args, " "), err, errs.String())
	}
	return out.Bytes(), nil
}

// game returns the hashes of a game, or of a bot file's game, as this tree makes it.
func (t *tree) game(name string) (gameInfo, error) {
	if g, ok := t.known[name]; ok {
		return g, nil
	}
	text, err := call(t.root, t.now, "games", name, "--json")
	if err != nil {
		return gameInfo{}, err
	}
	var list struct{ Games []gameInfo }
	if err := json.Unmarshal(text, &list); err != nil || len(list.Games) != 1 {
		return gameInfo{}, fmt.Errorf("games %s --json: %v", name, err)
	}
	t.known[name] = list.Games[0]
	return list.Games[0], nil
}

// bots carries the shipped bots whose game has another spec hash today.
func (t *tree) bots(folder string) error {
	files, err := filepath.Glob(filepath.Join(t.root, "checkpoints", "*.bot"))
	if err != nil {
		return err
	}
	layout := filepath.Join(folder, "was.json")
	for _, file := range files {
		made, err := madeFor(file)
		if err != nil {
			return err
		}
		g, err := t.game(file)
		if err != nil {
			return err
		}
		if g.SpecHash == made.SpecHash {
			continue
		}
		was, err := t.layout(file, made)
		if err != nil {
			return err
		}
		if err := os.WriteFile(layout, was, 0o644); err != nil {
			return err
		}
		if err := t.export(file, "--carry", "--was", layout); err != nil {
			return err
		}
	}
	return nil
}

// leastRounded is the size in bytes from which bots are rounded. Smaller ones are of games that are
// solved: what an opponent can win against them is known exactly, and rounding changes it.
const leastRounded = 256 << 10

// round rounds the weights of the shipped bots that are not.
func (t *tree) round(string) error {
	files, err := filepath.Glob(filepath.Join(t.root, "checkpoints", "*.bot"))
	if err != nil {
		return err
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		if info.Size() < leastRounded {
			continue
		}
		if err := t.export(file, "--steps", steps); err != nil && !strings.Contains(err.Error(), "there is nothing to round") {
			return err
		}
	}
	return nil
}

// steps of --steps say how finely weights are rounded.
const steps = "32"

// export writes a bot anew in its own place.
func (t *tree) export(file string, how ...string) error {
	before, err := sum(file)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(file), ".bot")
	told, err := call(t.root, t.now, append([]string{"export", file, "--name", name, "--out", file, "--force"}, how...)...)
	if err != nil {
		return err
	}
	after, err := sum(file)
	if err != nil {
		return err
	}
	t.sums[before] = after
	fmt.Fprintf(t.out, "%s\n", told)
	return nil
}

// made names the game of a bot, by its manifest.
type made struct {
	Game     string `json:"game"`
	SpecHash string `json:"spec_hash"`
}

func madeFor(file string) (*made, error) {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	f, err := archive.Open("manifest.json")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	defer f.Close()
	var m made
	if err := json.NewDecoder(f).Decode(&m); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &m, nil
}

func sum(file string) (string, error) {
	data, err := os.ReadFile(file)
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

// entry holds the keys that name the game of a record.
type entry struct {
	Game     string `json:"game"`
	Facts    string `json:"facts"`
	SpecHash string `json:"spec_hash"`
}

// moved returns the hash of an entry's game and the hash that it has today.
func (t *tree) moved(e entry) (was, is string, err error) {
	g, err := t.game(e.Game)
	if e.Facts != "" {
		return e.Facts, g.FactsHash, err
	}
	return e.SpecHash, g.SpecHash, err
}

// rewrite changes a file of records of games. keep keeps the hashes that an entry had.
func (t *tree) rewrite(file string, text []byte, entries []entry, keep bool) error {
	changed := false
	for _, e := range entries {
		was, is, err := t.moved(e)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if was != is {
			text, changed = rename(text, was, is, keep), true
		}
	}
	for before, after := range t.sums { // beginnings of the checksums of bots
		if b, a := []byte(`"`+before[:12]+`"`), []byte(`"`+after[:12]+`"`); bytes.Contains(text, b) {
			text, changed = bytes.ReplaceAll(text, b, a), true
		}
	}
	if !changed {
		return nil
	}
	fmt.Fprintln(t.out, "changed", file)
	return os.WriteFile(file, text, 0o644)
}

// rename writes one hash in place of another in JSON, and with keep the old one into the
// list "before" behind it, in the spacing of the file.
func rename(text []byte, was, is string, keep bool) []byte {
	key := regexp.MustCompile(`"(facts|spec_hash)":( ?)"` + was + `",(\s*)("before":( ?)\[\s*([^\]]*?)\s*\],(\s*))?`)
	return key.ReplaceAllFunc(text, func(found []byte) []byte {
		m := key.FindSubmatch(found)
		name, space, gap, earlier := m[1], m[2], m[3], m[6]
		out := fmt.Sprintf(`"%s":%s"%s",%s`, name, space, is, gap)
		if !keep {
			return append([]byte(out), m[4]...)
		}
		list := `"` + was + `"`
		if len(earlier) > 0 {
			list = string(earlier) + "," + string(space) + list
		}
		return fmt.Appendf([]byte(out), `"before":%s[%s],%s`, space, list, gap)
	})
}

func (t *tree) ratings() error {
	file := filepath.Join(t.root, "play", "opponents", "ratings.json")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var entries []entry
	if err := json.Unmarshal(text, &entries); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return t.rewrite(file, text, entries, true)
}

func (t *tree) balance() error {
	files, err := filepath.Glob(filepath.Join(t.root, "docs", "balance", "*.jsonl"))
	for _, file := range files {
		text, readErr := os.ReadFile(file)
		if readErr != nil {
			return readErr
		}
		var entries []entry
		for line := range bytes.Lines(text) {
			var e entry
			if err := json.Unmarshal(line, &e); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			entries = append(entries, e)
		}
		err = errors.Join(err, t.rewrite(file, text, entries, true))
	}
	return err
}

func (t *tree) puzzles() error {
	files, err := filepath.Glob(filepath.Join(t.root, "play", "puzzles", "shipped", "*.json"))
	for _, file := range files {
		text, readErr := os.ReadFile(file)
		if readErr != nil {
			return readErr
		}
		var entries []entry
		if err := json.Unmarshal(text, &entries); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		err = errors.Join(err, t.rewrite(file, text, entries, false))
	}
	return err
}
