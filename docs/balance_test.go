package docs_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/open"
	"ringer/report/balance"
	"ringer/report/records"
)

const balanceFolder = "balance"

// The page of a game tells the balance that reports found, as "make balance" keeps it:
// no figure there is written by hand.
func TestBalanceIsUpToDate(t *testing.T) {
	names, all := measured(t, balanceFolder, balance.ReadRecords)
	blocks := map[string]string{}
	for i, name := range names {
		for k := range all[i] {
			assert.Equal(t, name, strings.SplitN(all[i][k].Game, "(", 2)[0], "docs/balance/%s.jsonl", name)
		}
		blocks[name] = balance.Balance(all[i], plays)
	}
	for _, name := range names {
		file := filepath.Join("games", name+".md")
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		want, err := records.Fill(string(text), "balance", blocks)
		require.NoError(t, err, file)
		assert.Contains(t, want, "<!-- balance:begin "+name+" -->", "%s shows no balance", file)
		generated(t, file, want, balanceFolder)
	}
}

// hashes keeps what plays has found out.
var hashes sync.Map

// plays returns the hash of the bot that ships by a name, and empty where none does.
func plays(name string) string {
	if sum, ok := hashes.Load(name); ok {
		return sum.(string)
	}
	sum := ""
	if bot, err := open.Bot(name); err == nil {
		if of, err := bot.Plays(); err == nil {
			sum = of
		}
	}
	hashes.Store(name, sum)
	return sum
}

// Every record says by hash which bots played, so that its page can say when one of them has been
// replaced since: a record without them would pass for new for ever.
func TestBalanceSaysWhichBotsPlayed(t *testing.T) {
	names, all := measured(t, balanceFolder, balance.ReadRecords)
	for i, name := range names {
		for _, r := range all[i] {
			assert.NotEmpty(t, r.Bots, "docs/balance/%s.jsonl: %s", name, r.Game)
			for _, b := range r.Bots {
				assert.Len(t, b.SHA256, 64, "docs/balance/%s.jsonl: %s: %s", name, r.Game, b.Name)
			}
		}
	}
}

// Every record of a bot that has been replaced since is found, by the hash of what ships, and its page says so: make balance
// renews those and no others. -v lists them.
func TestStaleBalancesAreFound(t *testing.T) {
	names, all := measured(t, balanceFolder, balance.ReadRecords)
	for i, name := range names {
		for k := range all[i] {
			r := all[i][k]
			says := func() bool { return strings.Contains(balance.Balance([]balance.Record{r}, plays), "replaced since") }
			stale := r.Replaced(plays)
			assert.Equal(t, len(stale) > 0, says(), r.Game)
			if len(stale) > 0 {
				t.Logf("%s: of %s, which have been replaced since: make balance GAME=%s", r.Game, strings.Join(stale, ", "), name)
			}
			r.Bots = slices.Clone(r.Bots)
			for b := range r.Bots {
				r.Bots[b].SHA256 = plays(r.Bots[b].Name)
			}
			assert.Empty(t, r.Replaced(plays), r.Game)
			assert.False(t, says(), r.Game)
			r.Bots[0].SHA256 = strings.Repeat("0", 64)
			assert.Equal(t, []string{r.Bots[0].Name}, r.Replaced(plays), r.Game)
			assert.True(t, says(), r.Game)
		}
	}
}

// A record of other rules than those that ship says nothing about the game of its page.
func TestBalanceIsOfShippedRules(t *testing.T) {
	names, all := measured(t, balanceFolder, balance.ReadRecords)
	for i, name := range names {
		for _, r := range all[i] {
			g, err := games.New(r.Game)
			if assert.NoError(t, err, name) {
				assert.Equal(t, g.Spec().Hash, r.SpecHash, "docs/balance/%s.jsonl: %s has changed since; run: make balance GAME=%s", name, r.Game, name)
			}
		}
	}
}
