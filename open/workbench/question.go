package workbench

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env/things"
	"ringer/open/reporting"
	"ringer/play/opponents"
)

// Kind names what a question asks.
type Kind string

// Kinds of questions.
const (
	AboutThing Kind = "thing"   // is a card or other thing too weak, or too strong?
	AllThings  Kind = "things"  // which are?
	Seats      Kind = "seats"   // does a seat win more than its share?
	BySkill    Kind = "skill"   // which are worth something else among beginners?
	Length     Kind = "length"  // how long is a game, for beginners and for others?
	Effect     Kind = "effect"  // what do the changes of a variant do?
	Shorter    Kind = "shorter" // which change makes games shorter?
	Even       Kind = "even"    // which change makes seats even?
)

// kind says of a kind of questions how people read it, and which panels of a report answer it.
type kind struct {
	ID    Kind   `json:"id"`
	Words string `json:"words"`
	Needs string `json:"needs,omitempty"` // thing, variant (one that changes something) or most
	Note  string `json:"note"`
	only  []string
	show  []string // beginnings of the names of pictures, the first first
}

func kinds() []kind {
	return []kind{
		{AboutThing, "Is this card too weak, or too strong?", "thing", "Some seats get it in place of another, and both ways are played on with the same dice.", []string{"what-if"}, []string{"what-if-worth"}},
		{AllThings, "Which cards are too weak, or too strong?", "", "The same for all of them: forks go where the ranking is unclear. Give it some minutes.", []string{"things"}, []string{"things-had", "things-played"}},
		{BySkill, "Which cards are strong among beginners only?", "", "The same with the weakest level in every seat, and with the strongest. Give it some minutes.", []string{"levels"}, []string{"levels"}},
		{Seats, "Does a seat win more than its share?", "", "The same agent sits in every seat: one after the other of every level that knows these rules, and who plays.", []string{"seats"}, []string{"seats-"}},
		{Length, "How long is a game?", "", "For beginners and for all stronger levels that know these rules.", []string{"length"}, []string{"length-by-level"}},
		{Effect, "What do these changes do?", "variant", "The rules as they are and the variant are played on the same deals.", []string{"what-if"}, []string{"what-if-changes", "what-if-worth"}},
		{Shorter, "Which change makes games shorter?", "most", "Many changes of one rule are tried; the best are measured again on fresh deals.", nil, []string{"search"}},
		{Even, "Which change makes the seats even?", "", "Likewise: every seat is to lie within 5 points of an equal share.", nil, []string{"search"}},
	}
}

// searches reports whether a question is answered by a search over rules.
func (k *kind) searches() bool { return len(k.only) == 0 }

// Agents say who plays.
const (
	Reads  = "reads"  // the best agent that plays changed rules without training
	Learns = "learns" // the bot that ships, and trainings of it on the rules
	Begins = "begins" // the weakest level that ships for the rules
)

// Bounds of the time of an answer, in seconds.
const (
	leastSeconds = 5
	mostSeconds  = 4 * 3600
	leastGames   = 20
	mostGames    = 1_000_000
	mostSeed     = 1<<53 - 1
	mostLength   = 1_000_000
)

// Question asks something about a variant.
type Question struct {
	Variant int     `json:"variant"`
	Kind    Kind    `json:"kind"`
	Thing   string  `json:"thing,omitempty"`   // the id of a card or other thing
	Most    float64 `json:"most,omitempty"`    // decisions of a game of all seats, on average
	Seconds float64 `json:"seconds,omitempty"` // that the answer may take
	Games   int     `json:"games,omitempty"`   // instead of Seconds: as --games of ringer report, or of ringer tune; the answer is then the same on every machine
	Agents  string  `json:"agents,omitempty"`  // Reads, Learns, Begins; empty: Reads
	Seed    uint64  `json:"seed,omitempty"`    // 0: 1
}

// check returns the faults of a question about a variant, and fills in what it leaves open.
func (b *Bench) check(q *Question, v *Variant) (*kind, error) {
	var faults Faults
	fault := func(field, format string, args ...any) {
		faults = append(faults, Fault{field, fmt.Sprintf(format, args...)})
	}
	all := kinds()
	i := slices.IndexFunc(all, func(k kind) bool { return k.ID == q.Kind })
	if i < 0 {
		var names []string
		for _, k := range all {
			names = append(names, string(k.ID))
		}
		fault("kind", "%q: want one of %s", clip(string(q.Kind)), strings.Join(names, ", "))
		return nil, faults
	}
	k := &all[i]
	if v == nil {
		fault("variant", "%d: there is no such variant", q.Variant)
	}
	switch {
	case q.Games != 0 && q.Seconds != 0:
		fault("games", "%d: want seconds or games, not both", q.Games)
	case q.Games != 0 && (q.Games < leastGames || q.Games > mostGames):
		fault("games", "%d: want a number from %d to %d", q.Games, leastGames, mostGames)
	case q.Games == 0 && !(q.Seconds >= leastSeconds && q.Seconds <= mostSeconds):
		fault("seconds", "%g: want a number from %d to %d", q.Seconds, leastSeconds, mostSeconds)
	}
	switch q.Agents {
	case "":
		q.Agents = Reads
	case Reads, Learns:
	case Begins:
		if v != nil {
			if _, err := b.Trainer.Opener.Agent(v.game, opponents.Beginner); err != nil {
				fault("agents", "no beginner ships for these rules")
			}
		}
		if k.searches() || k.ID == BySkill {
			fault("agents", "want %s or %s for this question", Reads, Learns)
		}
	default:
		fault("agents", "%q: want %s, %s or %s", clip(q.Agents), Reads, Learns, Begins)
	}
	if q.Seed == 0 {
		q.Seed = 1
	}
	if q.Seed > mostSeed {
		fault("seed", "%d: want a whole number from 1 to %d", q.Seed, uint64(mostSeed))
	}
	switch {
	case k.Needs != "thing":
		q.Thing = ""
	case !slices.ContainsFunc(b.things, func(t things.Thing) bool { return t.ID == q.Thing }):
		fault("thing", "%q: want a card or other thing of the game", clip(q.Thing))
	}
	switch {
	case k.Needs != "most":
		q.Most = 0
	case !(q.Most >= 1 && q.Most <= mostLength):
		fault("most", "%g: want a number of decisions from 1 to %d", q.Most, mostLength)
	}
	if k.Needs == "variant" && v != nil && len(v.Changes) == 0 {
		fault("variant", "it changes nothing: want a variant with changes")
	}
	if slices.Contains([]Kind{AllThings, BySkill}, k.ID) && len(b.things) == 0 {
		fault("kind", "%s has no cards or other things", b.Game.Spec().Name)
	}
	if k.Needs == "variant" && v != nil && v.game.Spec().Players != b.Game.Spec().Players {
		fault("variant", "it has %d seats, and the rules as they are have %d: ask about its seats or its length", v.game.Spec().Players, b.Game.Spec().Players)
	}
	return k, faults.as()
}

// clip shortens a text of a stranger for a fault.
func clip(text string) string { return clipTo(text, mostName) }

// clipTo shortens a text after some letters.
func clipTo(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// report returns the report that answers a question about a variant in a folder.
func (b *Bench) report(a *Answer, k *kind, v *Variant, dir string) reporting.Config {
	q := &a.Question
	c := reporting.Defaults()
	c.Game, c.Dir, c.Trainer, c.Workers, c.Build, c.Command = v.game, dir, b.Trainer, b.Workers, b.Build, b.Program+" report"
	c.Only, c.Minutes, c.Seed, c.About = k.only, q.Seconds/60, q.Seed, q.Thing
	if q.Games > 0 {
		c.Games, c.Minutes = q.Games, 0
	}
	if q.Kind == Effect {
		var items []string
		for i := range v.Changes {
			items = append(items, v.Changes[i].String())
		}
		c.Game, c.Changes = b.Game, []string{joined(items)}
	}
	switch q.Agents {
	case Reads:
		c.Agents = []string{reporting.UsualAgent(b.Trainer.Opener, v.game)}
	case Begins:
		c.Agents = []string{opponents.Beginner}
	}
	return c
}

// search returns the search that answers a question about a variant in a folder.
func (b *Bench) search(a *Answer, v *Variant, dir string) reporting.Tune {
	q := &a.Question
	t := reporting.TuneDefaults()
	t.Game, t.Dir, t.Trainer, t.Workers, t.Build, t.Command = v.game, dir, b.Trainer, b.Workers, b.Build, b.Program+" tune"
	t.Seed = q.Seed
	t.Target = []string{"seats.top.seat.*.over_equal=-0.05..0.05"}
	if q.Kind == Shorter {
		t.Target = []string{fmt.Sprintf("length.decisions=..%g", q.Most)}
	}
	if q.Games > 0 {
		t.Games = q.Games
	}
	if f := a.Fit; f != nil {
		t.Knobs, t.Games, t.Rounds, t.Finals, t.Steps, t.Agent = f.Knobs, f.Games, f.Rounds, f.Finals, f.Steps, f.Agent
	}
	return t
}
