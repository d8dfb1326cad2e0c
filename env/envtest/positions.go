package envtest

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
)

// MutatePosition returns the text of a position, changed in some places: words and numbers
// become others, entries are dropped, doubled or put elsewhere. text is JSON, which is YAML
// too; each word may become one of words, or another word of the text.
func MutatePosition(text string, words []string, rng env.Rand) string {
	for n := rng.IntN(4); n >= 0; n -= 2 {
		scalars := spans(text)
		if len(scalars) == 0 {
			return text
		}
		at := scalars[rng.IntN(len(scalars))]
		for try := 0; try < 3 && strings.HasPrefix(text[at[1]:], ":"); try++ { // the name of a field, seldom
			at = scalars[rng.IntN(len(scalars))]
		}
		number := text[at[0]] != '"'
		switch k := rng.IntN(16); {
		case k == 0: // another sort of thing
			text = text[:at[0]] + oddNumbers[rng.IntN(len(oddNumbers))] + text[at[1]:]
		case k < 3: // an entry is dropped or doubled
			begin, end := entryAround(text, at[0])
			if begin < 0 {
				continue
			}
			if k == 1 {
				text = strings.NewReplacer(",,", ",", "[,", "[", "{,", "{", ",]", "]", ",}", "}").Replace(text[:begin] + text[end:])
			} else {
				text = text[:end] + "," + text[begin:]
			}
		case k < 6: // one of the text's own
			from := scalars[rng.IntN(len(scalars))]
			if (text[from[0]] != '"') == number {
				text = text[:at[0]] + text[from[0]:from[1]] + text[at[1]:]
			}
		case number:
			text = text[:at[0]] + strconv.Itoa(rng.IntN(13)) + text[at[1]:]
		default:
			text = text[:at[0]] + strconv.Quote(words[rng.IntN(len(words))]) + text[at[1]:]
		}
	}
	return text
}

// oddNumbers are on both sides of what small integers, bytes, and tables hold.
var oddNumbers = []string{
	"-1", "0", "1", "2", "3", "4", "5", "6", "7", "8", "12", "13", "60", "61", "127", "128", "255", "256", "257", "300", "65536",
	"2147483648", "9223372036854775807", "-9223372036854775808", "0.5", "5.5", "12.5", "1e300", "null", "true", "[]", "{}", "[7, 1]", `""`,
}

// spans returns where the words and numbers of a text of JSON begin and end.
func spans(text string) (list [][2]int) {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			j := i + 1
			for j < len(text) && text[j] != '"' {
				j++
			}
			j = min(j+1, len(text))
			list = append(list, [2]int{i, j})
			i = j
		case c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
			j := i
			for j < len(text) && !strings.ContainsRune(`,:[]{}" `, rune(text[j])) {
				j++
			}
			list = append(list, [2]int{i, j})
			i = j
		default:
			i++
		}
	}
	return list
}

// entryAround returns where the smallest list or mapping around a place begins and ends;
// -1 where there is none.
func entryAround(text string, at int) (begin, end int) {
	depth := 0
	for begin = at - 1; begin >= 0; begin-- {
		switch text[begin] {
		case ']', '}':
			depth++
		case '[', '{':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	if begin <= 0 {
		return -1, -1
	}
	depth = 0
	for end = begin; end < len(text); end++ {
		switch text[end] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		if depth == 0 {
			return begin, end + 1
		}
	}
	return -1, -1
}

// PlayPosition plays a game that begins at a position by random actions, at most this many,
// and looks at it from every seat. It returns the first law that is broken: every question
// has an answer, nothing is lost or made, and what is asked of a state is answered.
func PlayPosition(g env.Game, rng env.Rand, actions int) error {
	spec := g.Spec()
	observation, returns := make([]float32, spec.ObservationSize()), make([]float64, spec.Players)
	s := g.NewInitialState()
	for n := 0; ; n++ {
		if c, ok := s.(env.Conserver); ok {
			if err := c.Conservation(); err != nil {
				return fmt.Errorf("after %d actions: %w", n, err)
			}
		}
		if n%8 == 0 {
			for p := range env.Player(spec.Players) {
				s.Observe(p, observation)
				if t, ok := s.(env.Texter); ok {
					_ = t.Text(p)
				}
				if r, ok := s.(env.Resampler); ok {
					r.ResampleFromInfoState(p, rng)
				}
			}
		}
		if s.CurrentPlayer() == env.Terminal {
			s.Returns(returns)
			return nil
		}
		if n == actions {
			return nil
		}
		legal := s.LegalActions(nil)
		if len(legal) == 0 {
			return fmt.Errorf("after %d actions %s has none", n, s.CurrentPlayer())
		}
		a := legal[rng.IntN(len(legal))]
		if c, ok := s.(env.Chancer); ok && s.CurrentPlayer() == env.Chance {
			a = env.SampleOutcome(c.ChanceOutcomes(nil), rng)
		}
		if err := s.Apply(a); err != nil {
			return fmt.Errorf("after %d actions: %w", n, err)
		}
	}
}
