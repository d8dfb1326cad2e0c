package checkpoints_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
	"ringer/configs"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train/algos"
)

// gameBytes is the aim for the bytes of a ringer and its levels together.
const gameBytes = 4 << 20

// levelsOf returns the levels of a ringer, in alphabetical order.
func levelsOf(t *testing.T, ringer string) (bots []*botfile.Bot) {
	t.Helper()
	for _, name := range checkpoints.Levels() {
		if checkpoints.RingerOf(name) == ringer {
			bot, err := shipped(name)
			require.NoError(t, err, name)
			bots = append(bots, bot)
		}
	}
	return bots
}

// ladderFaults says what is wrong with the levels of a ringer.
func ladderFaults(name string, ringer *botfile.Bot, levels []*botfile.Bot) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for i, bot := range levels {
		m := &bot.Manifest
		want := fmt.Sprintf("%s.level%d", name, i+1)
		switch {
		case m.Name != want:
			fault("%s: want %s", m.Name, want)
			continue
		case m.Level == nil || m.Kind != botfile.KindBare:
			fault("%s is no level", m.Name)
			continue
		case m.Level.Level != i+1 || m.Level.Of != len(levels):
			fault("%s is level %d of %d: want %d of %d", m.Name, m.Level.Level, m.Level.Of, i+1, len(levels))
		case m.SpecHash != ringer.Manifest.SpecHash:
			fault("%s is for another game than %s", m.Name, name)
		}
		if i == 0 {
			continue
		}
		if below := levels[i-1].Manifest.Level; below != nil && below.Rating >= m.Level.Rating {
			fault("%s is rated %.0f, and the level below %.0f", m.Name, m.Level.Rating, below.Rating)
		}
		if m.Level.Below == nil {
			fault("%s does not say how it does against the level below", m.Name)
		}
	}
	return faults
}

// trainedAlike reports what the configurations of two runs differ in.
func trainedAlike(a, b *botfile.Bot) ([]string, error) {
	one, two := algos.Defaults(), algos.Defaults()
	if err := configs.ReadAll(&one, configs.Text(a.Manifest.Name, a.Manifest.Training.Config)); err != nil {
		return nil, err
	}
	if err := configs.ReadAll(&two, configs.Text(b.Manifest.Name, b.Manifest.Training.Config)); err != nil {
		return nil, err
	}
	one.ReportSeed, two.ReportSeed = 0, 0 // a report may have been played again
	return configs.Changes(&one, &two)
}

// Levels belong to a ringer that ships, are all there, rise, and come from its run; the
// last one has its weights.
func TestLevelsLeadToTheirRinger(t *testing.T) {
	for _, name := range checkpoints.Levels() {
		assert.Contains(t, checkpoints.Ringers(), checkpoints.RingerOf(name), "the ringer of %s", name)
	}
	for _, name := range checkpoints.Ringers() {
		levels := levelsOf(t, name)
		if len(levels) == 0 {
			continue
		}
		t.Run(name, func(t *testing.T) {
			ringer, err := shipped(name)
			require.NoError(t, err)
			assert.Empty(t, ladderFaults(name, ringer, levels))
			if slices.Contains(retrained, name) {
				return // its next run makes other levels
			}
			for _, level := range levels {
				changes, err := trainedAlike(ringer, level)
				require.NoError(t, err)
				assert.Empty(t, changes, "%s is of another run than its ringer; run: make levels", level.Manifest.Name)
			}
			half, err := ringer.Weights.Halved()
			require.NoError(t, err)
			last := levels[len(levels)-1]
			assert.Equal(t, half.Flat, last.Weights.Flat, "%s is another network than its ringer; run: make levels", last.Manifest.Name)
			bytes := 0
			for _, bot := range append([]string{name}, checkpoints.Levels()...) {
				if checkpoints.RingerOf(bot) == name {
					file, err := checkpoints.Open(bot)
					require.NoError(t, err)
					bytes += int(file.Size())
				}
			}
			if bytes > gameBytes {
				t.Logf("%d bytes in all; the aim is %d", bytes, gameBytes)
			}
		})
	}
}

func TestFaultsOfLaddersAreFound(t *testing.T) {
	weights := models.Init(&models.Network{Fields: []models.Field{{Name: "x", Shape: []int{1}}}, Actions: 2, Hidden: []int{2}, Activation: models.ReLU}, 1)
	made := func() []*botfile.Bot {
		var levels []*botfile.Bot
		for i := range 3 {
			levels = append(levels, &botfile.Bot{Weights: weights, Manifest: botfile.Manifest{
				Name: fmt.Sprintf("x.level%d", i+1), SpecHash: "a", Kind: botfile.KindBare,
				Level: &botfile.Level{Level: i + 1, Of: 3, Rating: 1100 + 100*float64(i), Below: &botfile.Wins{}},
			}})
		}
		return levels
	}
	ringer := &botfile.Bot{Weights: weights, Manifest: botfile.Manifest{Name: "x", SpecHash: "a"}}
	assert.Empty(t, ladderFaults("x", ringer, made()))
	for want, change := range map[string]func([]*botfile.Bot) []*botfile.Bot{
		"x.level3: want x.level2":                   func(l []*botfile.Bot) []*botfile.Bot { return []*botfile.Bot{l[0], l[2]} },
		"x.level2 is level 2 of 3: want 2 of 2":     func(l []*botfile.Bot) []*botfile.Bot { return l[:2] },
		"x.level2 is no level":                      func(l []*botfile.Bot) []*botfile.Bot { l[1].Manifest.Level = nil; return l },
		"x.level1 is for another game than x":       func(l []*botfile.Bot) []*botfile.Bot { l[0].Manifest.SpecHash = "b"; return l },
		"x.level3 is rated 1200, and the level":     func(l []*botfile.Bot) []*botfile.Bot { l[2].Manifest.Level.Rating = 1200; return l },
		"x.level2 does not say how it does against": func(l []*botfile.Bot) []*botfile.Bot { l[1].Manifest.Level.Below = nil; return l },
	} {
		assert.Contains(t, fmt.Sprint(ladderFaults("x", ringer, change(made()))), want)
	}
}

func TestLevelsAreToldFromRingers(t *testing.T) {
	assert.ElementsMatch(t, checkpoints.Names(), slices.Concat(checkpoints.Ringers(), checkpoints.Levels()))
	assert.Contains(t, checkpoints.Ringers(), "kuhn")
	for name, want := range map[string]string{"heat-4p.level1": "heat-4p", "heat-4p": "heat-4p", "a.level12": "a", "a.level": "a.level", "a.level1.b": "a.level1.b", "alevel1": "alevel1"} {
		assert.Equal(t, want, checkpoints.RingerOf(name))
	}
	for _, name := range checkpoints.Ringers() {
		bot, err := shipped(name)
		require.NoError(t, err)
		assert.Nil(t, bot.Manifest.Level, "%s is a level: want a name that ends in .levelN", name)
	}
}
