package cmd_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/neural"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/open/tables"
)

// writeNetwork writes a random network for a game as ONNX; the weights lie in the file
// beside where there is a name for it.
func writeNetwork(t *testing.T, spec *env.Spec, file, beside string, metadata map[string]string) {
	t.Helper()
	weights := models.Init(&models.Network{Fields: neural.Fields(spec), Actions: spec.NumActions(), Hidden: []int{8}, Activation: models.Tanh}, 1)
	var data *models.ONNXData
	if beside != "" {
		var plain bytes.Buffer
		require.NoError(t, weights.Write(&plain, nil))
		require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(file), filepath.Base(beside)), plain.Bytes(), 0o600))
		data = &models.ONNXData{File: beside, From: int64(plain.Len() - 4*len(weights.Flat))}
	}
	var out bytes.Buffer
	require.NoError(t, models.WriteONNX(&out, weights, data, metadata))
	require.NoError(t, os.WriteFile(file, out.Bytes(), 0o600))
}

// A network from elsewhere sits wherever an agent does, and answers as ringer bot.
func TestNetworksOnTheCommandLine(t *testing.T) {
	t.Chdir(t.TempDir())
	spec := games.MustNew("kuhn").Spec()
	named := map[string]string{"ringer_spec_hash": spec.Hash}
	writeNetwork(t, spec, "named.onnx", "", named)
	writeNetwork(t, spec, "beside.onnx", "weights.data", named)
	writeNetwork(t, spec, "elsewhere.onnx", "../weights.data", named)
	writeNetwork(t, games.MustNew("leduc").Spec(), "leduc.onnx", "", nil)
	require.NoError(t, os.WriteFile("broken.onnx", []byte("no model"), 0o600))

	o := cmdtest.Ringer(t, "", "match", "onnx:named.onnx", "onnx(beside.onnx,temperature=0)", "--game", "kuhn", "--games", "20")
	require.Equal(t, shell.ExitDone, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "onnx(beside.onnx,temperature=0)")
	assert.NotContains(t, o.Errs, "ringer_spec_hash")
	same := cmdtest.Done(t, "exploit", "onnx:named.onnx", "--game", "kuhn", "--json")
	assert.Contains(t, same, `"exploitability"`)
	question := `{"seat":0,"observation":[1,0,0,0,1,0,0,0,0,0,0,0.5,0.5],"legal":[0,1]}` + "\n"
	o = cmdtest.Ringer(t, question, "bot", "onnx:named.onnx", "--game", "kuhn")
	require.Equal(t, shell.ExitDone, o.Exit, o.Errs)
	assert.Contains(t, o.Out, `"bot":"onnx:named.onnx"`)
	assert.Contains(t, o.Out, `"type":"decision"`)

	for file, says := range map[string]string{
		"leduc.onnx":     "observation has the shape [?, 42]: want [batch, 13], the numbers of an observation of kuhn",
		"broken.onnx":    "broken.onnx: onnx: a field of kind 6",
		"elsewhere.onnx": `its weights lie in "../weights.data": want a file of the same folder`,
		"nothing.onnx":   "nothing.onnx: no such file",
	} {
		o := cmdtest.Ringer(t, "", "match", "onnx:"+file, "random", "--game", "kuhn")
		assert.Equal(t, shell.ExitBadInput, o.Exit, o.Out)
		assert.Contains(t, o.Errs, says)
	}
	for _, agent := range []string{"onnx:named.onnx", "ismcts(sims=10,playout=bot(some/file.bot),depth=1)", "ismcts(playout=script(mine.yaml))"} {
		assert.ErrorContains(t, tables.ShipsWithRinger(agent), "names a file")
	}
	for _, agent := range []string{"expert", "bot(heat-4p,search=50,method=gumbel)", "ismcts(sims=500,exploration=0.7)", "ismcts(playout=bot(kuhn),depth=1)"} {
		assert.NoError(t, tables.ShipsWithRinger(agent), agent)
	}

	sums := map[string]bool{}
	for _, agent := range []string{"onnx:named.onnx", "onnx:beside.onnx", "onnx(named.onnx,temperature=0)"} {
		sums[cmdtest.IdentityOf(t, agent)] = true
	}
	assert.Len(t, sums, 2)
	beside, err := os.ReadFile("weights.data")
	require.NoError(t, err)
	beside[len(beside)-1]++
	require.NoError(t, os.WriteFile("weights.data", beside, 0o600))
	assert.NotContains(t, sums, cmdtest.IdentityOf(t, "onnx:beside.onnx"), "the weights beside it count")
}

// A network that does not say for which game it was made plays with a warning.
func TestAnUnnamedNetworkIsWarnedOf(t *testing.T) {
	dir := t.TempDir()
	writeNetwork(t, games.MustNew("kuhn").Spec(), filepath.Join(dir, "x.onnx"), "", nil)
	p := cmdtest.Start(t, dir, nil, "match", "onnx:x.onnx", "onnx:x.onnx", "--game", "kuhn", "--games", "10")
	assert.Equal(t, shell.ExitDone, p.Exit())
	assert.Equal(t, 1, bytes.Count(p.Errs.Bytes(), []byte("x.onnx does not say for which game it was made (metadata ringer_spec_hash): only sizes were compared")), p.Errs.String())
}

// A run keeps a copy of the network that it trains against.
func TestRunsKeepNetworks(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	t.Chdir(t.TempDir())
	spec := games.MustNew("kuhn").Spec()
	named := map[string]string{"ringer_spec_hash": spec.Hash}
	writeNetwork(t, spec, "one.onnx", "", named)
	writeNetwork(t, spec, "two.onnx", "weights.data", named)
	train := func(agent, out string) []string {
		return []string{
			"train", "--config", "kuhn", "--set", "decisions=6000", "--set", "collect.batch=2048", "--set", "evaluation.games=20",
			"--set", "opponents.fixed_share=0.2", "--set", "opponents.fixed=[\"" + agent + "\"]", "--out", out,
		}
	}
	cmdtest.Done(t, train("onnx:one.onnx", "r")...)
	require.NoError(t, os.Remove("one.onnx"))
	cmdtest.Done(t, "train", "--resume", "r")
	copies, err := filepath.Glob("r/opponents/one-*.onnx")
	require.NoError(t, err)
	require.Len(t, copies, 1)
	require.NoError(t, os.Remove(copies[0]))
	o := cmdtest.Ringer(t, "", "train", "--resume", "r")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "one.onnx: the run has no copy of it")
	o = cmdtest.Ringer(t, "", train("onnx:two.onnx", "s")...)
	assert.NotEqual(t, shell.ExitDone, o.Exit)
	assert.Contains(t, o.Errs, "want external_data=False")
}
