package train_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"ringer/configs"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/algos"
)

// curve is exploitability after this many decisions, of the runs of one backend.
type curve struct {
	Backend   string      `json:"backend"`
	Vectors   string      `json:"vectors"`
	Decisions []int       `json:"decisions"` // by point, of the first seed
	Runs      [][]float64 `json:"runs"`      // [seeds][points]
}

// curveSeeds is the number of runs of a curve.
const curveSeeds = 5

// The environment variable of a process that trains a curve: settings, one a line.
const curveChild = "RINGER_CURVE_CHILD"

// curveOf trains a small shipped configuration in a process with another environment: a
// process has one backend.
func curveOf(t *testing.T, environ []string, set ...string) curve {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestCurveChild$", "-test.v")
	child.Env = append(append(os.Environ(), "GOMLX_NO_AUTO_INSTALL=1", curveChild+"="+strings.Join(append(set, "temperature=1"), "\n")), environ...)
	out, err := child.CombinedOutput()
	require.NoError(t, err, "%s", out)
	_, line, found := bytes.Cut(out, []byte("curve: "))
	require.True(t, found, "%s", out)
	line, _, _ = bytes.Cut(line, []byte("\n"))
	var c curve
	require.NoError(t, json.Unmarshal(line, &c))
	require.Len(t, c.Runs, curveSeeds)
	return c
}

func TestCurveChild(t *testing.T) {
	if os.Getenv(curveChild) == "" {
		t.Skip("runs as a process of the tests of curves")
	}
	c := curve{Backend: graph.BackendName(), Vectors: graph.Vectors()}
	for seed := 1; seed <= curveSeeds; seed++ {
		f := algos.Defaults()
		set := []string{"decisions=60000", "evaluation={every: 10, exact: true}", fmt.Sprintf("seed=%d", seed)}
		require.NoError(t, configs.Read("train", "kuhn", &f, append(set, strings.Split(os.Getenv(curveChild), "\n")...)...))
		game, err := games.New(f.Game)
		require.NoError(t, err)
		var run []float64
		last := 0
		_, err = train.Run(context.Background(), f.Config, train.Options{
			Game:      game,
			Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
			Progress: func(p train.Progress) {
				if p.Phase != train.Training || p.Iteration%f.Evaluation.Every != 0 || p.Iteration == last || len(p.Evaluations) == 0 {
					return
				}
				last = p.Iteration
				run = append(run, *p.Evaluations[0].Exploitability)
				if seed == 1 {
					c.Decisions = append(c.Decisions, p.Done)
				}
			},
		})
		require.NoError(t, err)
		c.Runs = append(c.Runs, run)
	}
	text, err := json.Marshal(c)
	require.NoError(t, err)
	t.Logf("curve: %s", text)
}

// apart compares two curves: for each point the difference of the mean logarithms of
// exploitability with Welch's interval. All intervals of two curves of the same
// distribution hold 0 in 99 of 100 comparisons (Bonferroni). It returns the points whose
// interval does not.
func apart(t testing.TB, a, b curve) (points []int) {
	n := min(len(a.Runs[0]), len(b.Runs[0]))
	at := func(c curve, point int) (mean, error2 float64) {
		var logs []float64
		for _, run := range c.Runs {
			logs = append(logs, math.Log(run[point]))
		}
		mean, variance := stat.MeanVariance(logs, nil)
		return mean, variance / float64(len(logs))
	}
	for p := range n {
		meanA, squareA := at(a, p)
		meanB, squareB := at(b, p)
		square := squareA + squareB
		freedom := square * square / (squareA*squareA/float64(len(a.Runs)-1) + squareB*squareB/float64(len(b.Runs)-1))
		reach := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(1-0.01/2/float64(n)) * math.Sqrt(square)
		d := meanB - meanA
		t.Logf("%7d decisions: exploitability %.4f and %.4f; ratio %.3f (%.3f … %.3f)", a.Decisions[p], math.Exp(meanA), math.Exp(meanB), math.Exp(d), math.Exp(d-reach), math.Exp(d+reach))
		if math.Abs(d) > reach {
			points = append(points, p)
		}
	}
	return points
}

// narrow makes the Go backend compute with shorter vectors, which round elsewhere.
var narrow = []string{"GOMLX_BACKEND=go", "GOMLX_GO_SIMD_AVX512=0", "GODEBUG=simd=+256"}

// The same training on two backends has the same curve, within the interval of its seeds.
// Without this test's other half, TestCurvesTellAFault, that would say little.
func TestCurvesOfTwoBackendsAgree(t *testing.T) {
	long(t)
	a, b := curveOf(t, []string{"GOMLX_BACKEND="}), curveOf(t, narrow)
	t.Logf("%s, %s against %s, %s", a.Backend, a.Vectors, b.Backend, b.Vectors)
	if a.Vectors == b.Vectors {
		assert.Equal(t, a.Runs, b.Runs, "the same instructions in another order of operations")
	} else {
		assert.NotEqual(t, a.Runs, b.Runs, "other instructions, or nothing is compared here")
	}
	assert.Empty(t, apart(t, a, b))
}

// A backend that learned half as fast would be found, and so would one that took larger
// steps, which the penalty on them keeps small.
func TestCurvesTellAFault(t *testing.T) {
	long(t)
	sound := curveOf(t, []string{"GOMLX_BACKEND="})
	assert.NotEmpty(t, apart(t, sound, curveOf(t, narrow, "ppo.learning_rate=0.0005", "ppo.final_learning_rate=0.00005")))
	assert.NotEmpty(t, apart(t, sound, curveOf(t, narrow, "ppo.kl=2")))
}

// XLA trains the same curve as the Go backend. The test needs a build with -tags xla and a
// plugin: make xla GOMLX_BACKEND=xla:/FOLDER/plugin.so runs it.
func TestXLACurve(t *testing.T) {
	backend := os.Getenv("GOMLX_BACKEND")
	if !strings.HasPrefix(backend, "xla") {
		t.Skip("no PJRT plugin: set GOMLX_BACKEND=xla:/FOLDER/plugin.so in a build with -tags xla")
	}
	long(t)
	a, b := curveOf(t, []string{"GOMLX_BACKEND="}), curveOf(t, []string{"GOMLX_BACKEND=" + backend})
	t.Logf("%s against %s", a.Backend, b.Backend)
	assert.NotEqual(t, a.Backend, b.Backend)
	assert.Empty(t, apart(t, a, b))
}

// The interval is Welch's: numbers by hand.
func TestApart(t *testing.T) {
	runs := func(logs ...float64) curve {
		c := curve{Decisions: []int{1}}
		for _, x := range logs {
			c.Runs = append(c.Runs, []float64{math.Exp(x)})
		}
		return c
	}
	// Two samples of five with variance 2.5 each: 8 degrees of freedom, a standard error of 1,
	// and t(8, 0.995) = 3.355.
	a := runs(1, 2, 3, 4, 5)
	assert.Empty(t, apart(t, a, runs(4.3, 5.3, 6.3, 7.3, 8.3)))
	assert.Equal(t, []int{0}, apart(t, a, runs(4.4, 5.4, 6.4, 7.4, 8.4)))
	assert.Equal(t, []int{0}, apart(t, runs(4.4, 5.4, 6.4, 7.4, 8.4), a))
}
