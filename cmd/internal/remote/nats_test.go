package remote_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
)

// The token of a server is taken from a flag, a file or the environment, and no command prints
// it, whatever goes wrong.
func TestTokens(t *testing.T) {
	t.Chdir(t.TempDir())
	server, err := cluster.Serve(cluster.ServerOptions{Folder: t.TempDir(), Token: "right-secret"})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	url := "nats://" + server.Address()
	require.NoError(t, os.WriteFile("right", []byte("right-secret\n"), 0o600))
	require.NoError(t, os.WriteFile("wrong", []byte("wrong-secret\n"), 0o600))
	require.NoError(t, os.WriteFile("empty", []byte("\n"), 0o600))
	workers := func(variable string, args ...string) cmdtest.Outcome {
		t.Helper()
		t.Setenv(remote.TokenVariable, variable)
		o := cmdtest.Ringer(t, "", append([]string{"workers"}, args...)...)
		assert.NotContains(t, o.Out+o.Errs, "secret", args)
		return o
	}
	for _, args := range [][]string{
		{"", "--nats", server.URL()},
		{"", "--nats", url, "--nats-token", "right-secret"},
		{"", "--nats", url, "--nats-token-file", "right"},
		{"right-secret", "--nats", url},
		{"wrong-secret", "--nats", url, "--nats-token-file", "right"},
		{"wrong-secret", "--nats", server.URL()},
	} {
		o := workers(args[0], args[1:]...)
		assert.Zero(t, o.Exit, "%v: %s", args, o.Errs)
	}
	for want, args := range map[string][]string{
		"--nats nats://127.0.0.1:":                        {"", "--nats", url, "--nats-token", "wrong-secret"},
		"nats: Authorization Violation":                   {"wrong-secret", "--nats", url},
		"Authorization":                                   {"", "--nats", strings.Replace(server.URL(), "right", "wrong", 1)},
		"leave one out":                                   {"", "--nats", url, "--nats-token", "a-secret", "--nats-token-file", "right"},
		"the URL has a user or a token":                   {"", "--nats", server.URL(), "--nats-token-file", "right"},
		"--nats-token-file empty: it is empty":            {"", "--nats", url, "--nats-token-file", "empty"},
		"no such file":                                    {"", "--nats", url, "--nats-token-file", "nowhere"},
		"want a URL such as":                              {"", "--nats", "gopher://a-secret@h"},
		"has a character that stands in no address":       {"", "--nats", "nats://a/secret@h"},
		"--nats-listen 127.0.0.1:1: want --nats embedded": {"", "--nats", "nats://a-secret@h", "--nats-listen", "127.0.0.1:1"},
	} {
		o := workers(args[0], args[1:]...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, "%v: %s", args, o.Errs)
		assert.Contains(t, o.Errs, want, "%v", args)
	}
}

// A learner says how a worker is started and where the token is, and not the token.
func TestALearnerShowsNoToken(t *testing.T) {
	t.Chdir(t.TempDir())
	brief := []string{
		"train", "--config", "kuhn", "--set", "decisions=300", "--set", "collect={batch: 300, tables: 8, groups: 1}", "--set", "network.hidden=[8]",
		"--set", "ppo.minibatch=64", "--set", "evaluation={every: 0, games: 4, exact: false, opponents: [random], final_games: 4}",
	}
	o := cmdtest.Ringer(t, "", append(brief, "--out", "a", "--nats", "embedded", "--nats-listen", "127.0.0.1:0", "--nats-token", "a-secret")...)
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Errs, "workers: ringer worker --nats nats://127.0.0.1:")
	assert.Contains(t, o.Errs, "with the token of this command")
	assert.NotContains(t, o.Errs, "secret")

	o = cmdtest.Ringer(t, "", append(brief, "--out", "b", "--nats", "embedded", "--nats-listen", "0.0.0.0:0")...)
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Errs, "--nats-token-file b/nats/token")
	assert.NotRegexp(t, "[A-Z2-7]{20}|token-[0-9a-f]{8}", o.Errs, "the token that it has made up")
}
