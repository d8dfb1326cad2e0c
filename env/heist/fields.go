package heist

import "ringer/env"

// The vocabularies of fields that count roles of cards, those of Personnel, and
// kinds of Jobs.
const (
	roleVocabulary   = "role"
	talentVocabulary = "talent"
	jobVocabulary    = "job"
)

// The field "decision" has a place for each node that asks a seat, then these.
const (
	decisionChance = int(decisions) + iota
	decisionOver
	decisionWidth
)

// layout is where each field of the observation begins.
type layout struct {
	decision, actor, turn, start, progress, decks           int
	points, held, handLimit, working, crewLimit, lying      int
	job, jobsUnseen, value, line, short, need, upcoming     int
	hand, exposed, unseen, elsewhere, old, known, discards  int
	crew, spent, crewSkills, cons, recruits                 int
	lacks, covered, leftOver, tight, bare, crewTight        int
	helps, keeps, standing                                  int
	security, asking, rival, owner, thwarter, pending       int
	offers, partner, given, wanted, wantedSkill, forNothing int
}

const (
	pointScale = 15
	cardScale  = 11
	lineScale  = 15
	skillScale = 4
)

// fields lists the observation and fills in the layout. Seats are counted from
// the observer: row 0 is its own, row 1 its left neighbour's, and so on.
func (g *Game) fields() []env.Field {
	n, l, d := g.players, &g.layout, g.deck
	copies := 1
	for i := range d.roles {
		copies = max(copies, d.roles[i].cards.count())
	}
	var fields []env.Field
	at := 0
	add := func(place *int, high float32, name, doc string, shape ...int) {
		f := env.Field{Name: name, Shape: shape, Max: high, Doc: doc}
		*place = at
		at += f.Size()
		fields = append(fields, f)
	}
	count := func(place *int, vocabulary string, size int, high float32, name, doc string, rows ...int) {
		if size == 0 {
			return
		}
		add(place, high, name, doc, append(rows, size)...)
		fields[len(fields)-1].Vocab = vocabulary
	}
	cards := func(place *int, name, doc string, rows ...int) {
		count(place, roleVocabulary, len(d.roles), float32(copies), name, doc, rows...)
	}
	most, longest := float32(d.size), float32(d.longestLine())
	add(&l.decision, 1, "decision", "one-hot: recruit, partner, give, want, answer, pick, event, person, owner, seat, job, exchange, attach, place, execute, obstacle, unspend, crisis, discard; chance; over", decisionWidth)
	add(&l.actor, 1, "actor", "one-hot: who decides", n)
	add(&l.turn, 1, "turn", "one-hot: whose turn it is", n)
	add(&l.start, 1, "start", "one-hot: who began", n)
	add(&l.progress, 1, "progress", "share of the rounds played; share of the Jobs drawn, and gone", 3)
	add(&l.decks, 1, "decks", "shares of all cards: Heist deck, its discards, Security deck, its discards", 4)
	add(&l.points, 40, "points", "points / 15", n)
	add(&l.held, most/cardScale, "hand_size", "cards in hand / 11", n)
	add(&l.handLimit, 40, "hand_limit", "/ 11", n)
	add(&l.working, most/cardScale, "crew_size", "Personnel in play / 11", n)
	add(&l.crewLimit, 40, "crew_limit", "/ 11", n)
	add(&l.lying, 20, "lying_low", "turns of lying low that are left / 6", n)
	count(&l.job, jobVocabulary, len(d.jobs), 1, "job", "the Job in play of each seat", n)
	count(&l.jobsUnseen, jobVocabulary, len(d.jobs), maxJobs, "jobs_unseen", "Jobs that were never drawn, those removed from the game included")
	add(&l.value, 40, "value", "what the Job in play is worth / 15, Secondary Jobs included", n)
	add(&l.line, longest/lineScale, "line", "cards of the Job still to be overcome / 15", n)
	add(&l.short, longest/lineScale, "short", "Security cards that were missing / 15", n)
	add(&l.need, longest/skillScale, "need", "cards still to be overcome that each skill can overcome / 4: info, sleight, acrobat, engineering, tech, confidence", n, skills)
	add(&l.upcoming, 1, "next", "skills that overcome the next card of the line being faced", skills)
	cards(&l.hand, "hand", "own hand")
	cards(&l.exposed, "exposed", "own cards that another seat knows of: looked at, offered, or traded")
	cards(&l.unseen, "unseen", "cards that this seat has not seen: in the deck or in other hands")
	cards(&l.elsewhere, "elsewhere", "those of them that must be in other hands, because the deck was made without them")
	add(&l.old, most/cardScale, "old_cards", "how many such cards each other seat holds / 11", n-1)
	cards(&l.known, "known", "cards that this seat knows to be in each other hand: looked at, offered, traded, or left over when the deck was made", n-1)
	cards(&l.discards, "discards", "discards of the Heist deck")
	count(&l.crew, talentVocabulary, len(d.talents), float32(copies), "crew", "Personnel in play", n)
	count(&l.spent, talentVocabulary, len(d.talents), float32(copies), "spent", "spent Personnel of the executor")
	add(&l.crewSkills, most/skillScale, "crew_skills", "unspent Personnel with each skill / 4", n, skills)
	add(&l.cons, most/skillScale, "cons", "own Cons with each skill / 4", skills)
	add(&l.recruits, most/skillScale, "recruits", "Personnel in the own hand with each skill / 4", skills)
	add(&l.lacks, longest/skillScale, "lacking", "cards of each Job that the own crew and Cons could not overcome / 4", n)
	add(&l.covered, 1, "covered", "1 for a Job of which nothing is lacking", n)
	add(&l.leftOver, most/skillScale, "left_over", "own crew and Cons that are more than each Job has cards / 4", n)
	add(&l.tight, 1, "tight", "skills of which another card of that Job could not be overcome, nor one of the own crew or Cons with that skill be spared", n, skills)
	add(&l.bare, longest/skillScale, "crew_lacking", "cards of its own Job that each crew could not overcome without Cons / 4", n)
	add(&l.crewTight, 1, "crew_tight", "skills of which its crew could not overcome another card of its own Job without Cons", n, skills)
	count(&l.helps, talentVocabulary, len(d.talents), longest, "helps", "by how many fewer cards of its Job this seat would lack with one more such Personnel, when it is asked for Personnel")
	count(&l.keeps, roleVocabulary, len(d.roles), 1, "keeps", "1 for an own card that overcomes the next one of the line without more of the rest being lacking")
	add(&l.standing, 1, "standing", "1 if the game ends with the next Job that is gone; if the own points are above all others', if they would be with the own Job, and with the Job that an Event lets one execute", 4)
	add(&l.security, maxSecurity/skillScale, "security", "Security cards for each skill / 4: in the deck, and discarded", 2, skills)
	cards(&l.asking, "asking", "the card that is being resolved")
	add(&l.rival, 1, "rival", "one-hot: whose Job an Event lets the player execute this turn", n)
	add(&l.owner, 1, "executed", "one-hot: whose Job is being executed", n)
	add(&l.thwarter, 1, "thwarter", "one-hot: the Thwarter of the execution", n)
	add(&l.pending, most/cardScale, "count", "cards discarded for an exchange, and cards still to be drawn, lost, dealt, spent or freed; / 11", 2)
	add(&l.offers, 10, "offers", "trade offers that are left in this turn", 1)
	add(&l.partner, 1, "partner", "one-hot: to whom an offer is made", n)
	cards(&l.given, "given", "what is offered")
	count(&l.wanted, talentVocabulary, len(d.talents), 1, "wanted", "the Personnel wanted for it, or aimed at by an Event")
	add(&l.wantedSkill, 1, "wanted_skill", "one-hot: the skill of the Con wanted for it", skills)
	add(&l.forNothing, 1, "gift", "1 when nothing is wanted", 1)
	return fields
}
