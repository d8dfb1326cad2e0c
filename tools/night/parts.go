package main

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A part is one make target of the night.
type part struct {
	name  string
	doc   string
	args  []string       // of make
	tools []string       // programs without which it is skipped
	count *regexp.Regexp // what to count in its output: matches, or the sum of the first groups
	unit  string         // of the count
}

// passed counts the packages whose tests pass.
var passed = regexp.MustCompile(`(?m)^ok  \t`)

// parts is the table of the night, the short ones first. builds is the folder for
// binaries.
func parts(builds, fuzzTime string) []part {
	return []part{
		{name: "lint", doc: "format, vet, tidy, staticcheck", args: []string{"lint"}},
		{name: "vet", doc: "vet for every platform", args: []string{"vet-all"}, count: regexp.MustCompile(`(?m)^vet \S+$`), unit: "platforms"},
		{name: "builds", doc: "build for every platform", args: []string{"build-all", "BUILDS=" + builds}, count: regexp.MustCompile(`(?m)^.*ringer-\w+-\w+(\.exe)?$`), unit: "platforms"},
		{name: "test", doc: "the quick tests", args: []string{"ship-test", "test"}, count: passed, unit: "packages"},
		{name: "plain", doc: "build and quick tests without simd", args: []string{"plain"}, count: passed, unit: "packages"},
		{name: "race", doc: "the race detector", args: []string{"race"}, tools: []string{"cc"}, count: passed, unit: "packages"},
		{name: "xla", doc: "build and tests with -tags xla", args: []string{"xla", "BUILDS=" + builds}, tools: []string{"cc"}, count: passed, unit: "packages"},
		{name: "image", doc: "the container image, run without rights", args: []string{"image-test", "IMAGE=" + builds + "/image"}, tools: []string{"unshare"}},
		{name: "arm64", doc: "recorded games on another processor", args: []string{"arm64"}, tools: []string{"qemu-aarch64-static"}, count: regexp.MustCompile(`(\d+) recordings of facts the same`), unit: "recordings"},
		{name: "reproducible", doc: "the release twice, with the same bytes", args: []string{"reproducible"}, tools: []string{"git"}, count: regexp.MustCompile(`(?m)^[0-9a-f]{64}  `), unit: "files"},
		{name: "wasm", doc: "vector instructions of WebAssembly", args: []string{"wasm-test"}, tools: []string{"node"}, count: passed, unit: "packages"},
		{name: "onnx", doc: "exported policies in onnxruntime", args: []string{"onnx"}, tools: []string{"node", "npm"}, count: passed, unit: "packages"},
		{name: "mutants", doc: "switch off clauses of the rules", args: []string{"mutants"}, count: regexp.MustCompile(`(?m)^(\d+) clauses: `), unit: "clauses"},
		{name: "cross", doc: "every pair of values where parts meet", args: []string{"cross"}, count: regexp.MustCompile(`crossed: .* pairs in (\d+) of`), unit: "cases"},
		{name: "chaos", doc: "trainings that are killed, starved and crowded", args: []string{"chaos"}, count: regexp.MustCompile(`(?m)(\d+) rounds that ended with the same bytes`), unit: "rounds"},
		{name: "fuzz", doc: "every fuzz test for " + fuzzTime, args: []string{"fuzz", "FUZZTIME=" + fuzzTime}, count: regexp.MustCompile(`fuzz tests tried (\d+) inputs`), unit: "inputs"},
		{name: "soak", doc: "an hour of training, tables and an arena", args: []string{"soak", "OUT=" + builds + "/soak.json"}, count: regexp.MustCompile(`: flat\n`), unit: "flat series"},
		{name: "long", doc: "the long tests", args: []string{"long"}, count: passed, unit: "packages"},
	}
}

// choose returns the named parts in the order of the table; all of them for no names.
func choose(all []part, names []string) ([]part, error) {
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	for _, p := range all {
		known = append(known, p.name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("unknown part %q: want some of %s", name, strings.Join(known, " "))
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(p part) bool { return !slices.Contains(names, p.name) }), nil
}

// lacks returns the first program that the part needs and the machine has not.
func (p part) lacks() string {
	for _, tool := range p.tools {
		if _, err := exec.LookPath(tool); err != nil {
			return tool
		}
	}
	return ""
}

// counted returns what the part's output counts, with its unit; nothing for a part that
// counts nothing.
func (p part) counted(output string) string {
	if p.count == nil {
		return ""
	}
	n := 0
	for _, m := range p.count.FindAllStringSubmatch(output, -1) {
		step := 1
		if len(m) > 1 && p.count.NumSubexp() == 1 {
			if number, err := strconv.Atoi(m[1]); err == nil {
				step = number
			}
		}
		n += step
	}
	return fmt.Sprintf("%d %s", n, p.unit)
}
