package main

import (
	"archive/zip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A recording holds the arrays that ringer record wrote, row by row.
type recording struct {
	episodes []int64
	columns  map[string][][]byte // by its name, the bytes of each row
	sums     []string            // SHA-256 of the files
}

// readRecording reads a folder that ringer record wrote.
func readRecording(folder string) (recording, error) {
	r := recording{columns: map[string][][]byte{}}
	text, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		return r, err
	}
	var manifest struct {
		Shards []struct {
			File   string `json:"file"`
			SHA256 string `json:"sha256"`
		} `json:"shards"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return r, err
	}
	for _, s := range manifest.Shards {
		r.sums = append(r.sums, s.SHA256)
		if err := r.readShard(filepath.Join(folder, s.File)); err != nil {
			return r, fmt.Errorf("%s: %w", s.File, err)
		}
	}
	for _, row := range r.columns["episode"] {
		r.episodes = append(r.episodes, int64(binary.LittleEndian.Uint64(row)))
	}
	return r, nil
}

// readShard adds the arrays of a file to the columns.
func (r *recording) readShard(file string) error {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return err
	}
	defer archive.Close()
	for _, member := range archive.File {
		f, err := member.Open()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(f)
		if err != nil {
			return err
		}
		rows, err := rowsOf(data)
		if err != nil {
			return fmt.Errorf("%s: %w", member.Name, err)
		}
		name := strings.TrimSuffix(member.Name, ".npy")
		r.columns[name] = append(r.columns[name], rows...)
	}
	return nil
}

var (
	shapePattern = regexp.MustCompile(`'shape': \(([\d, ]*)\)`)
	typePattern  = regexp.MustCompile(`'descr': '[<|][a-z](\d+)'`)
)

// rowsOf returns the rows of an array of numpy's format (.npy, version 1), as bytes.
func rowsOf(data []byte) ([][]byte, error) {
	if len(data) < 10 || string(data[:6]) != "\x93NUMPY" || len(data) < 10+int(binary.LittleEndian.Uint16(data[8:])) {
		return nil, fmt.Errorf("no array of numpy")
	}
	begin := 10 + int(binary.LittleEndian.Uint16(data[8:]))
	shape, of := shapePattern.FindSubmatch(data[:begin]), typePattern.FindSubmatch(data[:begin])
	if shape == nil || of == nil {
		return nil, fmt.Errorf("array of an unknown kind: %q", data[10:begin])
	}
	width, _ := strconv.Atoi(string(of[1]))
	count := 0
	for i, n := range strings.FieldsFunc(string(shape[1]), func(c rune) bool { return c == ',' || c == ' ' }) {
		size, _ := strconv.Atoi(n)
		if i == 0 {
			count = size
		} else {
			width *= size
		}
	}
	if len(data)-begin != count*width {
		return nil, fmt.Errorf("%d bytes, want %d rows of %d", len(data)-begin, count, width)
	}
	return slices.Collect(slices.Chunk(data[begin:], max(width, 1))), nil
}

// The verdicts on a pairing.
const (
	same    = "same"
	differs = "DIFFERS"
	rounded = "rounded otherwise"
)

// A comparison of two recordings of the same pairing with the same seed.
type comparison struct {
	games, same int     // all games, and those whose every decision is the same
	shared      int     // decisions before which both games were alike
	sameBest    int     // of those, with the same most probable action
	most        float64 // the largest difference of a probability at one of those
	identical   bool    // to the byte
}

func (c comparison) verdict(p pairing) string {
	switch {
	case c.identical:
		return same
	case p.facts:
		return differs
	}
	return rounded
}

// compareRecordings compares game by game. A game is followed up to the first decision
// whose table or action differs: from there on the two are other games.
func compareRecordings(a, b recording) comparison {
	c := comparison{identical: slices.Equal(a.sums, b.sums)}
	tables := []string{"observation", "mask", "seat", "kind"}
	first, second := a.games(), b.games()
	for episode, rows := range first {
		c.games++
		others := second[episode]
		whole := len(rows) == len(others)
		for i := 0; i < min(len(rows), len(others)); i++ {
			alike := func(name string) bool { return string(a.columns[name][rows[i]]) == string(b.columns[name][others[i]]) }
			if slices.ContainsFunc(tables, func(name string) bool { return !alike(name) }) {
				whole = false
				break
			}
			c.shared++
			p, q := floats(a.columns["probabilities"][rows[i]]), floats(b.columns["probabilities"][others[i]])
			for k := range p {
				c.most = max(c.most, math.Abs(float64(p[k]-q[k])))
			}
			if best(p) == best(q) {
				c.sameBest++
			}
			if !alike("action") {
				whole = false
				break
			}
		}
		if whole {
			c.same++
		}
	}
	return c
}

// games returns the rows of each game, in order.
func (r recording) games() map[int64][]int {
	rows := map[int64][]int{}
	for row, episode := range r.episodes {
		rows[episode] = append(rows[episode], row)
	}
	return rows
}

func floats(row []byte) []float32 {
	list := make([]float32, len(row)/4)
	for i := range list {
		list[i] = math.Float32frombits(binary.LittleEndian.Uint32(row[4*i:]))
	}
	return list
}

func best(p []float32) (at int) {
	for i := range p {
		if p[i] > p[at] {
			at = i
		}
	}
	return at
}
