package docs_test

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env/games"
	"ringer/models/botfile"
	"ringer/play/opponents"
	"ringer/report/ladder"
	"ringer/report/records"
)

const (
	ladderPage   = "ladder.md"
	ladderFolder = "ladder"

	scalingPage   = "scaling.md"
	scalingFolder = "scaling"

	ablationPage   = "ablation.md"
	ablationFolder = "ablation"

	networksFolder = "networks"
	learningFolder = "learners-large"
)

// unmeasured lists the shipped bots whose ladders wait to be measured: they are missing,
// or of an older file. A release has none. "make ladder" measures them.
var unmeasured = []string{}

// ladders reads the records of all bots, in the order in which bots are listed.
func ladders(t *testing.T) (bots []ladder.Bot) {
	t.Helper()
	names, all := measured(t, ladderFolder, ladder.Read)
	require.NotEmpty(t, all)
	for i := range all {
		bots = append(bots, ladder.NewBot(all[i]))
		bots[i].Field = fieldOf(t, all[i][0].Game)
		bots[i].Carried = slices.ContainsFunc(all[i], func(r ladder.Record) bool {
			return r.One.Role == ladder.Ringer && carried(t, names[i], r.One.Identity)
		})
		assert.Equal(t, names[i], bots[i].Name)
	}
	return bots
}

// fieldOf lists the agents of a whole ladder that a game has.
func fieldOf(t *testing.T, name string) []string {
	t.Helper()
	g, err := games.New(name)
	require.NoError(t, err)
	return slices.DeleteFunc(slices.Clone(ladder.Usual), func(agent string) bool {
		_, err := roster.New(agent, roster.Sources{Game: g})
		return err != nil
	})
}

// trainings reads the runs of all scaling curves, or of all ablations.
func trainings(t *testing.T, folder string) []ladder.Training {
	t.Helper()
	_, all := measured(t, folder, ladder.ReadTrainings)
	return slices.Concat(all...)
}

// ratedLevels reads the levels of all games, in the order of the ratings that ship.
func ratedLevels() (all []ladder.GameLevels) {
	for _, rated := range opponents.Table() {
		g := ladder.GameLevels{Game: rated.Game, Few: rated.Few != "", Carried: len(rated.Before) > 0}
		for _, l := range rated.Levels {
			r := rated.Of(l.Agent)
			out := ladder.GameLevel{Agent: l.Agent, Rating: r.Rating, Low: r.Low, High: r.High}
			for _, w := range l.Wins {
				out.Wins = append(out.Wins, ladder.LevelWins{Against: w.Against, Share: w.Share, Low: w.Low, High: w.High})
			}
			g.Levels = append(g.Levels, out)
		}
		all = append(all, g)
	}
	return all
}

// shippedBots reads what the manifests of the bots, without levels, say of their runs.
func shippedBots(t *testing.T) (all []ladder.TrainedBot) {
	t.Helper()
	for _, name := range checkpoints.Names() {
		file, err := checkpoints.Open(name)
		require.NoError(t, err)
		bot, err := botfile.Read(file, file.Size())
		require.NoError(t, err, name)
		m := &bot.Manifest
		out := ladder.TrainedBot{Name: name, Decisions: int(m.Training.Decisions), Seconds: m.Training.Seconds, Weights: m.Checksums[botfile.WeightsName]}
		if len(m.Carried) > 0 {
			out.Weights = m.Carried[0].Weights // those that a run ended with
		}
		for _, e := range m.Evaluation {
			out.Results = append(out.Results, ladder.Report{Opponent: e.Opponent, WinRate: e.WinRate})
		}
		all = append(all, out)
	}
	return all
}

// ladderBlocks returns the generated parts of a page by their names: "bots", a table of
// all, the rungs of each bot, and "training NAME", the end of the runs of a
// configuration, "retrained", second runs beside the bots, "levels", and "networks" and "learners",
// tables of kinds of networks and of learners. up leads from the page's folder to docs/.
func ladderBlocks(bots []ladder.Bot, trained []ladder.TrainedBot, runs, networks, learners []ladder.Training, up string) map[string]string {
	blocks := map[string]string{"bots": ladder.Brief(bots, up+ladderPage), "levels": ladder.LevelsBlock(ratedLevels(), opponents.Step)}
	blocks["retrained"] = ladder.RetrainedBlock(runs, trained, bots)
	blocks["networks"] = cmp.Or(ladder.VariantsTable(networks, "network", "the MLP"), "`make networks` has not been run yet.\n")
	blocks["learners"] = cmp.Or(ladder.VariantsTable(learners, "learner", "`ppo`"), "`make learners-large` has not been run yet.\n")
	for _, name := range configs.Names("train") {
		blocks["training "+name] = cmp.Or(ladder.TrainingBlock(runs, name), "`make scaling CONFIG="+name+"` has not been run yet.\n")
	}
	for _, name := range checkpoints.Names() {
		blocks[name] = "`" + name + "` has not been measured yet.\n"
	}
	for i := range bots {
		blocks[bots[i].Name] = ladder.Short(&bots[i], up+ladderPage)
	}
	return blocks
}

// The page of ladders, and every table of results on other pages, say what the records
// say: no figure there is written by hand.
func TestLadderPagesAreUpToDate(t *testing.T) {
	bots := ladders(t)
	generated(t, ladderPage, ladder.Page(bots), ladderFolder)
	runs := trainings(t, scalingFolder)
	networks, learners := trainings(t, networksFolder), trainings(t, learningFolder)
	trained := shippedBots(t)
	generated(t, scalingPage, ladder.ScalingPage(runs, trained), scalingFolder)
	filled := 0
	pages, err := readPages(os.DirFS(repository))
	require.NoError(t, err)
	for name, text := range pages {
		if !strings.Contains(text, "<!-- ladder:") || name == "CONTRIBUTING.md" {
			continue
		}
		up := "docs/"
		if inside, ok := strings.CutPrefix(path.Dir(name), "docs"); ok {
			up = strings.Repeat("../", strings.Count(inside, "/"))
		}
		want, err := records.Fill(text, "ladder", ladderBlocks(bots, trained, runs, networks, learners, up))
		require.NoError(t, err, name)
		generated(t, filepath.Join(repository, filepath.FromSlash(name)), want, ladderFolder)
		filled++
	}
	assert.Positive(t, filled, "pages with results")
}

// The page of ablations and its charts say what the runs say, and no chart is left over.
func TestAblationIsUpToDate(t *testing.T) {
	runs := trainings(t, ablationFolder)
	generated(t, ablationPage, ladder.AblationPage(runs, ablationFolder), ablationFolder)
	charts := ladder.AblationSVGs(runs)
	for name, svg := range charts {
		generated(t, filepath.Join(ablationFolder, name), string(svg), ablationFolder)
	}
	onlyCharts(t, ablationFolder, func(file string) bool { return charts[filepath.Base(file)] != nil })
}

// Every shipped bot has a ladder of its very file, with all that a ladder has but the
// longest search.
func TestLaddersAreOfTheShippedBots(t *testing.T) {
	bots := ladders(t)
	for _, bot := range bots {
		assert.Contains(t, checkpoints.Names(), bot.Name, "docs/ladder/%s.jsonl is of no shipped bot", bot.Name)
	}
	for _, name := range checkpoints.Names() {
		if slices.Contains(unmeasured, name) {
			t.Logf("%s waits to be measured", name)
			continue
		}
		i := slices.IndexFunc(bots, func(b ladder.Bot) bool { return b.Name == name })
		if !assert.GreaterOrEqual(t, i, 0, "%s has no ladder; run: make ladder", name) {
			continue
		}
		known := map[string]string{} // agents by name
		for _, r := range bots[i].Records {
			for _, a := range []ladder.Agent{r.One, r.Others} {
				if a.Name != "" && known[a.Name] == "" {
					known[a.Name] = a.Identity
				}
				assert.Equal(t, known[a.Name], a.Identity, "%s on the ladder of %s: two agents of one name, before and after a change; run: make ladder", a.Name, name)
			}
		}
		sums := identities(t, name)
		for _, r := range bots[i].Records {
			for _, a := range []ladder.Agent{r.One, r.Others} {
				if a.Role == ladder.Ringer {
					assert.Contains(t, sums, a.Identity, "the ladder of %s is of another file; run: make ladder", name)
				}
			}
		}
		missing := slices.DeleteFunc(bots[i].NotMet(), func(agent string) bool { return agent == "`ismcts(sims=5000)`" }) // it takes long
		assert.Empty(t, missing, "%s has not met them; run: make ladder", name)
	}
	for _, name := range unmeasured {
		assert.Contains(t, checkpoints.Names(), name)
	}
}
