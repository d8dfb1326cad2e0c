package envtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ringer/env"
)

// A told is a decision as the checker met it first: its text, and the way there.
type told struct {
	text string
	way  string
}

// A sight is all that a network learns of a decision.
type sight struct {
	seat  env.Player
	shown uint64 // digest of the observation and of the legal actions
}

// Texts stop being remembered at this many bytes, to bound memory.
const maxTold = 32 << 20

// An exception is a compiled env.TextException.
type exception struct {
	env.TextException
	pattern *regexp.Regexp
	words   *strings.Replacer // does what the pattern does, where that is a list of words; else nil
	applied int
}

// cut returns a text without what the exception matches.
func (e *exception) cut(text string) string {
	if e.words != nil {
		return e.words.Replace(text)
	}
	return e.pattern.ReplaceAllString(text, "")
}

// cutting returns a replacer that cuts the words of a pattern which only lists words, and
// nil for any other pattern. With many words it is much faster than the pattern.
func cutting(pattern string) *strings.Replacer {
	var pairs []string
	for quoted := range strings.SplitSeq(pattern, "|") {
		word := strings.ReplaceAll(quoted, `\`, "")
		if regexp.QuoteMeta(word) != quoted || word == "" {
			return nil
		}
		pairs = append(pairs, word, "")
	}
	return strings.NewReplacer(pairs...)
}

// readExceptions compiles the exceptions of the game.
func (c *checker) readExceptions() {
	if g, ok := c.game.(env.TextExcepter); ok {
		c.exceptions = c.compile(g.TextExceptions())
	}
	if g, ok := c.game.(env.Forgetter); ok {
		c.forgotten = c.compile(g.Forgotten())
	}
}

func (c *checker) compile(list []env.TextException) (out []exception) {
	for _, e := range list {
		pattern, err := regexp.Compile("(?m)" + e.Pattern)
		if err != nil || e.Reason == "" {
			c.broke(lawSpec, "the text exception %q needs a pattern that compiles and a reason: %v", e.Pattern, err)
			continue
		}
		out = append(out, exception{e, pattern, cutting(e.Pattern), 0})
	}
	return out
}

// inspectSibling compares the text of the seat to act with the text of every decision so
// far that looked the same to it. observation and text belong to the seat.
func (c *checker) inspectSibling(s env.State, p env.Player, observation []float32, legal []env.Action, text string, tail []env.Action) {
	if _, ok := s.(env.Texter); !ok {
		return
	}
	c.tested(lawSiblings)
	for i := range c.exceptions {
		e := &c.exceptions[i]
		if left := e.cut(text); left != text {
			e.applied++
			text = left
		}
	}
	key := sight{p, digest(observation, legal, "")}
	before, known := c.told[key]
	switch {
	case !known && c.toldBytes < maxTold:
		way := fmt.Sprintf("%s %d after %d actions", c.kindOfGame(), c.index, len(c.history))
		if len(tail) > 0 {
			way += fmt.Sprintf(" and %v", tail)
		}
		c.told[key] = told{text, way}
		c.toldBytes += len(text) + len(way) + 64
	case known && before.text != text:
		one, other := firstLineThatDiffers(before.text, text)
		c.broke(lawSiblings, "%s is shown the same in two situations that read differently: %q in %s, %q after %d actions and %v",
			p, one, before.way, other, len(c.history), tail)
	}
}

// firstLineThatDiffers returns the first line in which two texts differ, from both.
func firstLineThatDiffers(a, b string) (string, string) {
	one, other := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(one), len(other)) {
		switch {
		case i >= len(one):
			return "", other[i]
		case i >= len(other):
			return one[i], ""
		case one[i] != other[i]:
			return one[i], other[i]
		}
	}
	return "", ""
}

const (
	siblingsTried = 8  // actions that are tried at one state
	siblingSteps  = 24 // actions that every sibling is played on
)

// probeSiblings tries several actions at one state, and plays each child on with
// the choices and outcomes of the others, as far as they are legal there. Every
// decision on the way is compared with all others.
func (c *checker) probeSiblings(s env.State, rng env.Rand) {
	if _, ok := s.(env.Texter); !ok {
		return
	}
	legal := slices.Clone(s.LegalActions(nil))
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	if len(legal) < 2 {
		return
	}
	var quantiles [siblingSteps]float64
	for i := range quantiles {
		quantiles[i] = rng.Float64()
	}
	usual := map[env.Player][]env.Action{} // actions of each actor in the first child
	for _, a := range legal[:min(len(legal), siblingsTried)] {
		child := s.Clone()
		if child.Apply(a) != nil {
			return
		}
		c.playSibling(child, []env.Action{a}, usual, quantiles[:])
	}
}

// playSibling plays on until every seat has been asked, within bounds, and
// compares every decision. usual are the actions of earlier siblings by actor,
// which it repeats where they are legal and extends.
func (c *checker) playSibling(s env.State, tail []env.Action, usual map[env.Player][]env.Action, quantiles []float64) {
	asked := map[env.Player]int{}
	seats := 0
	for _, u := range quantiles {
		p := s.CurrentPlayer()
		if p == env.Terminal {
			return
		}
		legal := c.legal(s, p)
		if p >= 0 {
			s.Observe(p, c.first)
			c.inspectSibling(s, p, c.first, legal, textOf(s, p), tail)
			if asked[p] == 0 {
				seats++
			}
			if seats == c.spec.Players {
				return
			}
		}
		k := asked[p]
		asked[p]++
		a := legal[int(u*float64(len(legal)))]
		switch {
		case k >= len(usual[p]):
			usual[p] = append(usual[p], a)
		case slices.Contains(legal, usual[p][k]):
			a = usual[p][k]
		}
		if s.Apply(a) != nil {
			return
		}
		tail = append(tail, a)
	}
}

// concludeSiblings names the exceptions of the game.
func (c *checker) concludeSiblings() {
	if c.verdicts[lawSiblings].tested == 0 {
		c.note(lawSiblings, "states give no texts")
		return
	}
	c.noteExceptions(lawSiblings, c.exceptions)
}

// noteExceptions names the exceptions of a game to a law.
func (c *checker) noteExceptions(law string, exceptions []exception) {
	if len(exceptions) == 0 {
		return
	}
	var all []string
	for _, e := range exceptions {
		text := fmt.Sprintf("except `%s`: %s", e.Pattern, e.Reason)
		if e.applied == 0 {
			text += " (never met)"
		}
		all = append(all, text)
	}
	c.note(law, fmt.Sprintf("%d tests, %s", c.verdicts[law].tested, strings.Join(all, "; ")))
}
