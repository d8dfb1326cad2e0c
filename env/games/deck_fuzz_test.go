package games_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/heat"
	"ringer/env/heist"
)

// A deckReader reads a configuration with decks, whole, and builds its game.
type deckReader struct {
	kind string // of configs
	read func(sources ...configs.Source) (env.Game, error)
}

var deckReaders = []deckReader{
	{"games/heat", func(sources ...configs.Source) (env.Game, error) {
		c := heat.Defaults()
		if err := configs.ReadAll(&c, sources...); err != nil {
			return nil, err
		}
		return heat.New(c)
	}},
	{"games/heist", func(sources ...configs.Source) (env.Game, error) {
		c := heist.Defaults()
		if err := configs.ReadAll(&c, sources...); err != nil {
			return nil, err
		}
		return heist.New(c)
	}},
}

// A writtenCard is a card as a file writes it, below the key of its deck.
type writtenCard struct {
	reader *deckReader
	deck   string
	text   string
}

// writtenCards returns the cards of a shipped configuration, without comments.
func writtenCards(t testing.TB, r *deckReader, name string) []writtenCard {
	t.Helper()
	text, _, err := configs.Load(r.kind, name)
	require.NoError(t, err)
	var cards []writtenCard
	deck := ""
	for _, line := range strings.Split(string(text), "\n") {
		switch key, _, _ := strings.Cut(line, ":"); {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimSpace(line), "#"):
		case line[0] != ' ':
			deck = key
		case strings.HasPrefix(line, "  - "):
			cards = append(cards, writtenCard{r, deck, line + "\n"})
		default:
			cards[len(cards)-1].text += line + "\n"
		}
	}
	require.NotEmpty(t, cards)
	return cards
}

// deckText returns the decks of the smallest configuration with one more card.
func deckText(t testing.TB, card writtenCard) string {
	var b strings.Builder
	deck := ""
	for _, c := range append(writtenCards(t, card.reader, "mini"), writtenCard{}) {
		if c.deck != deck {
			if deck == card.deck {
				b.WriteString(card.text)
			}
			if deck = c.deck; deck != "" {
				b.WriteString(deck + ":\n")
			}
		}
		b.WriteString(c.text)
	}
	return b.String()
}

// readDeck tests that a deck is read whole: every fault has its place and says what was
// expected, and a deck without faults is a game that can be played and that is the
// same when it is written and read again.
func readDeck(t *testing.T, card writtenCard) {
	t.Helper()
	text := deckText(t, card)
	deck := configs.Text("deck.yaml", []byte(text))
	g, err := card.reader.read(configs.Shipped(card.reader.kind, "mini"), deck)
	if err != nil {
		var faults env.Faults
		require.ErrorAs(t, err, &faults, "%s", text)
		for _, f := range faults {
			var fault *env.Fault
			require.ErrorAs(t, f, &fault)
			assert.NotEmpty(t, fault.File, "%s\n%v", text, fault)
			assert.Positive(t, fault.Line, "%s\n%v", text, fault)
			assert.NotEmpty(t, fault.Want, "%s\n%v", text, fault)
		}
		return
	}
	again, err := card.reader.read(configs.JSON("again", g.Spec().Configuration))
	require.NoError(t, err, "%s", text)
	assert.Equal(t, g.Spec().Hash, again.Spec().Hash, "%s", text)

	rng := env.Stream(1, "deck")
	s := g.NewInitialState()
	observation := make([]float32, g.Spec().ObservationSize())
	for range 50 {
		if s.CurrentPlayer() == env.Terminal {
			break
		}
		p := env.Player(rng.IntN(g.Spec().Players))
		require.NotEmpty(t, s.(env.Texter).Text(p), "%s", text)
		s.Observe(p, observation)
		legal := s.LegalActions(nil)
		require.NotEmpty(t, legal, "%s", text)
		before, a := s.Clone(), legal[rng.IntN(len(legal))]
		require.NoError(t, s.Apply(a), "%s", text)
		env.Tell(before, p, a, s, nil)
		require.NoError(t, s.(env.Conserver).Conservation(), "%s", text)
	}
}

// between separates the words of a card.
func between(r rune) bool { return strings.ContainsRune(" ,{}[]:\n-", r) }

// replaceWord writes another word in place of the n-th of a text.
func replaceWord(text string, n int, other string) string {
	at := 0
	for _, w := range strings.FieldsFunc(text, between) {
		at += strings.Index(text[at:], w)
		if n == 0 {
			return text[:at] + other + text[at+len(w):]
		}
		at += len(w)
		n--
	}
	return text
}

// A deck is read when any one of its words is missing, or another one stands there.
func TestDecksThatLackAWord(t *testing.T) {
	every := 8
	if os.Getenv("RINGER_LONG") == "1" {
		every = 1
	}
	for i := range deckReaders {
		for j, card := range writtenCards(t, &deckReaders[i], "default") {
			if j%every != 0 {
				continue
			}
			for n := range strings.FieldsFunc(card.text, between) {
				for _, other := range []string{"", "[]", "-1"} {
					changed := card
					changed.text = replaceWord(card.text, n, other)
					readDeck(t, changed)
				}
			}
		}
	}
}

// An effect without an operation is a fault with its line, also where two effects are
// about the same seat, whose words refer to each other.
func TestAnEffectWithoutOperation(t *testing.T) {
	card := writtenCard{&deckReaders[0], "cards", "  - {id: x, title: X, phases: [C], copies: [[3]], effects: [{phase: C, who: chosen, amount: 1}, {phase: C, who: chosen, amount: 1}]}\n"}
	readDeck(t, card)
	_, err := card.reader.read(configs.Shipped("games/heat", "mini"), configs.Text("deck.yaml", []byte(deckText(t, card))))
	assert.ErrorContains(t, err, "deck.yaml:")
	assert.ErrorContains(t, err, ".effects[0].op: : want one of gain")
	assert.ErrorContains(t, err, ".effects[1].op: : want one of gain")
}

// FuzzDeck writes other words in place of two of a card: words of all cards, or one of the
// fuzzer's own.
func FuzzDeck(f *testing.F) {
	var cards []writtenCard
	var words []string
	known := map[string]bool{}
	for i := range deckReaders {
		for _, name := range configs.Names(deckReaders[i].kind) {
			for _, card := range writtenCards(f, &deckReaders[i], name) {
				if known[card.text] {
					continue
				}
				known[card.text] = true
				cards = append(cards, card)
				for _, w := range strings.FieldsFunc(card.text, between) {
					if !known[w] {
						known[w] = true
						words = append(words, w)
					}
				}
			}
		}
	}
	for i := range cards {
		f.Add(uint16(i), uint8(0), uint16(0), uint8(0), uint16(0), "")
	}
	f.Add(uint16(0), uint8(7), uint16(0), uint8(11), uint16(40), "[[")
	f.Fuzz(func(t *testing.T, card uint16, first uint8, one uint16, second uint8, two uint16, own string) {
		if len(own) > 200 || !utf8.ValidString(own) {
			return
		}
		word := func(i uint16) string {
			if int(i) < len(words) {
				return words[i]
			}
			return own
		}
		changed := cards[int(card)%len(cards)]
		changed.text = replaceWord(changed.text, int(first), word(one))
		changed.text = replaceWord(changed.text, int(second), word(two))
		readDeck(t, changed)
	})
}
