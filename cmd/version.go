package cmd

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"ringer/eval/trajectory"
	"ringer/models/botfile"
	"ringer/models/graph"
	"ringer/play/protocol"
	"ringer/play/replay"
	"ringer/play/session"
	"ringer/play/wire"
	"ringer/report/balance"
	"ringer/report/ladder"
)

// versionInfo is the object of `ringer version --json`.
type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	SIMD     bool   `json:"simd"`
	Vectors  string `json:"vectors"`
	Backend  string `json:"backend"`

	// Formats are the files and protocols that this build writes and speaks.
	Formats []string `json:"formats"`
}

// formats lists the files and protocols that others may rely on, as CHANGELOG.md does: what
// bears one of these names means the same in every version of Ringer that knows it.
func formats() []string {
	return []string{
		protocol.Version, wire.Version, session.Protocol, "ringer-bot-file/" + strconv.Itoa(botfile.Format), replay.Format,
		trajectory.Format, balance.Format, ladder.Protocol,
	}
}

func newVersion(t *terminal) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of this build",
		Long: `Print the version of this build, the version of Go, whether it uses vector
instructions (simd) and which, the backend that computes the networks, and the files
and protocols that others may rely on: these names change when their meaning does.

--json prints {"version", "revision", "go", "platform", "simd", "vectors", "backend",
"formats"}.`,
		Args: takes(),
		RunE: func(*cobra.Command, []string) error {
			v := thisVersion()
			if asJSON {
				return t.json(v)
			}
			simd := "on, " + v.Vectors
			if !v.SIMD {
				simd = "off: networks run up to ten times slower; `make build` turns it on (amd64 only)"
			}
			rows := [][]string{
				{"ringer", v.Version}, {"go", v.Go + " " + v.Platform}, {"simd", simd}, {"backend", v.Backend}, {"formats", strings.Join(v.Formats, " ")},
			}
			if v.Revision != "" {
				rows = append(rows, []string{"revision", v.Revision})
			}
			return t.table(rows)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// short returns the version in one line.
func (v versionInfo) short() string {
	if v.Revision == "" {
		return v.Version
	}
	return v.Version + " (" + v.Revision[:min(12, len(v.Revision))] + ")"
}

func thisVersion() versionInfo {
	v := versionInfo{
		Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		SIMD: graph.SIMD(), Vectors: graph.Vectors(), Backend: backendNamed(graph.BackendName()),
		Formats: formats(),
	}
	modified := false
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version = info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Revision = s.Value
			case "vcs.modified":
				modified = s.Value == "true"
			case "GOAMD64", "GOARM64":
				v.Platform += " " + s.Value
			}
		}
	}
	if modified {
		v.Revision += modifiedMark
	}
	return v
}

// backendNamed leaves out of the name of a backend how many processors it uses, which no
// result depends on: machines with more of them are no other build.
func backendNamed(name string) string { return parallelism.ReplaceAllString(name, "") }

var parallelism = regexp.MustCompile(` \(parallelism=\d+\)`)

// builtOf names what this program was built of, for work that another build must not go on
// with: the commit, or where the sources differ from it or are of none, the SHA-256 of the
// program itself.
var builtOf = sync.OnceValues(func() (string, error) {
	revision := thisVersion().Revision
	if revision != "" && !strings.HasSuffix(revision, modifiedMark) {
		return revision, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := os.Open(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, program)
	return fmt.Sprintf("%s of program %x", revision, h.Sum(nil)), errors.Join(err, program.Close())
})

// modifiedMark ends the revision of a build whose sources are not those of its commit.
const modifiedMark = "+modified"

// build returns what a run and a bot say of the build that trains.
func (v versionInfo) build() botfile.Build {
	return botfile.Build{
		Ringer: v.Version, Revision: v.Revision, Go: v.Go, Platform: v.Platform, Backend: v.Backend, Vectors: v.Vectors,
	}
}
