package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

func TestHelpListsTheCommands(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"help"}} {
		out := cmdtest.Done(t, args...)
		for _, g := range program.Groups {
			assert.Contains(t, out, "\n"+g.Title+":\n")
			for _, c := range g.Commands {
				assert.Contains(t, out, "  "+c(&shell.Terminal{}).Name()+" ")
			}
		}
	}
}

// Bad input gives exit status 2, one message on standard error that says what
// to do, nothing on standard output, and no file.
func TestBadInput(t *testing.T) {
	dir := cmdtest.InFolder(t)
	bad := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	junk := bad("junk.bot", "junk")
	config := bad("bad.yaml", "game: kuhn\ndecisions: -1\nppo:\n  clip: 99\n  clop: 1\n")
	unknownGame := bad("nogame.yaml", "game: ludo\n")
	agent := bad("agent.yaml", "game: kuhn\nevaluation: {opponents: [random, wizard]}\n")
	over := bad("over.replay.jsonl", `{"format":"ringer-replay/1","game":"kuhn","spec_hash":"x","seed":7,"agents":["human","greedy"]}`+"\n"+`{"returns":[1,-1]}`+"\n")
	strange := bad("strange.replay.jsonl", `{"format":"ringer-replay/1","game":"kuhn","spec_hash":"x","seed":7,"agents":["human","greedy"]}`+"\n")
	alone := bad("alone.replay.jsonl", `{"format":"ringer-replay/1","game":"kuhn","spec_hash":"x","seed":7,"agents":["greedy","greedy"]}`+"\n")
	before := cmdtest.FilesBelow(t, dir)

	for _, c := range []struct {
		args string // separated by spaces
		says []string
	}{
		{"gmaes", []string{`unknown command "gmaes"`, "did you mean games?"}},
		{"dance", []string{`unknown command "dance"; known: games, check`}},
		{"--loud", []string{"no flag --loud"}},
		{"positions expert --game duel", []string{`unknown command "positions": it is ringer duel positions now`}},
		{"duel draft", []string{`unknown command "draft"`, "did you mean drafts?"}},

		{"games ludo", []string{`unknown game "ludo"; known: kuhn, leduc`, "ringer games"}},
		{"games kuhn(players=9)", []string{"players: 9: want a number from 2 to 5"}},
		{"games kuhn(color=red)", []string{`kuhn has no parameter "color"`, "players=2"}},
		{"games kuhn(players", []string{`kuhn(players`, "want"}},
		{"games kuhn leduc", []string{`"leduc" is one argument too many: ringer games [GAME]`}},
		{"games --nmaes", []string{"ringer games has no flag --nmaes: did you mean --names?"}},
		{"games -x", []string{"no flag -x"}},

		{"check", []string{"GAME is missing: ringer check GAME"}},
		{"check ludo", []string{`unknown game "ludo"`}},
		{"check kuhn --games 0", []string{"--games 0: want at least 1"}},
		{"check kuhn --games many", []string{`--games "many": want a whole number; see ringer check --help`}},
		{"check kuhn --seed -1", []string{`--seed "-1": want a whole number from 0 up`}},
		{"check kuhn --games", []string{"--games needs a value"}},
		{"study --config kuhn --factors x", []string{`--factors "x": want numbers with commas between them, such as 0.25,1; see ringer study --help`}},
		{"ladder kuhn --ismcts few", []string{`--ismcts "few": want whole numbers with commas between them, such as 50,500`}},

		{"count", []string{"GAME is missing"}},
		{"count ludo", []string{`unknown game "ludo"`}},
		{"count kuhn --limit 0", []string{"--limit 0: want at least 1"}},

		{"bench", []string{"GAME is missing"}},
		{"bench kuhn --seconds 0", []string{"--seconds 0: want at least 0.01"}},
		{"bench kuhn --workers 0", []string{"--workers 0: want at least 1"}},
		{"bench kuhn --seconds long", []string{`--seconds "long": want a number`}},

		{"decisions --game kuhn", []string{"A is missing: ringer decisions A [B]…"}},
		{"decisions random --game kuhn --kind draft", []string{"kind: draft: want a kind of decision in kuhn: bid, other"}},
		{"decisions random --game kuhn --top 0", []string{"--top 0"}},
		{"match --game kuhn", []string{"A is missing: ringer match A B…"}},
		{"match random greedy", []string{"--game is missing: name one of kuhn"}},
		{"match random wizard --game kuhn", []string{`unknown agent "wizard"; known: random`}},
		{"match random random random --game kuhn", []string{"3 agents for the 2 seats of kuhn"}},
		{"match greedy(worlds=x) --game kuhn", []string{"greedy.worlds: x: want a whole number"}},
		{"match bot(nobody) --game kuhn", []string{`no bot "nobody"`}},
		{"match bot(no.bot) --game kuhn", []string{"no.bot: no such file"}},
		{"match bot(" + junk + ") --game kuhn", []string{"not a bot file"}},
		{"match bot(" + dir + "/) --game kuhn", []string{"a folder: want a regular file"}},
		{"match random --game kuhn --games 0", []string{"--games 0"}},

		{"exploit --game kuhn", []string{"AGENT is missing"}},
		{"exploit random", []string{"--game is missing"}},
		{"exploit wizard --game kuhn", []string{`unknown agent "wizard"`}},
		{"exploit random --game kuhn --method guess", []string{`--method "guess": want exact`}},

		{"train", []string{"--config is missing: name one of", "kuhn"}},
		{"train --config nobody", []string{`no configuration "nobody"`, "kuhn"}},
		{"train --config heist-2p", []string{`no configuration "heist-2p"`, "; bot(heist-2p) is trained by --config heist\n"}},
		{"train --config nobody.yaml", []string{"nobody.yaml: no such file"}},
		{"train --config " + config, []string{"bad.yaml:2:12: decisions: -1", "ppo.clip: 99", "bad.yaml:5:3: ppo.clop: unknown key"}},
		{"train --config " + unknownGame, []string{`unknown game "ludo"`}},
		{"train --config " + agent, []string{`evaluation.opponents[1]: unknown agent "wizard"`}},
		{
			"train --config kuhn --set imitation.agent=wizard --set openings.agent=sprite --set openings.share=0.1 --set opponents.fixed=[random,witch] --set opponents.fixed_share=0.1",
			[]string{`imitation.agent: unknown agent "wizard"`, `openings.agent: unknown agent "sprite"`, `opponents.fixed[1]: unknown agent "witch"`},
		},
		{"train --config kuhn --set network.items=8", []string{"network.items: 8: want 0 for kuhn, whose fields name no items"}},
		{"train --config kuhn --set spin=1", []string{"--set: spin: unknown key"}},
		{"train --config kuhn --set spin", []string{"key=value"}},
		{"train --config kuhn --seconds -1", []string{"--seconds -1: want a number from 0 up"}},
		{"train --config kuhn --resume runs", []string{"leave out --config"}},
		{"train --resume nowhere", []string{"nowhere is not a run"}},
		{"train kuhn", []string{`"kuhn": ringer train takes no arguments`}},

		{"play", []string{"GAME is missing"}},
		{"play ludo", []string{`unknown game "ludo"`}},
		{"play kuhn --seat 3", []string{"--seat 3: want a number from 1 to 2"}},
		{"play kuhn --seat 0", []string{"--seat 0: want a number from 1 to 2"}},
		{"play kuhn --vs wizard", []string{`unknown agent "wizard"`}},
		{"play kuhn --pace -1s", []string{"--pace -1s: want a time from 0 up"}},
		{"play kuhn --pace slow", []string{`--pace "slow": want a time such as`}},
		{"play kuhn --save " + junk, []string{"the file is there already"}},
		{"play --resume nowhere.jsonl", []string{"nowhere.jsonl"}},
		{"play --resume " + junk, []string{"junk.bot:1: want a header"}},
		{"play --resume " + over, []string{"this game is over"}},
		{"play --resume " + strange, []string{"spec hash x of kuhn"}},
		{"play --resume " + alone, []string{"0 seats are played by a person"}},
		{"play kuhn --resume " + strange, []string{`leave out "kuhn"`}},
		{"play --seat 1 --resume " + strange, []string{"leave out --seat"}},

		{"export", []string{"RUN|CHECKPOINT|BOT|POPULATION is missing"}},
		{"export nowhere --out a.bot", []string{"nowhere is not a run"}},
		{"export nowhere --out a.zip", []string{`--out "a.zip": want the name of a file that ends in .bot`}},
		{"export nowhere", []string{"--out"}},
		{"export nowhere --out a.bot --weights worst", []string{`--weights "worst": want best or averaged or last`}},

		{"bot", []string{"FILE|NAME|AGENT is missing"}},
		{"bot nobody", []string{`no bot "nobody"`}},
		{"bot no.bot", []string{"no.bot: no such file"}},
		{"bot " + junk, []string{"junk.bot: not a bot file"}},
		{"bot nobody --temperature -1", []string{"--temperature -1: want at least 0"}},

		{"version now", []string{`"now": ringer version takes no arguments`}},
	} {
		t.Run(strings.ReplaceAll(c.args, dir, "DIR"), func(t *testing.T) {
			o := cmdtest.Ringer(t, "", strings.Fields(c.args)...)
			assert.Equal(t, shell.ExitBadInput, o.Exit)
			assert.Empty(t, o.Out)
			assert.True(t, strings.HasPrefix(o.Errs, "ringer: "), o.Errs)
			assert.Equal(t, 1, strings.Count(o.Errs, "ringer: "), "one message: %s", o.Errs)
			assert.NotContains(t, o.Errs, "Usage:")
			for _, s := range c.says {
				assert.Contains(t, o.Errs, s)
			}
			assert.Equal(t, before, cmdtest.FilesBelow(t, dir), "files were left behind")
		})
	}
}
