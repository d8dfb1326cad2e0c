package options

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/stat"

	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// Config says which decisions are measured, and by whom.
type Config struct {
	Corpus *corpus.Corpus // whose actions are counted
	Agent  eval.Entry     // whose policy is asked, and who plays on after an action

	PerQuestion int // decisions with a choice that are sampled of each question; 0: DefaultPerQuestion
	Actions     int // of a decision that are tried, half of them those that the agent likes best; 0: DefaultActions
	Playouts    int // of each of them, an even number; 0: DefaultPlayouts

	// Epsilon is the difference of values under which a choice is a false one;
	// 0: DefaultEpsilon.
	Epsilon float64

	Seed     uint64
	Workers  int
	Place    *eval.Place           // where the games are played; nil: in this process
	Progress func(done, total int) // sampled decisions

	returns bool // values are returns, not shares of the win
}

// What a Config means that leaves numbers out.
const (
	DefaultPerQuestion = 40
	DefaultActions     = 5
	DefaultPlayouts    = 16
	DefaultEpsilon     = 0.02
)

// Units of values.
const (
	UnitWin    = "chance to win"
	UnitReturn = "return"
)

// Study holds what the choices of a game are worth. Intervals are 95% intervals over
// games, or over sampled decisions, of which each question has some of many games.
type Study struct {
	Game     string   `json:"game"`
	Agents   []string `json:"agents"` // of the games
	Agent    string   `json:"agent"`  // of policies and playouts
	Seed     uint64   `json:"seed"`
	Games    int      `json:"games"`
	Playouts int      `json:"playouts"`
	Epsilon  float64  `json:"epsilon"`

	// Unit is UnitWin or UnitReturn, the unit of values: the chance to win, or the return where returns say more than
	// who won. There, Epsilon is multiplied by two deviations of a return.
	Unit string `json:"unit"`

	Questions []Question  `json:"questions"` // that were asked, in the order of the spec
	Flags     []flag.Flag `json:"flags,omitempty"`
}

// Question holds the decisions that answer one question.
type Question struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Times int    `json:"times"` // asked in all games

	Forced  ratio.Figure `json:"forced"`  // share with one legal action
	Legal   ratio.Figure `json:"legal"`   // actions where there is a choice, on average
	Sampled int          `json:"sampled"` // decisions with a choice behind the figures below

	// Entropy is the entropy of the agent's policy, as a share of the largest possible.
	Entropy ratio.Figure `json:"entropy"`

	// Gap is the value of the best action less the value of the second; Spread is the best
	// value less the worst of the actions tried; Loss is the best value less the value of the
	// action that the agent likes best. One half of the playouts orders the actions and the
	// other half measures them, so that luck alone gives 0 on average, and sometimes less.
	// Worlds are drawn from what the seat knows.
	Gap    ratio.Figure `json:"gap"`
	Spread ratio.Figure `json:"spread"`
	Loss   ratio.Figure `json:"loss"`

	// Matters is the share of the sampled decisions whose best action is clearly better
	// than the worst, at 95%, one-sided: more playouts would find more of them.
	Matters ratio.Figure `json:"matters"`

	Actions []Action `json:"actions"` // the most often taken first, at most 20

	Widest []flag.Example `json:"widest"` // decisions with the largest gap
}

// Action is an action by its words, where there was a choice.
type Action struct {
	Text    string       `json:"text"`
	Offered int          `json:"offered"` // times legal
	Taken   ratio.Figure `json:"taken"`   // share of those
	Random  float64      `json:"random"`  // the share that an agent without preferences takes
}

// Play counts and measures. It returns the errors of eval.PlayFrom. Results do not depend
// on the workers.
func Play(ctx context.Context, c Config) (*Study, error) {
	if c.Corpus == nil || len(c.Corpus.Games) == 0 || c.Agent.Agent == nil {
		return nil, errors.New("options: want games and an agent")
	}
	for _, x := range []struct {
		at    *int
		other int
	}{{&c.PerQuestion, DefaultPerQuestion}, {&c.Actions, DefaultActions}, {&c.Playouts, DefaultPlayouts}} {
		if *x.at <= 0 {
			*x.at = x.other
		}
	}
	if c.Epsilon == 0 {
		c.Epsilon = DefaultEpsilon
	}
	c.Actions, c.Playouts = max(2, c.Actions), max(4, c.Playouts/2*2)
	s := &Study{
		Game: c.Corpus.Game.Spec().String(), Agents: c.Corpus.Agents, Agent: c.Agent.Name, Seed: c.Seed,
		Games: len(c.Corpus.Games), Playouts: c.Playouts, Epsilon: c.Epsilon,
	}
	s.Unit = UnitWin
	if c.returns = !c.Corpus.Winners(); c.returns {
		s.Unit = UnitReturn
		var all []float64
		for _, g := range c.Corpus.Games {
			all = append(all, g.Returns...)
		}
		s.Epsilon *= 2 * stat.StdDev(all, nil)
	}
	counts, err := count(ctx, &c)
	if err != nil {
		return nil, err
	}
	sampled, err := sample(ctx, &c, counts.moments)
	if err != nil {
		return nil, err
	}
	q := corpus.NewQuestions(c.Corpus.Game.Spec())
	for k, name := range q.Names {
		out := Question{Name: name, Kind: q.Kinds[k], Actions: []Action{}, Widest: []flag.Example{}}
		actions := sum(&out, counts.games, k)
		if out.Times == 0 {
			continue
		}
		value(&out, &c, sampled, k)
		s.Questions = append(s.Questions, out)
		s.flag(&out, &c, actions)
	}
	return s, nil
}
