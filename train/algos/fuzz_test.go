package algos_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/train/algos"
)

// Numbers that memory is taken for have bounds.
func TestHugeSettings(t *testing.T) {
	file := algos.Defaults()
	err := configs.ReadAll(&file, configs.Text("huge.yaml", []byte("game: kuhn\ncollect: {batch: 999999999, tables: 999999999}\nnetwork: {hidden: [1000000000], embedding: 1e9, set_hidden: 1e9}\nopponents: {pool: 1e9}\n")))
	require.EqualError(t, err, `huge.yaml:3:20: network.hidden[0]: 1000000000: want a width from 1 to 8192
huge.yaml:2:18: collect.batch: 999999999: want at most 10000000
huge.yaml:2:37: collect.tables: 999999999: want at most 100000
huge.yaml:3:44: network.embedding: 1000000000: want at most 8192
huge.yaml:3:61: network.set_hidden: 1000000000: want at most 8192
huge.yaml:4:19: opponents.pool: 1000000000: want at most 100000`)
}

// Whatever a training configuration says, there is a configuration that is read back
// as it is written, or an error that names the file.
func FuzzConfig(f *testing.F) {
	for _, name := range configs.Names("train") {
		text, _, err := configs.Load("train", name)
		require.NoError(f, err)
		f.Add(text)
	}
	for _, text := range []string{
		"game: kuhn\ndecisions: 1e18\n", "collect: {batch: 999999999, tables: 999999999, groups: 1}\n", "network: {hidden: [1000000000, 1000000000]}\n",
		"opponents: {fixed: [\"bot(/dev/zero)\"]}\n", "rules: '{\"players\": 2}'\n", "ppo: {minibatches: -1, epochs: 1e9}\n", "ema: .nan\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file := algos.Defaults()
		if err := configs.ReadAll(&file, configs.Text("fuzz.yaml", text)); err != nil {
			require.Contains(t, err.Error(), "fuzz.yaml")
			require.Less(t, len(err.Error()), 200_000)
			return
		}
		written, err := configs.Write(&file)
		require.NoError(t, err)
		again := algos.Defaults()
		require.NoError(t, configs.ReadAll(&again, configs.Text("written.yaml", written)), "%s", written)
		twice, err := configs.Write(&again)
		require.NoError(t, err)
		require.Equal(t, string(written), string(twice))
	})
}
