package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mayFuse are the parts of env in which a product and a sum may be rounded once or twice,
// as a processor likes: no fact, and no number that an observation wrapper shows, depends
// on them.
var mayFuse = []string{
	"env/duel/draw/", // pictures
	"env/envtest/",   // tests
	"env/knobs/",     // series of a command line
	// Opinions.
	"env/tactics/duel/", "env/tactics/fourdowns/", "env/tactics/heat/", "env/tactics/payday/",
	"env/tactics/fivepossessions/judge.go", "env/tactics/heist/judge.go",
	"env/duel/space/scatter.go:161", // a product with a power of two, which is exact
}

var fusedPattern = regexp.MustCompile(`\(([^()]*\.go:\d+)\)\s+FN?M(?:ADD|SUB)[SD]\b`)

// fusedIn returns the places in what the compiler prints (-S) where it makes one
// instruction of a product and a sum, once each, from root on, without those that may.
func fusedIn(assembly []byte, root string) (places []string) {
	for lines := bufio.NewScanner(bytes.NewReader(assembly)); lines.Scan(); {
		m := fusedPattern.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		place, ok := strings.CutPrefix(filepath.ToSlash(m[1]), filepath.ToSlash(root)+"/")
		if !ok || slices.Contains(places, place) || slices.ContainsFunc(mayFuse, func(part string) bool { return strings.HasPrefix(place, part) }) {
			continue
		}
		places = append(places, place)
	}
	slices.Sort(places)
	return places
}

// fused compiles the games for arm64 and returns the places where the compiler fuses what
// must be rounded alike on every processor.
func fused(ctx context.Context, root string) ([]string, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-gcflags=./env/...=-S", "./env/...")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOARCH=arm64", "GOOS=linux")
	output, err := cmd.CombinedOutput() // the listing is on standard error
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, output[max(0, len(output)-2000):])
	}
	if !bytes.Contains(output, []byte("FMULD")) {
		return nil, fmt.Errorf("the compiler printed no assembly for arm64")
	}
	return fusedIn(output, root), nil
}
