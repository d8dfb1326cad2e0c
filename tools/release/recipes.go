package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

// description is the line that package managers show of the program.
const description = "Trains, measures and plays agents for tabletop games"

// An archive holds the program for one platform.
type archive struct {
	platform, name, file string // file has the name, and how it is packed
	sum                  string // SHA-256
}

// A completion is a file of the archives that completes command lines of one shell, and where
// package managers put it.
type completion struct {
	Shell, File string
	Brew        string // method of a formula; empty where there is none
	Renamed     string // by a formula
	Nix         bool
}

var completions = []completion{
	{Shell: "bash", File: "ringer.bash", Brew: "bash", Renamed: "ringer", Nix: true},
	{Shell: "zsh", File: "_ringer", Brew: "zsh", Nix: true},
	{Shell: "fish", File: "ringer.fish", Brew: "fish", Nix: true},
	{Shell: "powershell", File: "ringer.ps1"},
}

// placeholder is the address in recipes of a release whose publisher is not known.
const placeholder = "https://where-the-archives-are.invalid"

// checkURL returns what is wrong with the address that archives will have. One that is written
// as addresses are has nothing in it that a recipe would take for more than text.
func checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.String() != text || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return fmt.Errorf("-url: found %q, want the address of the folder with the archives, such as https://example.com/ringer/v0.1.0", text)
	}
	return nil
}

//go:embed recipes
var templates embed.FS

// recipe holds the values that the templates read.
type recipe struct {
	Version, Stamp, URL string // 0.1.0 and v0.1.0
	Placeholder         string // a remark, where the address is none
	Description         string
	Completions         []completion
	Brew                map[string][]brewed // by linux and macos
	Nix                 []nixed
}

type brewed struct{ Processor, URL, Sum string }

type nixed struct{ System, URL, Sum string }

// Names that package managers have for what Go calls otherwise.
var (
	brewSystems    = map[string]string{"linux": "linux", "darwin": "macos"}
	brewProcessors = map[string]string{"amd64": "intel", "arm64": "arm"}
	nixProcessors  = map[string]string{"amd64": "x86_64", "arm64": "aarch64"}
	scoopNames     = map[string]string{"amd64": "64bit", "arm64": "arm64", "386": "32bit"}
)

// writeRecipes writes what package managers want of a release beside its archives: a formula
// for Homebrew, a manifest for Scoop, an expression for Nix.
func writeRecipes(folder string, made stamp, base string, archives []archive) error {
	r := recipe{
		Version: strings.TrimPrefix(made.version, "v"), Stamp: made.version, URL: strings.TrimSuffix(base, "/"),
		Description: description, Completions: completions, Brew: map[string][]brewed{},
	}
	if base == "" {
		r.URL, r.Placeholder = placeholder, "The address below is a placeholder: make release URL=… writes the one where the archives are."
	}
	scoop := map[string]any{}
	for _, a := range archives {
		system, processor, _ := strings.Cut(a.platform, "/")
		at := r.URL + "/" + a.file
		if name, ok := scoopNames[processor]; ok && system == "windows" {
			scoop[name] = map[string]string{"url": at, "hash": a.sum, "extract_dir": a.name}
		}
		if brew, ok := brewSystems[system]; ok && brewProcessors[processor] != "" {
			r.Brew[brew] = append(r.Brew[brew], brewed{brewProcessors[processor], at, a.sum})
		}
		if brewSystems[system] != "" && nixProcessors[processor] != "" {
			r.Nix = append(r.Nix, nixed{nixProcessors[processor] + "-" + system, at, a.sum})
		}
	}
	if len(scoop) > 0 {
		if err := writeScoop(folder, r, scoop); err != nil {
			return err
		}
	}
	if len(r.Nix) == 0 {
		return nil
	}
	parsed, err := template.ParseFS(templates, "recipes/*")
	if err != nil {
		return err
	}
	for _, t := range parsed.Templates() {
		var text bytes.Buffer
		if err := t.Execute(&text, r); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, t.Name()), text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func writeScoop(folder string, r recipe, architectures map[string]any) error {
	manifest := map[string]any{
		"version": r.Version, "description": r.Description, "homepage": r.URL, "license": "Apache-2.0",
		"architecture": architectures, "bin": programName("windows/amd64"),
	}
	if r.Placeholder != "" {
		manifest["##"] = r.Placeholder
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "    ")
	e.SetEscapeHTML(false)
	if err := e.Encode(manifest); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "ringer.json"), text.Bytes(), 0o644)
}
