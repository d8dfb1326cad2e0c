package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Recipes have every archive that is for them, with its address and checksum; the version of
// a package manager has no v.
func TestRecipes(t *testing.T) {
	var archives []archive
	for i, platform := range []string{"linux/amd64", "linux/arm64", "windows/amd64", "darwin/amd64", "darwin/arm64", "linux/riscv64"} {
		a := archive{platform: platform, name: archiveName("v0.1.0", platform), sum: strings.Repeat(fmt.Sprint(i), 64)}
		a.file = a.name + archiveEnding(platform)
		archives = append(archives, a)
	}
	for base, at := range map[string]string{address: "https://example.org/tiny/v0.1.0/", "": placeholder + "/"} {
		folder := t.TempDir()
		want(t, writeRecipes(folder, stamp{version: "v0.1.0"}, base, archives))
		texts := map[string]string{}
		for _, name := range []string{"ringer.rb", "ringer.nix", "ringer.json"} {
			text, err := os.ReadFile(filepath.Join(folder, name))
			want(t, err)
			texts[name] = string(text)
			if strings.Contains(string(text), "placeholder") != (base == "") {
				t.Errorf("%s, address %q: %s", name, base, text)
			}
		}
		for name, lines := range map[string][]string{
			"ringer.rb": {
				"  on_linux do\n    on_intel do\n      url \"AT/ringer-v0.1.0-linux-amd64.tar.gz\"\n      sha256 \"000", "    on_arm do\n      url \"AT/ringer-v0.1.0-linux-arm64.tar.gz\"\n      sha256 \"111",
				"  on_macos do\n    on_intel do\n      url \"AT/ringer-v0.1.0-darwin-amd64.tar.gz\"\n      sha256 \"333", "    on_arm do\n      url \"AT/ringer-v0.1.0-darwin-arm64.tar.gz\"\n      sha256 \"444",
				"  version \"0.1.0\"\n", "  bash_completion.install \"completions/ringer.bash\" => \"ringer\"\n    zsh_completion", `assert_match "v0.1.0", shell_output("#{bin}/ringer version")`,
			},
			"ringer.nix": {
				"\"x86_64-linux\" = {\n      url = \"AT/ringer-v0.1.0-linux-amd64.tar.gz\";\n      sha256 = \"000", "\"aarch64-linux\" = {\n", "\"x86_64-darwin\" = {\n",
				"\"aarch64-darwin\" = {\n      url = \"AT/ringer-v0.1.0-darwin-arm64.tar.gz\";\n      sha256 = \"444", "  version = \"0.1.0\";\n", "archives.${system} or (throw",
				"installShellCompletion --cmd ringer --bash completions/ringer.bash --zsh completions/_ringer --fish completions/ringer.fish\n",
			},
			"ringer.json": {`"url": "AT/ringer-v0.1.0-windows-amd64.zip"`, `"extract_dir": "ringer-v0.1.0-windows-amd64"`, `"bin": "ringer.exe"`, `"hash": "222`},
		} {
			for _, line := range lines {
				if line = strings.ReplaceAll(line, "AT/", at); !strings.Contains(texts[name], line) {
					t.Errorf("%s lacks %q:\n%s", name, line, texts[name])
				}
			}
		}
		var manifest map[string]any
		want(t, json.Unmarshal([]byte(texts["ringer.json"]), &manifest))
		for name, parser := range map[string][]string{"ringer.rb": {"ruby", "-c"}, "ringer.nix": {"nix-instantiate", "--parse"}} {
			if output, err := exec.Command(parser[0], append(parser[1:], filepath.Join(folder, name))...).CombinedOutput(); err != nil && len(output) > 0 {
				t.Errorf("%s: %v\n%s", name, err, output)
			}
		}
	}
	for _, bad := range []string{"example.com/x", "ftp://example.com", "https://", "https://example.com/?a", "https://example.com/#{x}", "https://me:key@example.com", `https://example.com/"`, "https://example.com/${x}", `https://example.com/\`} {
		if checkURL(bad) == nil {
			t.Errorf("%q is taken for an address", bad)
		}
	}
}

// checked checks the release in a folder, and returns what is wrong and what was printed.
func checked(t *testing.T, folder string, platforms []string) (string, string) {
	t.Helper()
	var out strings.Builder
	c := checker{folder: folder, platforms: platforms, emulators: map[string]string{}, out: &out}
	if err := c.check(t.Context()); err != nil {
		return err.Error(), out.String()
	}
	return "", out.String()
}

// A release passes its check; with one thing changed it does not, and the check says which.
func TestCheck(t *testing.T) {
	here := runtime.GOOS + "/" + runtime.GOARCH
	platforms := []string{here, "windows/amd64"}
	if here != "linux/amd64" {
		platforms = append(platforms, "linux/amd64")
	}
	root := repository(t, "r")
	git(t, root, "tag", "v0.1.0")
	files := releaseOf(t, root, platforms...)
	folder := filepath.Join(root, "bin", "release")
	faults, said := checked(t, folder, platforms)
	if faults != "" || !strings.Contains(said, "ran version play train export match") || !strings.Contains(said, "windows-amd64.zip: 11 files, 1 modules in the bill of materials; not run here") {
		t.Fatalf("%s\n%s", said, faults)
	}
	const tarFile = "ringer-v0.1.0-linux-amd64.tar.gz"
	bill := "ringer-v0.1.0.cdx.json"
	for name, c := range map[string]struct {
		file   string
		edit   func(text string) string // of the file; empty removes it
		summed bool                     // whether the checksums are written anew
		want   string
	}{
		"a byte":                {tarFile, func(s string) string { return s[:len(s)/2] + "x" + s[len(s)/2+1:] }, false, tarFile + ": has the checksum"},
		"an archive":            {tarFile, func(string) string { return "" }, true, tarFile + ": missing: want an archive for linux/amd64"},
		"a file that is listed": {bill, func(string) string { return "" }, false, "no such file"},
		"a mode":                {tarFile, retarred(func(head *tar.Header) { head.Mode = 0o600 }), true, tarFile + ": LICENSE: found mode -rw-------, want -rw-r--r--"},
		"a name": {tarFile, retarred(func(head *tar.Header) {
			head.Name = strings.Replace(head.Name, "LICENSE", "../LICENSE", 1)
		}), true, `found "ringer-v0.1.0-linux-amd64/../LICENSE"`},
		"a page":                {tarFile, retarred(func(head *tar.Header) { head.Name = strings.Replace(head.Name, "LICENSE", "LICENCE", 1) }), true, tarFile + ": lacks LICENSE"},
		"a stranger":            {tarFile, retarred(func(head *tar.Header) { head.Name = strings.Replace(head.Name, "NOTICE", "notes", 1) }), true, tarFile + ": holds notes"},
		"a version of the bill": {bill, replaced(`"version": "v0.1.0"`, `"version": "v0.1.1"`), true, "ringer-v0.1.1-linux-amd64.tar.gz: missing"},
		"a commit":              {bill, replaced(`"name": "ringer:revision",`, `"name": "ringer:revisions",`), true, "the program has itself v0.1.0 "},
		"a part":                {bill, replaced(`"name": "std"`, `"name": "stdlib"`), true, "the program has std "},
		"another part":          {bill, replaced(`"components": [`, `"components": [ {"type": "library", "name": "a.b/c", "version": "v1.0.0", "purl": "pkg:golang/a.b/c@v1.0.0"},`), true, "the bill of materials has a.b/c v1.0.0, and the program does not"},
		"a formula":             {"ringer.rb", func(string) string { return "" }, true, "ringer.rb: lacks " + tarFile},
		"a formula's version":   {"ringer.rb", replaced(`version "0.1.0"`, `version "0.1.1"`), true, `ringer.rb: want version "0.1.0"`},
		"a formula's checksum":  {"ringer.rb", replaced(`sha256 "`, `sha256 "0000000000000000000000000000000000000000000000000000000000000000" # `), true, "ringer.rb: " + tarFile + " has the checksum"},
		"a formula's file":      {"ringer.rb", replaced("completions/_ringer", "completions/_wringer"), true, "ringer.rb: installs completions/_wringer, which is not in " + tarFile},
		"an expression's file":  {"ringer.nix", replaced("-m 755 ringer", "-m 755 wringer"), true, "ringer.nix: installs wringer, which is not in " + tarFile},
		"a manifest's program":  {"ringer.json", replaced("ringer.exe", "wringer.exe"), true, `bin "wringer.exe", which are not in ringer-v0.1.0-windows-amd64.zip`},
		"a manifest's brace":    {"ringer.json", replaced("{", ""), true, "ringer.json: "},
		"a file beside":         {"thesis.tex", func(string) string { return "x" }, false, "thesis.tex: SHA256SUMS does not list it"},
	} {
		changed := t.TempDir()
		for file, data := range files {
			want(t, os.WriteFile(filepath.Join(changed, file), data, 0o644))
		}
		text := c.edit(string(files[c.file]))
		if text == "" {
			want(t, os.Remove(filepath.Join(changed, c.file)))
		} else {
			want(t, os.WriteFile(filepath.Join(changed, c.file), []byte(text), 0o644))
		}
		if c.summed {
			want(t, os.Remove(filepath.Join(changed, sums)))
			want(t, writeSums(changed))
		}
		if faults, _ := checked(t, changed, []string{"linux/amd64", "windows/amd64"}); !strings.Contains(faults, c.want) {
			t.Errorf("%s: %q\nwant %q", name, faults, c.want)
		}
	}
	if faults, _ := checked(t, t.TempDir(), platforms); !strings.Contains(faults, "holds no release") {
		t.Error(faults)
	}
}

func replaced(old, text string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, text, 1) }
}

// retarred returns an edit of a compressed tar that changes the head of LICENSE or NOTICE.
func retarred(change func(*tar.Header)) func(string) string {
	return func(data string) string {
		packed, err := gzip.NewReader(strings.NewReader(data))
		if err != nil {
			return err.Error()
		}
		var out bytes.Buffer
		again := gzip.NewWriter(&out)
		w := tar.NewWriter(again)
		for r := tar.NewReader(packed); ; {
			head, err := r.Next()
			if err != nil {
				break
			}
			if base := filepath.Base(head.Name); base == "LICENSE" || base == "NOTICE" {
				change(head)
			}
			head.ModTime = time.Time{}
			if err := w.WriteHeader(head); err != nil {
				return err.Error()
			}
			if _, err := io.Copy(w, r); err != nil {
				return err.Error()
			}
		}
		_, _ = w.Close(), again.Close()
		return out.String()
	}
}
