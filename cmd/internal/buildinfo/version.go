package buildinfo

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"ringer/eval/trajectory"
	"ringer/internal/disk"
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

// Short returns the version in one line.
func (v versionInfo) Short() string {
	if v.Revision == "" {
		return v.Version
	}
	return v.Version + " (" + v.Revision[:min(12, len(v.Revision))] + ")"
}

func ThisVersion() versionInfo {
	v := versionInfo{
		Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		SIMD: graph.SIMD(), Vectors: graph.Vectors(), Backend: BackendNamed(graph.BackendName()),
		Formats: formats(),
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version, v.Revision = sourcesOf(info, ModulePath)
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" || s.Key == "GOARM64" {
				v.Platform += " " + s.Value
			}
		}
	}
	return v
}

// ModulePath is the path of Ringer's module, which a published clone has another one of.
var ModulePath, _, _ = strings.Cut(reflect.TypeFor[versionInfo]().PkgPath()+"/", "/cmd/")

// sourcesOf returns the version and the commit of a module in a program. The commit that a build
// notes is the main module's: where another module is built on this one, only the version of the
// dependency tells, and a folder in its place has none.
func sourcesOf(info *debug.BuildInfo, module string) (version, revision string) {
	if info.Main.Path == module {
		modified := ""
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				revision = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				modified = modifiedMark
			}
		}
		if revision != "" {
			revision += modified
		}
		return info.Main.Version, revision
	}
	for _, d := range info.Deps {
		if d.Path != module {
			continue
		}
		version = d.Version
		if d.Replace != nil {
			version = cmp.Or(d.Replace.Version, "(devel)")
		}
		if m := pseudoVersion.FindStringSubmatch(version); m != nil {
			revision = m[1]
		}
		return version, revision
	}
	return "unknown", ""
}

// pseudoVersion matches a version that ends in the time and the first digits of a commit.
var pseudoVersion = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})$`)

// BackendNamed leaves out of the name of a backend how many processors it uses, which no
// result depends on: machines with more of them are no other build.
func BackendNamed(name string) string { return parallelism.ReplaceAllString(name, "") }

var parallelism = regexp.MustCompile(` \(parallelism=\d+\)`)

// BuiltOf names what this program was built of, for work that another build must not go on
// with: the SHA-256 of the program itself, beside the commit for people. One commit makes many
// programs: with other tags, another toolchain, and parts of other modules.
func BuiltOf() (string, error) {
	sum, err := disk.Program()
	return fmt.Sprintf("program %s of commit %s", sum, OrNothing(ThisVersion().Revision)), err
}

// Facts returns what two processes must have in common to do each other's work.
func Facts() (map[string]string, error) {
	of, err := BuiltOf()
	v := ThisVersion()
	return map[string]string{"build": of, "go": v.Go, "platform": v.Platform, "backend": v.Backend, "vectors": v.Vectors}, err
}

// modifiedMark ends the revision of a build whose sources differ from its commit.
const modifiedMark = "+modified"

// Build returns what a run and a bot say of the build that trains.
func (v versionInfo) Build() botfile.Build {
	return botfile.Build{
		Ringer: v.Version, Revision: v.Revision, Go: v.Go, Platform: v.Platform, Backend: v.Backend, Vectors: v.Vectors,
	}
}

// NoVectors warns of a build that trains slowly.
const NoVectors = "ringer: this build has no vector instructions, so training is up to ten times slower; see ringer version\n"
