package expert

import (
	"context"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/env/heist"
)

// Heist plays HEIST for one configuration. Its rules, in the order of a turn:
//
//   - hire whoever there is room for, Leaders first, then those the Job needs;
//   - trade only for what brings the own Job nearer, and with a single opponent
//     never;
//   - draw cards when an Event lets you; take from whoever is nearest to a Job;
//   - put Complications on the Job of whoever is nearest, Secondary Jobs on one's
//     own when there is strength to spare;
//   - go in when crew and Cons cover the line and something is left over for the
//     Thwarter; take the other's Job when that is the better one;
//   - spend Personnel before Cons, specialists before those with two skills;
//   - a leader burns Jobs to end the game, and everyone burns a hopeless one.
type Heist struct {
	game  *heist.Game
	kinds []heist.Kind
}

// NewHeist builds the expert for a configuration of HEIST.
func NewHeist(game *heist.Game) *Heist {
	return &Heist{game: game, kinds: game.Kinds()}
}

// heistTemperature is what is as good as equal, in points.
const heistTemperature = 0.03

// Decide implements agents.Agent.
func (h *Heist) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	var c caper
	for i := range views {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := &views[i]
		if v.Game.Hash != h.game.Spec().Hash {
			return nil, fmt.Errorf("expert: built for %s, asked to play %s", h.game.Spec(), v.Game)
		}
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("expert: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		// What is read from the world is public or the seat's own, so one will do.
		world, ok := v.Resample(v.Rand).(interface{ Table() *heist.State })
		if !ok {
			return nil, fmt.Errorf("expert: %s resamples into a stranger", v.Game)
		}
		c.look(h, world.Table(), int(v.Seat))
		scores := append(c.scores[:0], make([]float64, len(v.Legal))...)
		c.rate(v.Legal, scores)
		Softmax(scores, heistTemperature, decisions[i].Probs)
		c.scores = scores
	}
	return decisions, nil
}

// rate scores each legal action in points.
func (c *caper) rate(legal []env.Action, scores []float64) {
	for i, a := range legal {
		scores[i] = c.score(a)
	}
	if c.s.Question() == heist.AskExecute {
		c.maybeBurn(legal, scores)
	}
}

// An act is what an action names.
type act struct {
	kind  int // of a card, or of Personnel in play; -1
	seat  int // as numbered at the table; -1
	skill int // -1
	word  string
}

// read translates an action of the seat.
func (c *caper) read(a env.Action) act {
	g := &c.blocks
	x := act{kind: -1, seat: -1, skill: -1}
	switch {
	case a < g.seat:
		x.kind = int(a)
	case a < g.job:
		x.seat = (c.me + int(a-g.seat)) % c.n
	case a < g.crew:
		x.seat = (c.me + int(a-g.job)) % c.n
	case a < g.skill:
		x.kind = c.people[a-g.crew]
	case a < g.generic:
		x.skill = int(a - g.skill)
	default:
		x.word = genericWords[a-g.generic]
	}
	return x
}

var genericWords = [...]string{"pass", "stop", "nothing", "accept", "decline", "execute", "give up"}

// score is what an action is worth, compared with passing or the like.
func (c *caper) score(a env.Action) float64 {
	x := c.read(a)
	switch c.s.Question() {
	case heist.AskRecruit:
		return c.recruit(x)
	case heist.AskPartner, heist.AskGive, heist.AskWant:
		return c.offer(x)
	case heist.AskAnswer:
		if x.word == "accept" {
			return c.answer()
		}
		return 0
	case heist.AskPick, heist.AskDiscard:
		return -c.keep(x.kind)
	case heist.AskExchange:
		if x.word == "stop" {
			return -c.spare()
		}
		return -c.keep(x.kind)
	case heist.AskEvent:
		if x.kind < 0 {
			return 0.05
		}
		return c.event(x.kind)
	case heist.AskPerson:
		return c.personTarget(x.kind)
	case heist.AskOwner:
		if x.seat == c.me {
			return -1
		}
		return c.threat(x.seat)
	case heist.AskSeat:
		return c.threat(x.seat)
	case heist.AskJob:
		return c.jobTarget(x.seat)
	case heist.AskAttach:
		if x.kind < 0 {
			return 0.05
		}
		return c.attachWorth(x.kind)
	case heist.AskPlace:
		return c.place(c.s.Playing(), x.seat)
	case heist.AskExecute:
		return c.execute(x)
	case heist.AskObstacle:
		return c.tool(x)
	case heist.AskUnspend:
		return -float64(c.lackWith(x.kind, c.s.Executed()))
	case heist.AskCrisis:
		if x.kind < 0 {
			return 0
		}
		return c.crisis(x.kind)
	}
	return 0
}

// recruit prefers Leaders, then whoever brings the Job nearer.
func (c *caper) recruit(x act) float64 {
	if x.kind < 0 {
		return 0
	}
	k := &c.h.kinds[x.kind]
	worth := 0.2 + 0.1*float64(bitCount(k.Skills))
	if k.Type == "leader" {
		worth += 3
	}
	if c.s.HasJob(c.me) {
		worth += 1.5 * float64(c.lack(c.me)-c.lackWith(x.kind, c.me))
	}
	for _, e := range k.Effects {
		if e.Op == "hand_limit" && c.s.CrewSize(c.me) > c.s.CrewLimit(c.me)-3 {
			worth -= 0.5 // no room for people who cannot do anything
		}
	}
	return worth
}

// event is what an Event is worth now.
func (c *caper) event(kind int) float64 {
	worth := 0.
	for _, e := range c.h.kinds[kind].Effects {
		switch e.Op {
		case "draw":
			worth += 0.5 * float64(e.Amount)
			if c.s.HandSize(c.me) >= c.s.HandLimit(c.me) {
				worth -= 0.3 * float64(e.Amount)
			}
		case "steal_personnel":
			worth += 2
		case "discard_personnel":
			worth += 0.4 + 0.15*c.threat(c.leader())
		case "discard_job":
			worth += c.bestJobTarget(false)
		case "execute_other":
			worth += c.bestJobTarget(true)
		case "look":
			worth += 0.2
		case "exchange":
			worth += 0.3 * float64(c.junk())
		case "discard_random":
			worth += 0.3*float64(min(e.Amount, c.s.HandSize(c.leader()))) + 0.05*c.threat(c.leader())
		}
	}
	return worth
}

// personTarget is what it is worth to discard, or steal, Personnel in play.
func (c *caper) personTarget(kind int) float64 {
	k := &c.h.kinds[kind]
	worth := 0.2 * float64(bitCount(k.Skills))
	if k.Type == "leader" {
		worth += 0.4
	}
	owner := c.ownerOf(kind)
	if owner == c.me {
		return -1 - worth
	}
	steals := false
	for _, e := range c.h.kinds[c.s.Playing()].Effects {
		steals = steals || e.Op == "steal_personnel"
	}
	if steals && c.s.HasJob(c.me) {
		worth += float64(c.lack(c.me) - c.lackWith(kind, c.me))
	}
	return worth + 0.1*c.threat(owner)
}

// jobTarget is what it is worth to discard a Job, or to be allowed to execute it.
func (c *caper) jobTarget(seat int) float64 {
	for _, e := range c.h.kinds[c.s.Playing()].Effects {
		if e.Op == "execute_other" {
			return c.raid(seat)
		}
	}
	return c.sabotage(seat)
}

func (c *caper) bestJobTarget(execute bool) float64 {
	best := -1.
	for seat := range c.n {
		switch {
		case !c.s.HasJob(seat):
		case !execute:
			best = max(best, c.sabotage(seat))
		case seat != c.me:
			best = max(best, c.raid(seat))
		}
	}
	return best
}

// sabotage is what it is worth to discard a Job.
func (c *caper) sabotage(seat int) float64 {
	end := c.ends()
	if end && c.ahead(0) {
		return 100 // the game is over, and won
	}
	if end && !c.ahead(0) {
		return -100
	}
	if seat == c.me {
		return -1
	}
	return c.threat(seat) - 4
}

// raid is what it is worth to be allowed to execute an opponent's Job.
func (c *caper) raid(seat int) float64 {
	if c.ends() && c.ahead(0) {
		return 90 // the game is over, and won
	}
	if !c.ready(seat) || c.ends() && !c.ahead(c.s.Value(seat)) {
		return -1
	}
	worth := 0.6*float64(c.s.Value(seat)) + 0.2*c.threat(seat)
	if c.s.HasJob(c.me) && c.ready(c.me) {
		worth -= 0.5 * float64(c.s.Value(c.me))
	}
	return worth
}

// attachWorth is what a Complication or Secondary Job is worth on its best Job.
func (c *caper) attachWorth(kind int) float64 {
	best := -1.
	for seat := range c.n {
		if c.s.HasJob(seat) {
			best = max(best, c.place(kind, seat))
		}
	}
	return best
}

// place is what it is worth to attach a card to the Job of a seat.
func (c *caper) place(kind, seat int) float64 {
	k := &c.h.kinds[kind]
	security, points := 0, 0
	for _, e := range k.Effects {
		switch e.Op {
		case "add_security":
			security += e.Amount
		case "add_points":
			points += e.Amount
		}
	}
	if k.Type == "secondary" {
		if seat != c.me || c.lack(c.me) > 0 || c.slack(c.me) < security+2 {
			return -0.5 * float64(points)
		}
		return 0.5 * float64(points)
	}
	if seat == c.me {
		return -1
	}
	worth := 0.1 + 0.1*c.threat(seat)
	if !c.crewHas(seat, k.Skills) {
		worth += 0.5
	}
	return worth
}

// crisis is what it is worth to play a Crisis as the Thwarter.
func (c *caper) crisis(kind int) float64 {
	k := &c.h.kinds[kind]
	if k.Skills == 0 {
		return 0.5
	}
	able := 0
	for _, person := range c.s.Unspent(c.list[:0]) {
		if c.h.kinds[person].Skills&k.Skills != 0 {
			able++
		}
	}
	return 1.2 - 0.4*float64(able)
}
