package buildinfo

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The commit of a program of another module is not taken for the commit of this one.
func TestSourcesOf(t *testing.T) {
	mod, err := os.ReadFile("../../../go.mod")
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(mod), "module "+ModulePath+"\n"), ModulePath)
	commit := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}, {Key: "vcs.modified", Value: "false"}}
	changed := []debug.BuildSetting{commit[0], {Key: "vcs.modified", Value: "true"}}
	on := func(d debug.Module) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Path: "example.com/mine", Version: "v7.0.0"}, Deps: []*debug.Module{{Path: "ringer/other"}, &d}, Settings: commit}
	}
	for name, c := range map[string]struct {
		info              *debug.BuildInfo
		version, revision string
	}{
		"itself":            {&debug.BuildInfo{Main: debug.Module{Path: "ringer", Version: "v0.1.0"}, Settings: commit}, "v0.1.0", commit[0].Value},
		"itself, changed":   {&debug.BuildInfo{Main: debug.Module{Path: "ringer"}, Settings: changed}, "", commit[0].Value + "+modified"},
		"without a commit":  {&debug.BuildInfo{Main: debug.Module{Path: "ringer", Version: "(devel)"}, Settings: changed[1:]}, "(devel)", ""},
		"a release":         {on(debug.Module{Path: "ringer", Version: "v0.2.0"}), "v0.2.0", ""},
		"a commit":          {on(debug.Module{Path: "ringer", Version: "v0.2.1-0.20261128050437-7e3158c7ed57"}), "v0.2.1-0.20261128050437-7e3158c7ed57", "7e3158c7ed57"},
		"a folder":          {on(debug.Module{Path: "ringer", Version: "v0.0.0-20261128050437-7e3158c7ed57", Replace: &debug.Module{Path: "../ringer"}}), "(devel)", ""},
		"a clone's version": {on(debug.Module{Path: "ringer", Version: "v0.0.0", Replace: &debug.Module{Path: "example.com/clone", Version: "v0.3.0"}}), "v0.3.0", ""},
		"nothing":           {&debug.BuildInfo{Main: debug.Module{Path: "example.com/mine"}, Settings: commit}, "unknown", ""},
	} {
		version, revision := sourcesOf(c.info, "ringer")
		assert.Equal(t, c.version, version, name)
		assert.Equal(t, c.revision, revision, name)
	}
}
