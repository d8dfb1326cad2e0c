package algos_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/games"
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

// Settings that only come to light in the middle of a run, or never, are faults before it.
func TestSettingsThatComeToNothing(t *testing.T) {
	for text, want := range map[string]string{
		"opponents: {fixed: [greedy]}":                                                "opponents.fixed_share: 0: want a share above 0, such as 0.25, for the agents of opponents.fixed, or opponents.fixed=[]",
		"openings: {agent: greedy}":                                                   "openings.share: 0: want a share above 0, such as 0.2, for openings.agent (greedy), or openings.agent left empty",
		"collect: {batch: 255}":                                                       "ppo.minibatch: 256: want at most collect.batch (255), the rows that are sure to be there",
		"imitation: {agent: greedy, minibatch: 8192}":                                 "imitation.minibatch: 8192: want at most collect.batch (4096)",
		"imitation: {minibatch: 8192}":                                                "",
		"imitation: {agent: greedy, fixed_share: .5}":                                 "imitation.fixed_share: 0.5: want agents in opponents.fixed to sit there, or 0",
		"imitation: {fixed_share: -.5}":                                               "imitation.fixed_share: -0.5: want imitation.agent or imitation.ask beside it, or 0",
		"imitation: {fixed_share: .5}\nopponents: {fixed: [greedy], fixed_share: .1}": "imitation.fixed_share: 0.5: want imitation.agent or imitation.ask beside it, or 0",
		"collect: {batch: 256}":                                                       "",
		"opponents: {fixed: [greedy], fixed_share: .1}":                               "",
		"openings: {agent: greedy, share: .1}":                                        "",
	} {
		path := filepath.Join(t.TempDir(), "a.yaml")
		require.NoError(t, os.WriteFile(path, []byte("game: leduc\n"+text+"\n"), 0o600))
		file := algos.Defaults()
		err := file.Read(path)
		if want == "" {
			require.NoError(t, err, text)
			continue
		}
		require.ErrorContains(t, err, want)
		require.NoError(t, configs.ReadAll(&file, configs.Named("train", path)), "what a run was begun with is read back")
	}
}

// A share of 0 empties the agents that it is the share of, and a start those to imitate.
func TestAssignmentsThatGoTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	text := "game: leduc\nopponents: {fixed: [greedy], fixed_share: .1}\nopenings: {agent: greedy, share: .1}\nimitation: {agent: greedy}\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	file := algos.Defaults()
	require.NoError(t, file.Read(path, "opponents.fixed_share=0", "openings.share=0", "start=bot(leduc)"))
	require.Empty(t, file.Opponents.Fixed)
	require.Empty(t, file.Openings.Agent)
	require.Empty(t, file.Imitation.Agent)

	file = algos.Defaults()
	require.NoError(t, file.Read(path, "opponents.fixed_share=0.2"))
	require.Equal(t, []string{"greedy"}, file.Opponents.Fixed)
	require.ErrorContains(t, file.Read(path, "opponents.fixed_share=0", "opponents.fixed=[random]"), "opponents.fixed_share: 0")
}

// Kinds of decisions have settings of their own, which are written and read back, and those
// that the game does not have are named.
func TestKindsOfDecisions(t *testing.T) {
	file := algos.Defaults()
	text := "game: leduc\nppo: {kinds: {bid: {entropy: .3, final_entropy: -1}, draft: {gae_lambda: 1}}}\n"
	require.NoError(t, configs.ReadAll(&file, configs.Text("kinds.yaml", []byte(text))))
	require.InDelta(t, 0.3, *file.PPO.Kinds["bid"].Entropy, 1e-9)
	require.Nil(t, file.PPO.Kinds["bid"].GAELambda)
	written, err := configs.Write(&file)
	require.NoError(t, err)
	again := algos.Defaults()
	require.NoError(t, configs.ReadAll(&again, configs.Text("written.yaml", written)), "%s", written)
	require.Equal(t, file.PPO, again.PPO)
	require.EqualError(t, file.CheckGame(games.MustNew("leduc").Spec()), "ppo.kinds.draft: unknown kind of decision: want one of: bid, other")

	text = "game: leduc\nppo: {kinds: {bid: {entropy: -1, gae_lambda: 2}}, magnet: {decay: 3, final: 0.5}}\n"
	err = configs.ReadAll(&file, configs.Text("kinds.yaml", []byte(text)))
	require.ErrorContains(t, err, "kinds.yaml:2:30: ppo.kinds.bid.entropy: -1: want a number from 0 to 10")
	require.ErrorContains(t, err, "ppo.kinds.bid.gae_lambda: 2")
	require.ErrorContains(t, err, "ppo.magnet.decay: 3")
	require.ErrorContains(t, err, "ppo.magnet.final: 0.5: want -1 or 0 without a coefficient")
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
		"opponents: {fixed: [\"bot(/dev/zero)\"]}\n", "rules: '{\"players\": 2}'\n", "ppo: {minibatches: -1, epochs: 1e9}\n", "ppo: {kinds: {b: {entropy: 1}, a: {gae_lambda: 1}}, magnet: {decay: .9}}\n", "ema: .nan\n",
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
