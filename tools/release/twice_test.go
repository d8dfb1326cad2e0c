package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Ringer itself, released twice from the last commit: in folders of other names and
// depths, at other times, under another umask and in another zone, the second time with a
// cache of builds that is empty.
func TestRingerTwice(t *testing.T) {
	if os.Getenv("RINGER_REPRODUCIBLE") == "" {
		t.Skip("make reproducible: a quarter of an hour")
	}
	umasks := []int{0o022, 0o077}
	var lists []string
	for i, name := range []string{"a", "another folder/b"} {
		root := filepath.Join(t.TempDir(), name)
		want(t, os.MkdirAll(filepath.Dir(root), 0o755))
		old := syscall.Umask(umasks[i])
		defer syscall.Umask(old)
		output, err := exec.Command("git", "clone", "-q", "--no-hardlinks", "../..", root).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		make := exec.Command("make", "--no-print-directory", "release")
		make.Dir = root
		make.Env = append(os.Environ(), fmt.Sprintf("TZ=Etc/GMT%+d", i*9))
		if i > 0 {
			make.Env = append(make.Env, "GOCACHE="+t.TempDir(), "LC_ALL=C")
		}
		if output, err = make.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		text, err := os.ReadFile(filepath.Join(root, "bin", "release", sums))
		want(t, err)
		t.Logf("%s\n%s", name, text)
		for line := range strings.Lines(string(text)) { // what is on the disk, not what was summed
			sum, file, _ := strings.Cut(strings.TrimSpace(line), "  ")
			data, err := os.ReadFile(filepath.Join(root, "bin", "release", file))
			want(t, err)
			if sum != fmt.Sprintf("%x", sha256.Sum256(data)) {
				t.Errorf("%s: not the bytes that were summed", file)
			}
		}
		lists = append(lists, string(text))
	}
	if lists[0] != lists[1] {
		t.Error("the two releases differ")
	}
}
