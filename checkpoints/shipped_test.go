package checkpoints_test

import (
	"context"
	"math"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models/botfile"
	"ringer/train/algos"
)

// retrained lists the bots whose training waits for another run: their configuration
// has changed since they were trained. A release has none.
var retrained []string

// seatCount matches the end of a bot's name that counts seats.
var seatCount = regexp.MustCompile(`-[0-9]p$`)

// configOf names the shipped configuration that a bot comes from: of its own name, the
// long one where there is one, or of its name without the number of seats.
func configOf(name string) string {
	for _, own := range []string{name + "-long", name} {
		if configs.Has("train", own) {
			return own
		}
	}
	return seatCount.ReplaceAllString(name, "")
}

// stale returns the assignments that lead from the shipped configuration of a bot to
// the one that it was trained with.
func stale(name string, bot *botfile.Bot) ([]string, error) {
	shipped, trained := algos.Defaults(), algos.Defaults()
	if err := configs.Read("train", configOf(name), &shipped); err != nil {
		return nil, err
	}
	if err := configs.ReadAll(&trained, configs.Text("the manifest of "+name, bot.Manifest.Training.Config)); err != nil {
		return nil, err
	}
	trained.Rules, trained.ReportSeed, trained.StartSHA256 = "", 0, shipped.StartSHA256 // a run's own
	return configs.Changes(&shipped, &trained)
}

// Every shipped bot comes from the shipped configuration of its name, whole: nothing
// was set by hand, and the run went on to its end.
func TestShippedBotsComeFromShippedConfigurations(t *testing.T) {
	for _, name := range retrained {
		assert.Contains(t, checkpoints.Ringers(), name, "the list of bots to train again")
	}
	for _, name := range checkpoints.Ringers() {
		t.Run(name, func(t *testing.T) {
			bot, err := shipped(name)
			require.NoError(t, err)
			changes, err := stale(name, bot)
			if slices.Contains(retrained, name) {
				t.Logf("waits to be trained again; trained with %q (%v)", changes, err)
				return
			}
			require.NoError(t, err)
			assert.Empty(t, changes, "set otherwise than in configs/train/%s.yaml", configOf(name))
			training := bot.Manifest.Training
			assert.NotEmpty(t, training.Builds, "the commits and builds that trained it")
			assert.NotEmpty(t, training.Command, "the command that trains it again")
			trained := algos.Defaults()
			require.NoError(t, configs.ReadAll(&trained, configs.Text(name, training.Config)))
			assert.NotZero(t, trained.ReportSeed, "the seed of its report")
			assert.GreaterOrEqual(t, training.Decisions, int64(trained.Decisions), "the run ended early")
		})
	}
}

// playedGames are those of a figure that is played again; RINGER_LONG=1 plays more, of
// every figure.
const (
	playedGames     = 80
	playedGamesLong = 2000
)

// standardErrors is how far a figure may be from the one in the manifest: five standard
// errors of both are passed by chance once in two million times.
const standardErrors = 5

// The first figures in the manifest of every shipped bot hold, on other deals: those
// against random, which is quick, or the first one where there is none, and the
// exploitability. Levels are played with RINGER_LONG=1 only.
func TestShippedBotsPlayAsTheirManifestsSay(t *testing.T) {
	names := checkpoints.Ringers()
	if os.Getenv("RINGER_LONG") == "1" {
		names = checkpoints.Names()
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			bot, err := shipped(name)
			require.NoError(t, err)
			g, err := games.New(bot.Manifest.Game)
			require.NoError(t, err)
			ringer, err := roster.FromBot(g.Spec(), bot, 1)
			require.NoError(t, err)
			said := bot.Manifest.Evaluation
			require.NotEmpty(t, said)
			n := playedGamesLong
			if os.Getenv("RINGER_LONG") != "1" {
				n = playedGames
				at := max(0, slices.IndexFunc(said, func(e botfile.Evaluation) bool { return e.Opponent == "random" }))
				said = said[at : at+1]
			}
			for _, figure := range said {
				assert.Empty(t, fault(t, g, ringer, figure, n))
			}
		})
	}
}

// fault plays a figure again and returns what is wrong with it, or nothing.
func fault(t *testing.T, g env.Game, agent agents.Agent, said botfile.Evaluation, games int) string {
	t.Helper()
	if said.Exploitability != nil {
		walked, err := tree.Build(context.Background(), g, tree.DefaultLimit)
		require.NoError(t, err)
		x, err := eval.Exploit(context.Background(), walked, "bot", agent, 1)
		require.NoError(t, err)
		// Machines differ in the last bits of the weights' products.
		if math.Abs(x.Exploitability-*said.Exploitability) > 1e-4 {
			return "another exploitability"
		}
		return ""
	}
	opponent, err := roster.New(said.Opponent, roster.Sources{Game: g})
	require.NoError(t, err)
	m, err := eval.PlayMatch(context.Background(), eval.MatchConfig{
		Game: g, Games: games, Seed: 20_261_122,
		Entries: []eval.Entry{{Name: "bot", Agent: agent}, {Name: said.Opponent, Agent: opponent}},
	})
	require.NoError(t, err)
	// The variance of a share of wins is at most that of a coin with its mean; a
	// prior of one win and one loss keeps it from 0.
	n := float64(m.Games)
	p := (said.WinRate*float64(said.Games) + 1) / float64(said.Games+2)
	far := standardErrors * math.Sqrt(p*(1-p)*(1/n+1/float64(said.Games)))
	played := m.Agents[0].WinRate
	t.Logf("against %s: %.3f in %d games, %.3f ± %.3f in the manifest", said.Opponent, played, m.Games, said.WinRate, far)
	if math.Abs(played-said.WinRate) > far {
		return "another win rate"
	}
	return ""
}

// A figure that is not the bot's own is found out.
func TestAWrongFigureIsFoundOut(t *testing.T) {
	bot, err := shipped("duel")
	require.NoError(t, err)
	g, err := games.New(bot.Manifest.Game)
	require.NoError(t, err)
	agent, err := roster.New("random", roster.Sources{Game: g})
	require.NoError(t, err)
	assert.NotEmpty(t, fault(t, g, agent, botfile.Evaluation{Opponent: "random", Games: 3000, WinRate: .9}, playedGames), "random plays in the bot's place")
	assert.Empty(t, fault(t, g, agent, botfile.Evaluation{Opponent: "random", Games: 3000, WinRate: .5}, playedGames))
}
