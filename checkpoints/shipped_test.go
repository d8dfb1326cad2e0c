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

// configOf names the shipped configuration that a bot comes from: of its own name, the last
// or the long one where there is one, or of its name without the number of seats.
func configOf(name string) string {
	for _, own := range []string{name + "-late", name + "-long", name} {
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
	if shipped.Start != "" && trained.Start != "" {
		trained.Start = shipped.Start // a part before this one, which start_sha256 tells
	}
	return configs.Changes(&shipped, &trained)
}

// Every shipped bot comes from the shipped configuration of its name, whole: nothing
// was set by hand, and the run went on to its end.
func TestShippedBotsComeFromShippedConfigurations(t *testing.T) {
	for _, name := range retrained {
		assert.Contains(t, checkpoints.Names(), name, "the list of bots to train again")
	}
	for _, name := range checkpoints.Names() {
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
			stamped := !slices.ContainsFunc(training.Builds, func(b botfile.Build) bool { return b.Revision == "" })
			assert.True(t, stamped, "the revision of every build that trained it")
			assert.NotEmpty(t, training.Command, "the command that trains it again")
			trained := algos.Defaults()
			require.NoError(t, configs.ReadAll(&trained, configs.Text(name, training.Config)))
			assert.NotZero(t, trained.ReportSeed, "the seed of its report")
			assert.GreaterOrEqual(t, training.Decisions, int64(trained.Decisions), "the run ended early")
		})
	}
}

// playedGamesLong is the number of games of every figure with RINGER_LONG=1.
const playedGamesLong = 2000

const (
	// standardErrors is how far a figure may be from the one in the manifest: five standard
	// errors of both are passed by chance once in two million times.
	standardErrors = 5

	// randomErrors is how far beyond that the share of random play is, in its own standard
	// errors: random play in a bot's place passes once in a thousand times.
	randomErrors = 3
)

// tolerance returns how far a win rate in this many games may be from a figure. The variance
// of a share of wins is at most the variance of a coin with its mean; a prior of one win and
// one loss keeps it from 0.
func tolerance(said botfile.Evaluation, games int) float64 {
	p := (said.WinRate*float64(said.Games) + 1) / float64(said.Games+2)
	return standardErrors * math.Sqrt(p*(1-p)*(1/float64(games)+1/float64(said.Games)))
}

// asTeams reports whether the figures of a bot's manifest are of whole teams, as they are where it was trained with them.
func asTeams(t *testing.T, bot *botfile.Bot) bool {
	t.Helper()
	trained := algos.Defaults()
	require.NoError(t, configs.ReadAll(&trained, configs.Text("the manifest", bot.Manifest.Training.Config)))
	return trained.Opponents.Teams
}

// equalShare returns the share of wins that such figures have between equally strong agents.
func equalShare(spec *env.Spec, teams bool) float64 {
	if teams {
		return 1 / float64(len(spec.Sides()))
	}
	return 1 / float64(spec.Players)
}

// gamesToTell returns how many games tell a bot from random play in its place, by a figure
// against random, of which random play has an equal share; or 0 where no number does.
func gamesToTell(said botfile.Evaluation, equal float64) int {
	for games := 80; games <= playedGamesLong; games += 20 {
		spread := randomErrors * math.Sqrt(equal*(1-equal)/float64(games))
		if said.WinRate-equal > tolerance(said, games)+spread {
			return games
		}
	}
	return 0
}

// againstRandom returns a bot's figure against random with the games that tell the bot
// from random play; false where the bot has no such figure.
func againstRandom(t *testing.T, name string) (figure botfile.Evaluation, games int, ok bool) {
	t.Helper()
	bot, err := shipped(name)
	require.NoError(t, err)
	said := bot.Manifest.Evaluation
	at := slices.IndexFunc(said, func(e botfile.Evaluation) bool { return e.Opponent == "random" })
	if at < 0 {
		return figure, 0, false
	}
	return said[at], gamesToTell(said[at], equalShare(gameOf(t, bot).Spec(), asTeams(t, bot))), true
}

// gameOf returns the game of a shipped bot.
func gameOf(t *testing.T, bot *botfile.Bot) env.Game {
	t.Helper()
	g, err := games.New(bot.Manifest.Game)
	require.NoError(t, err)
	return g
}

// The figure against random in the manifest of every shipped bot holds on other deals, in
// enough games that random play in the bot's place would not pass; or the exploitability
// where that is its figure. RINGER_LONG=1 plays all figures.
func TestShippedBotsPlayAsTheirManifestsSay(t *testing.T) {
	long := os.Getenv("RINGER_LONG") == "1"
	for _, name := range checkpoints.Names() {
		t.Run(name, func(t *testing.T) {
			bot, err := shipped(name)
			require.NoError(t, err)
			g := gameOf(t, bot)
			ringer, err := roster.FromBot(g.Spec(), bot, 1)
			require.NoError(t, err)
			said, n := bot.Manifest.Evaluation, playedGamesLong
			require.NotEmpty(t, said)
			if !long {
				figure, games, ok := againstRandom(t, name)
				if !ok {
					figure = said[0]
					require.NotNil(t, figure.Exploitability, "a figure that random play does not have")
				} else {
					require.NotZero(t, games, "random play in its place would pass")
				}
				said, n = []botfile.Evaluation{figure}, games
			}
			for _, figure := range said {
				assert.Empty(t, fault(t, g, asTeams(t, bot), ringer, figure, n))
			}
		})
	}
}

// fault plays a figure again and returns what is wrong with it, or nothing.
func fault(t *testing.T, g env.Game, teams bool, agent agents.Agent, said botfile.Evaluation, games int) string {
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
		Game: g, Teams: teams, Games: games, Seed: 20_261_122,
		Entries: []eval.Entry{{Name: "bot", Agent: agent}, {Name: said.Opponent, Agent: opponent}},
	})
	require.NoError(t, err)
	played, far := m.Agents[0].WinRate, tolerance(said, m.Games)
	t.Logf("against %s: %.3f in %d games, %.3f ± %.3f in the manifest", said.Opponent, played, m.Games, said.WinRate, far)
	if math.Abs(played-said.WinRate) > far {
		return "another win rate"
	}
	return ""
}

// Random play in the place of the bot that is hardest to tell from it is found out.
func TestRandomPlayInABotsPlaceIsFoundOut(t *testing.T) {
	hardest, most, said := "", 0, botfile.Evaluation{}
	for _, name := range checkpoints.Names() {
		if figure, games, ok := againstRandom(t, name); ok && games > most {
			hardest, most, said = name, games, figure
		}
	}
	bot, err := shipped(hardest)
	require.NoError(t, err)
	g := gameOf(t, bot)
	agent, err := roster.New("random", roster.Sources{Game: g})
	require.NoError(t, err)
	teams := asTeams(t, bot)
	assert.NotEmpty(t, fault(t, g, teams, agent, said, most), "random play in the place of %s", hardest)
	said.WinRate = equalShare(g.Spec(), teams)
	assert.Empty(t, fault(t, g, teams, agent, said, most), "random play against itself")
	assert.Zero(t, gamesToTell(said, said.WinRate), "no number of games tells random play from itself")
}
