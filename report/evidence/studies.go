package evidence

// Topics of the page, in its order.
const (
	bidding     = "Bidding"
	drafting    = "Drafting"
	positioning = "Positioning"
)

var topics = []string{bidding, drafting, positioning}

// A Study is one question about what bots do.
type Study struct {
	Name  string
	topic string
	title string // of its section
	what  string // the figure, in words, for tables and charts
	cases string // the name of a case in the first column
	about string // what the figure means, in Markdown
	share bool   // the figure is one, from 0 to 1
	finds finding
	skill bool // more is better: it is told where the ringer is not clearly better than random
	gain  bool // figures are those above random's, whose own is 0 and not shown
}

// A finding says what the sentence above a chart compares.
type finding int

const (
	ends  finding = iota // the first row with the last one
	means                // the agents, over the mean of the rows
	rows                 // nothing: it names the largest row of each agent
	first                // the agents in the first row
	both                 // the agents in all rows
)

const scoresAbout = "Scores against one standing enemy while nobody has the treasure. *equilibrium* is one of the Duel alone, as a matrix game: its mix belongs to stakes that hold where an enemy that is still to act can get to see a fighter that goes prone ([One Duel by itself](games/duel.md#one-duel-by-itself)), so positions differ from it."

// as returns a study that is like s but for its name, title, figure and meaning.
func (s Study) as(name, title, what, about string) Study {
	s.Name, s.title, s.what, s.about = name, title, what, about
	return s
}

// Kinds of studies that differ in little.
var (
	hands   = Study{topic: bidding, share: true, finds: ends, cases: "sevens in the hand"}
	scores  = Study{topic: positioning, share: true, finds: rows, cases: "score"}
	targets = Study{topic: positioning, share: true, finds: first, cases: "card", skill: true}
)

// Studies returns all studies, in the order of the page.
func Studies() []Study {
	const score = "Duel Scores against a standing enemy"
	return []Study{
		hands.as("fourdowns-knocks", "4 Downs: who knocks with what", "hands with which it knocks when it is asked first",
			"A hand of the size that is dealt at the start, before the first round, and nobody has knocked yet. A 7 is the strongest card of its colour and side: only the 7 of the other side answers it."),
		hands.as("fourdowns-folds", "4 Downs: who folds with what", "hands with which it folds to a first knock",
			"The same hands, in answer to the first knock of a hand before the first round. The rest calls or knocks again."),
		hands.as("fourdowns-raises", "4 Downs: who knocks again with what", "hands with which it answers a first knock by another",
			"The same decisions: the share that raises."),
		{
			Name: "heat-passes", topic: drafting, title: "HEAT: what it passes on", share: true, finds: rows, cases: "card",
			what:  "times that it passes the card on, of those that it holds it in the draft",
			about: "In the draft every player passes cards to a neighbour, one at a time. The card that is passed most often is liked least. *random* is the share of an agent that passes any card, at the ringer's decisions. Cards that the ringer held in fewer than 20 decisions are left out.",
		},
		{
			Name: "duel-builds", topic: drafting, title: "DUEL: which Heroes it drafts", share: true, finds: rows, cases: "build",
			what:  "Heroes with this build",
			about: "A build is all that a Hero has bought. Shown are the most frequent ones of each agent; *different builds* below counts them all.",
		},
		{
			Name: "duel-variety", topic: drafting, title: "DUEL: how many different Heroes it drafts", finds: both, cases: "",
			what:  "builds",
			about: "The effective number is two to the power of the entropy: 1 for an agent that always drafts the same Hero, 4 for one that drafts any of four.",
		},
		{
			Name: "fivepossessions-dead", topic: positioning, title: "5 Possessions: cards thrown away", share: true, finds: both, cases: "line",
			what:  "offense cards placed where they lie dead, with a choice",
			about: "Cards of the offense that could go where they can win and where they cannot: on a closed lane, or on one whose open card has their colour. A few have to be thrown away; which ones the next table says.",
		},
		{
			Name: "fivepossessions-cards", topic: positioning, title: "5 Possessions: which cards go where", finds: both, cases: "lanes",
			what:  "mean strength of the card: how many of 14 cards of the other side it beats, or stops",
			about: "The mean strength of the cards that are placed, from the second line on: of an offense card the number of defense cards that it beats, of a defense card the number of offense cards that it stops. Weak cards belong on lost lanes.",
		},
		scores.as("duel-scores-over", "DUEL: scores when both have acted", score,
			scoresAbout+" Here nobody is still to act, and going prone costs either fighter .4 of a fighter."),
		scores.as("duel-scores-first", "DUEL: scores when it starts and the enemy is still to act", score,
			"The same, where the enemy shoots a fighter that goes prone before it gets up: going prone costs it all of a fighter."),
		scores.as("duel-scores-asked", "DUEL: scores when it is attacked and still to act", score,
			"The other side of the same Duel."),
		{
			Name: "duel-losses", topic: positioning, title: "DUEL: what a best response to its scores takes", finds: both, cases: "situation",
			what:  "loss to a best response, in fighters",
			about: "How far the agent's mean mix of scores in a situation falls below the value of the single Duel, against the score that is the best response to it: 0 for an equilibrium. The stakes are the same as in the tables above, so a mix that follows the position may lose less than it seems; and a Duel is part of a game, in which a score can be worth something else ([scores in whole games](learning-log.md#scores-and-the-treasure-in-duel)).",
		},
		{
			Name: "duel-whole", topic: positioning, title: "DUEL: what scores are worth in whole games", share: true, finds: both, cases: "scores",
			what:  "wins with these scores, against itself",
			about: "Each agent plays whole games against itself, and one of the two sets its Duel Scores in this way wherever the tables above apply. Half of the wins says that the scores are as good as its own.",
		},
		{
			Name: "duel-places", topic: positioning, title: "DUEL: when and from where it duels", share: true, finds: both, cases: "",
			what:  "share of the Duels",
			about: "`ringer duel positions` measures more. On the maps the agent's own corner is at the lower left.",
		},
		{
			Name: "duel-treasure", topic: positioning, title: "DUEL: what it does with the treasure", share: true, finds: both, cases: "",
			what:  "share of the cases",
			about: "Decisions where the rules let it take the treasure, or leave the table with it (which wins at once), and the games it wins in this way.",
		},
		{
			Name: "duel-drills", topic: positioning, title: "DUEL: does it use the treasure when that wins", share: true, finds: both, cases: "position",
			what:  "probability that it wins at once",
			about: "The agents are asked at positions on the whole inches of the table: one fighter each, the one to act carries the treasure, an edge is in reach, the enemy stands across the table. To leave with the treasure wins at once. *n* is the number of positions, which the intervals treat as a sample; *random* takes any action. Games of good players hardly ever get there: going for the treasure loses ([trials](learning-log.md#scores-and-the-treasure-in-duel)).",
		},
		targets.as("heat-aims", "HEAT: where it aims", "worth of its targets, as a share of the best ones",
			"The worth of the target that was named as a share of the best one's, the mean over decisions, in dollars by the tables of `env/tactics/heat`, from which the expert decides too: so the expert is near 100% by construction. Decisions whose targets are all worth the same are left out, and a target that harms its seat counts as nothing. *random* names any target, at the ringer's decisions."),
		targets.as("heat-best", "HEAT: how often it aims best", "decisions that name the best target",
			"The same decisions, counted."),
		{
			Name: "heat-outcomes", topic: positioning, title: "HEAT: what its aims win", finds: rows, cases: "card", skill: true, gain: true,
			what:  "wins more than with a random target, in points of 100 games",
			about: "Prices are opinions; these are games. Up to 160 of the same decisions with each card are played on, the bot in its seat and experts in the others: 64 games after the target that it named (*ringer*), as many after the best ones by the tables (*expert*, the mean of those that are worth the same) and after all targets (of which the mean, that of *random*, is 0), with equal seeds. Where the interval of neither is above 0, these games cannot tell the best targets from others.",
		},
	}
}

// find returns the study of a name, or nil.
func find(name string) *Study {
	for _, s := range Studies() {
		if s.Name == name {
			return &s
		}
	}
	return nil
}
