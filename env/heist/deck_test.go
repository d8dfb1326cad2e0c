package heist_test

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/heist"
)

// The lists of the rule book as a compact table: what a card says, and how many
// cards say it. Skills have their first two letters (In Sl Ac En Te Co), each
// with the value 1.
var (
	bookJobs = "Casino Vault 15 15|Bankrupt Casino 14 14|Worlds Oldest Stock Certificate 11 11|Coronation Egg 13 13|" +
		"Museum Break In 12 12|Bank Job 13 13|Ocean Liner 12 12|Art Gallery 9 9|Personal Collection 10 10"
	bookSecurity = "Te 7|In 5|Ac 5|Co 10|Sl 5|En 6"
	bookHeist    = "PL In max+2 4|" +
		"P Ac 2|P AcEn 1|P AcIn 1|P AcSl 1|P CoIn 3|P Co 5|P CoSl 1|P Sl 3|P En 3|P EnTe 3|P Te 2|P InTe 1|P hand+1 2|" +
		"Z Co 12|Z Ac 6|Z Sl 5|Z En 6|Z In 6|Z Te 9|" +
		"E draw3 6|E discard 1|E steal 1|E job 1|E execute 1|E look 1|E exchange 1|E random3 1|" +
		"S 3/3 2|S 2/2 3|S 1/1 2|R unspend1 2|X spend1 2|X Ac 1|X Te 1|" +
		"C Co 1|C Ac 1|C In 1|C Te 1|C Sl 1|C En 1"
)

// Titles of the rule book by skill, for the cards that overcome something: each
// is there once.
var bookTitles = map[string]string{
	"Z tech":            "Cut Power|Pre-recorded Footage|Disruption|Redirect Phone Calls|Rigged Game|Modify Computer Data|Tap into system|Sabotage|Override Cameras",
	"Z info":            "Blueprints|Plant|Bribery|Favors|Reconnaissance|Contacts",
	"Z engineering":     "Explosive Charge|Drill Tunnel|Move Structure|Helicopter|Duplicate Room|Magnetron",
	"Z sleight":         "Misdirection|Hands Quicker than Eyes|Distraction|Dexterity|Simple Con",
	"Z acrobat":         "Infiltration|Fit in Small Container|Rappel|Back Flip|Perfect Timing|Balancing Act",
	"Z confidence":      "Seduction|Deception|Disguise|Elaborate Con|Uniforms|Imposters|Fake Death|Sporting Event|Fake SWAT Team|Staged Scuffle|Pose as Government Official|The Gilroy",
	"P acrobat":         "Contortionist|Second Story Man|Grease Man|Cat Burglar|Accomplished Thief",
	"P tech":            "Safe Cracker|Mechanic|Jack of All Trades|Electronics Expert|Eye in the Sky|Gifted Programmer",
	"P engineering":     "Second Story Man|The Fuse|Handy Man|Demolitions Expert|Safe Cracker|Mechanic|Jack of All Trades",
	"P sleight":         "Accomplished Thief|The Rookie|Pick Pocket|Sneak Thief|Filcher",
	"P info":            "Ringleader|Mastermind|Gang Leader|Brains|Cat Burglar|The Pro|Inside Man|Hustler|Eye in the Sky",
	"P confidence":      "The Pro|High Roller|Master of Disguise|Inside Man|Dame|Flim Flam Man|Hustler|Con Artist|The Rookie",
	"Guard tech":        "Security Cameras|Surveillance Video|High Tech Security|Voice Recognition System|Retinal Scan|Thumbprint Identification|Lie Detection Software",
	"Guard info":        "Underground|Secrets|AI Security System|Rival Thief|Double Cross",
	"Guard acrobat":     "Elevator Shaft|Laser Sensors|Floor Plates|Air Conditioning Ducts|Narrow Ledge",
	"Guard confidence":  "Guards|Security Detail|Police|Vault Guard|Receptionist|Manager|Worker|Night Watchman|Owner|Boss",
	"Guard sleight":     "Acquire Key|Acquire Codes|Steal Swipe Card|Plant Fakes|Make Switch",
	"Guard engineering": "Thick Floors|Vault Doors|Safe|Impregnable Room|Remove Roof|Exit Strategy",
}

var letters = map[string]string{
	"leader": "PL", "personnel": "P", "con": "Z", "event": "E", "secondary": "S", "reaction": "R", "crisis": "X", "complication": "C",
}

var shortOps = map[string]string{
	"crew_limit": "max+", "hand_limit": "hand+", "draw": "draw", "discard_personnel": "discard", "steal_personnel": "steal", "discard_job": "job",
	"execute_other": "execute", "look": "look", "exchange": "exchange", "discard_random": "random", "unspend": "unspend", "spend_random": "spend",
}

func shortSkills(names []string) string {
	sorted := slices.Clone(names)
	sort.Strings(sorted)
	s := ""
	for _, n := range sorted {
		s += strings.ToUpper(n[:1]) + n[1:2]
	}
	return s
}

// All 155 cards are there with the numbers of the rule book.
func TestDecksAreTheRuleBooks(t *testing.T) {
	c := config(t)
	var jobs []string
	sum := 0
	for _, j := range c.JobDeck {
		jobs = append(jobs, j.Title+" "+strconv.Itoa(j.Security)+" "+strconv.Itoa(j.Points))
		sum += j.Points
	}
	assert.ElementsMatch(t, strings.Split(bookJobs, "|"), jobs)
	assert.Equal(t, 109, sum)

	count := map[string]int{}
	for _, g := range c.SecurityDeck {
		assert.LessOrEqual(t, g.Copies, 1)
		count[shortSkills(g.Skills)]++
	}
	compare(t, bookSecurity, count)
	assert.Len(t, c.SecurityDeck, 38)

	count, types := map[string]int{}, map[string]int{}
	for _, card := range c.HeistDeck {
		assert.LessOrEqual(t, card.Copies, 1)
		types[letters[card.Type]]++
		words := []string{letters[card.Type]}
		if len(card.Skills) > 0 {
			words = append(words, shortSkills(card.Skills))
		}
		if card.Type == "secondary" {
			require.Len(t, card.Effects, 2)
			assert.Equal(t, "add_security", card.Effects[0].Op)
			assert.Equal(t, "add_points", card.Effects[1].Op)
			words = append(words, strconv.Itoa(card.Effects[0].Amount)+"/"+strconv.Itoa(card.Effects[1].Amount))
		} else {
			for _, e := range card.Effects {
				word := shortOps[e.Op]
				if e.Amount > 0 {
					word += strconv.Itoa(e.Amount)
				}
				words = append(words, word)
			}
		}
		count[strings.Join(words, " ")]++
	}
	compare(t, bookHeist, count)
	assert.Equal(t, map[string]int{"PL": 4, "P": 28, "Z": 44, "E": 13, "S": 7, "R": 2, "X": 4, "C": 6}, types)
	assert.Equal(t, 155, len(c.JobDeck)+len(c.SecurityDeck)+len(c.HeistDeck))
}

// compare holds "words count|…" against counts by words.
func compare(t *testing.T, book string, count map[string]int) {
	t.Helper()
	want := map[string]int{}
	for _, line := range strings.Split(book, "|") {
		i := strings.LastIndex(line, " ")
		n, err := strconv.Atoi(line[i+1:])
		require.NoError(t, err)
		want[line[:i]] = n
	}
	assert.Equal(t, want, count)
}

// Every title has its skill.
func TestTitlesHaveTheirSkills(t *testing.T) {
	c := config(t)
	got := map[string][]string{}
	for _, g := range c.SecurityDeck {
		for _, k := range g.Skills {
			got["Guard "+k] = append(got["Guard "+k], g.Title)
		}
	}
	for _, card := range c.HeistDeck {
		letter := letters[card.Type][:1]
		if letter != "P" && letter != "Z" {
			continue
		}
		for _, k := range card.Skills {
			got[letter+" "+k] = append(got[letter+" "+k], card.Title)
		}
	}
	require.Len(t, got, len(bookTitles))
	for key, titles := range bookTitles {
		assert.ElementsMatch(t, strings.Split(titles, "|"), got[key], key)
	}
	effects := map[string]string{}
	for _, card := range c.HeistDeck {
		if card.Type == "event" && card.Effects[0].Op != "draw" {
			effects[card.Title] = card.Effects[0].Op
		}
	}
	assert.Equal(t, map[string]string{
		"Arrested": "discard_personnel", "Prior Commitment": "steal_personnel", "Cover Blown": "discard_job", "Get There First": "execute_other",
		"See it Coming": "look", "Plan B": "exchange", "Somebody Screwed Up": "discard_random",
	}, effects)
}

// No rule looks at a title: with other titles the game is the same but for names.
func TestTitlesAreFreeText_C6(t *testing.T) {
	c := config(t)
	for i := range c.HeistDeck {
		c.HeistDeck[i].Title = "Card " + strconv.Itoa(i)
	}
	other, err := heist.New(c)
	require.NoError(t, err)
	a, b := newPlayer(game(t)), newPlayer(other)
	for range 3000 {
		a.decision()
		b.decision()
		require.Equal(t, a.observation, b.observation)
		require.Equal(t, a.legal, b.legal)
	}
}

// Every fault of a file is reported, with its path.
func TestFaults(t *testing.T) {
	c := config(t)
	c.Players, c.ShortJobs, c.Die, c.History, c.MaxRounds = 7, "half", 1, "yes", 0
	c.ContactOffers, c.Deal, c.Draw, c.HandLimit, c.CrewLimit, c.LeaderLimit = -1, 21, 6, 41, 31, 11
	c.JobDeck[0].Security, c.JobDeck[1].Points, c.JobDeck[2].ID = -1, 41, c.JobDeck[3].ID
	c.SecurityDeck[0].Skills = nil
	c.SecurityDeck[1].Skills = []string{"techno", "tech", "tech"}
	c.SecurityDeck[2].Copies = 41
	c.HeistDeck[0].Effects[0].Op = "draw"
	c.HeistDeck[1].Effects[0].Amount = 0
	c.HeistDeck[2].Type = "boss"
	c.HeistDeck[3].Title = " Brains"
	c.HeistDeck[4].Title = c.HeistDeck[5].Title
	for i := range c.HeistDeck {
		switch c.HeistDeck[i].ID {
		case "seduction":
			c.HeistDeck[i].Skills = nil
		case "bankroll":
			c.HeistDeck[i].Skills = []string{"tech"}
		case "arrested":
			c.HeistDeck[i].Effects[0].Amount = 3
		case "delay":
			c.HeistDeck[i].Effects = nil
		case "plan-b":
			c.HeistDeck[i].Effects = nil
		case "see-it-coming":
			c.HeistDeck[i].Effects = make([]heist.Effect, 5)
		}
	}
	err := c.Validate()
	require.Error(t, err)
	text := err.Error()
	for _, want := range []string{
		"players: 7: want a number from 2 to 6", "short_jobs: half: want scaled or full", "die: 1: want", "history: yes: want off or on",
		"max_rounds: 0: want", "contact_offers: -1: want", "deal: 21: want", "draw: 6: want", "hand_limit: 41: want", "crew_limit: 31: want",
		"leader_limit: 11: want", "job_deck[0].security: -1: want", "job_deck[1].points: 41: want", "job_deck[3].id: coronation-egg: want an id of its own (job_deck[2] has it)",
		"security_deck[0].skills: []: want at least one skill", "security_deck[1].skills[0]: techno: want one of info, sleight",
		"security_deck[1].skills[2]: tech: want each skill once", "security_deck[2].copies: 41: want",
		"heist_deck[0].effects[0].op: draw: want an operation of the type leader: crew_limit, hand_limit",
		"heist_deck[1].effects[0].amount: 0: want a number from 1 to 20", "heist_deck[2].type: boss: want one of leader, personnel",
		`heist_deck[3].title: " Brains": want one trimmed line`, "heist_deck[5].title: Second Story Man: want a title of its own",
		"skills: []: want at least one skill for the type con", "want no skills for the type event", ".effects[0].amount: 3: want no amount",
		"delay: want skills or effects for a crisis", "effects: []: want at least one effect for the type event", "effects: 5: want at most 4 effects",
	} {
		assert.Contains(t, text, want)
	}

	for want, change := range map[string]func(*heist.Config){
		"heist_deck: 147: want at most 128 cards":                     func(c *heist.Config) { c.HeistDeck[0].Copies = 40 },
		"security_deck: 77: want at most 64 cards":                    func(c *heist.Config) { c.SecurityDeck[0].Copies = 40 },
		"job_deck: 18: want at most 16 Jobs":                          func(c *heist.Config) { c.JobDeck[0].Copies = 10 },
		"heist_deck: 108: want at least players × deal = 120 cards":   func(c *heist.Config) { c.Players, c.Deal = 6, 20 },
		"jobs: 5: want a number from 6, a Job for each player, to 9,": func(c *heist.Config) { c.Players, c.Jobs = 6, 5 },
	} {
		c := config(t)
		change(&c)
		assert.ErrorContains(t, c.Validate(), want)
		_, err := heist.New(c)
		assert.Error(t, err)
	}
}

// Every word of the vocabulary is on some card of the shipped deck, which the
// other tests play.
func TestVocabularyIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, card := range config(t).HeistDeck {
		used[card.Type] = true
		for _, e := range card.Effects {
			used[e.Op] = true
		}
	}
	for _, word := range append(heist.Operations(), heist.CardTypes()...) {
		assert.True(t, used[word], word)
	}
}
