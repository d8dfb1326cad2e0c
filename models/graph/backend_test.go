package graph_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

// The backend is made once per process, so each choice runs in one of its own.
func TestEnvironmentChoosesTheBackend(t *testing.T) {
	if os.Getenv("RINGER_BACKEND_CHILD") == "1" {
		t.Skip("the parent test reads what TestBackendChild prints")
	}
	for config, want := range map[string]string{
		"":                   "ok",
		"go":                 "ok",
		"go:ops_sequential":  "ok",
		"nonsense":           `graph: backend "nonsense": can't find backend`,
		"go:no_such_option":  `graph: backend "go:no_such_option": `,
		"xla:no/such/plugin": "graph: backend",
	} {
		child := exec.Command(os.Args[0], "-test.run", "^TestBackendChild$", "-test.v")
		child.Env = append(os.Environ(), "RINGER_BACKEND_CHILD=1", "GOMLX_BACKEND="+config, "GOMLX_NO_AUTO_INSTALL=1")
		out, err := child.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), want, config)
	}
}

func TestBackendChild(t *testing.T) {
	if os.Getenv("RINGER_BACKEND_CHILD") != "1" {
		t.Skip("runs as a process of TestEnvironmentChoosesTheBackend")
	}
	_, err := graph.NewInference(architectures()["plain tanh"], 1)
	_, learnerErr := graph.NewLearner(models.Init(architectures()["plain tanh"], 1), clippedLoss, learnerConfig(architectures()["plain tanh"], 2))
	assert.Equal(t, err, learnerErr)
	if err != nil {
		t.Log(err)
		assert.Equal(t, err.Error(), graph.BackendName())
		return
	}
	t.Log("ok", graph.BackendName())
}

func TestSIMDMatchesTheBuild(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		assert.False(t, graph.SIMD())
	}
	assert.Equal(t, models.SIMD(), graph.SIMD())
}
