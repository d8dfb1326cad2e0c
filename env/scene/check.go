package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"ringer/env"
)

// HiddenID returns the id of a thing that lies face down: its place in its zone, which
// tells nothing of the thing.
func HiddenID(zone string, place int) string { return fmt.Sprintf("%s/%d", zone, place) }

// notWords finds Go values that were printed where people read.
var notWords = regexp.MustCompile(`%!|<nil>|map\[|&\{|0x[0-9a-f]{6}|\{[A-Z][A-Za-z]*:|\[\]uint8|NaN|[+-]Inf`)

// Check tests the form of a scene, and returns all its faults. The scene shows what seat p
// sees of state s; rules come from its builder.
func Check(sc *Scene, rules *Rules, s env.State, p env.Player) error {
	c := checker{known: map[string]bool{}, entries: map[string]bool{}}
	if sc.Viewer != p {
		c.addf("viewer is %d, not %d", sc.Viewer, p)
	}
	for i, seat := range sc.Seats {
		if int(seat.Seat) != i {
			c.addf("seats[%d] is seat %d", i, seat.Seat)
		}
		c.meters(fmt.Sprintf("seats[%d]", i), seat.Meters)
	}
	c.meters("clock", sc.Clock)
	for _, e := range slices.Concat(rules.Entries, rules.Signs) {
		if c.entries[e.ID] {
			c.addf("entry %q twice in the rules", e.ID)
		}
		c.entries[e.ID] = true
		if e.ID == "" || e.Name == "" {
			c.addf("entry %+q without an id or a name", e)
		}
	}
	c.zones(sc)
	c.ask(sc, s, p)
	text, err := json.Marshal(sc)
	if err != nil {
		c.addf("%v", err)
	}
	if found := notWords.Find(text); found != nil {
		c.addf("Go values among the words: %q", found)
	}
	return errors.Join(c.faults...)
}

type checker struct {
	known   map[string]bool // ids of things
	entries map[string]bool // ids of entries
	faults  []error
}

func (c *checker) addf(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf(format, args...))
}

func (c *checker) meters(where string, meters []Meter) {
	seen := map[string]bool{}
	for _, m := range meters {
		if m.ID == "" || m.Name == "" || seen[m.ID] {
			c.addf("%s: meter %q (%q) needs a name and an id of its own", where, m.ID, m.Name)
		}
		seen[m.ID] = true
	}
}

func (c *checker) seat(where string, seat *env.Player, seats int) {
	if seat != nil && (*seat < 0 || int(*seat) >= seats) {
		c.addf("%s: no seat %d", where, *seat)
	}
}

// zones tests zones, things and the map.
func (c *checker) zones(sc *Scene) {
	zones := map[string]bool{}
	for _, z := range sc.Zones {
		if z.ID == "" || z.Title == "" || zones[z.ID] {
			c.addf("zone %q (%q) needs a title and an id of its own", z.ID, z.Title)
		}
		zones[z.ID] = true
		c.seat("zone "+z.ID, z.Seat, len(sc.Seats))
		c.meters("zone "+z.ID, z.Meters)
		for i, t := range z.Things {
			if t.ID == "" || t.Name == "" || c.known[t.ID] {
				c.addf("thing %q (%q) needs a name and an id of its own", t.ID, t.Name)
			}
			c.known[t.ID] = true
			c.meters("thing "+t.ID, t.Meters)
			if t.Of != "" && !c.entries[t.Of] {
				c.addf("thing %q: the rules have no entry %q", t.ID, t.Of)
			}
			if t.Face == FaceDown && t.ID != HiddenID(z.ID, i) {
				c.addf("thing %q lies face down: its id must be %q", t.ID, HiddenID(z.ID, i))
			}
			for _, icon := range t.Icons {
				if icon.ID == "" || icon.Words == "" {
					c.addf("thing %q: an icon without a name or words", t.ID)
				}
			}
		}
	}
	for _, z := range sc.Zones {
		if z.In != "" && (z.In == z.ID || !zones[z.In]) {
			c.addf("zone %q lies in %q, which is not there", z.ID, z.In)
		}
		for _, t := range z.Things {
			if t.Under != "" && (t.Under == t.ID || !c.known[t.Under]) {
				c.addf("thing %q is under %q, which is not there", t.ID, t.Under)
			}
		}
	}
	if sc.Map == nil {
		return
	}
	for _, b := range sc.Map.Bases {
		if !c.known[b.Thing] {
			c.addf("a base of %q, which is not there", b.Thing)
		}
		c.seat("base of "+b.Thing, b.Seat, len(sc.Seats))
	}
	for _, x := range sc.Map.Shapes {
		c.seat("shape "+x.ID, x.Seat, len(sc.Seats))
	}
}

// ask tests the question: every legal action once, ascending, with words.
func (c *checker) ask(sc *Scene, s env.State, p env.Player) {
	if p < 0 || s.CurrentPlayer() != p {
		if sc.Ask != nil {
			c.addf("a question to seat %d, which has nothing to decide", p)
		}
		return
	}
	if sc.Ask == nil {
		c.addf("no question to seat %d", p)
		return
	}
	if sc.Ask.Text == "" {
		c.addf("a question without words")
	}
	actions := make([]env.Action, len(sc.Ask.Choices))
	labels := map[string]env.Action{}
	for i, choice := range sc.Ask.Choices {
		actions[i] = choice.Action
		if choice.Name != s.ActionString(choice.Action) || choice.Label == "" {
			c.addf("choice %d: name %q, label %q", choice.Action, choice.Name, choice.Label)
		}
		if other, twice := labels[choice.Label]; twice {
			c.addf("choices %d and %d have one label, %q", other, choice.Action, choice.Label)
		}
		labels[choice.Label] = choice.Action
		c.seat("choice "+choice.Name, choice.Seat, len(sc.Seats))
		for _, id := range choice.Things {
			if !c.known[id] {
				c.addf("choice %q names thing %q, which is not there", choice.Label, id)
			}
		}
	}
	if legal := s.LegalActions(nil); !slices.Equal(actions, legal) {
		c.addf("choices %v, legal actions %v", actions, legal)
	}
}
