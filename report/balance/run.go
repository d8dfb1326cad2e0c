package balance

import (
	"context"
	"encoding/json"
	"fmt"

	"ringer/env"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/strategy"
	"ringer/report/trust"
	"ringer/report/whatif"
)

// Config says what a report is made of.
type Config struct {
	Game   env.Game
	Agents []eval.Entry      // the strongest, of different seeds of training where there are several
	Levels []eval.Entry      // weakest first; the last one may be an agent of Agents
	Weak   *eval.Entry       // the weakest level of skill that people may be, for things by level; nil: none
	Called map[string]string // what people call agents, by their names: "beginners"
	Plan   Plan
	Clock  *Clock // ends the report on time; nil: all of the plan is played

	// Enter builds the agents for another game, in the same order: one in which a thing is
	// in the place of another. It may be nil.
	Enter func(env.Game) ([]eval.Entry, error)

	// Cast are all agents that the trust gauge lets meet; none leaves it out. Margin is
	// the gain of a best response, nil when nobody knows.
	Cast   []trust.Agent
	Margin *trust.Margin

	// Variants are the rules as they are, and those with one parameter changed by a step.
	// Series are ranges of parameters, each with the rules as they are first.
	Variants []whatif.Rules
	Series   [][]whatif.Rules

	// Strategy trains a best response to a named strategy and measures it; nil without a strategy.
	// StrategyKey names the strategy and the budget.
	Strategy    func(ctx context.Context, games int, progress func(done, total int)) (*strategy.Study, error)
	StrategyKey string

	// Warbands lets the shipped warbands of DUEL meet; nil where they cannot.
	Warbands func(ctx context.Context, games int, progress func(done, total int)) (*eval.Arena, error)

	Band    float64  // how far a seat may lie from an equal share; 0: see package seats
	Only    []string // panels to make; empty: all
	Seed    uint64
	Workers int
	Place   *eval.Place // where the games are played; nil: in this process

	// Build names the build that plays: parts of other builds are made again.
	Build string

	// Store keeps finished parts, so that a report that was stopped goes on; nil keeps none.
	Store Store

	// Progress, when not nil, receives how far a part has come.
	Progress func(part string, done, total int)
}

// Store keeps finished parts of a report by name and key. A part whose key differs is
// another one, and not found.
type Store interface {
	Load(part, key string) ([]byte, bool)
	Save(part, key string, study []byte) error
}

// work is a report under way.
type work struct {
	Config
	report  *Report
	corpora map[string]*corpus.Corpus
}

// Kept returns what a store has under the name and the key of a part, or else what make
// returns, which the store then keeps. A store of nil keeps nothing. A part is the same whether
// it was made just now or read.
func Kept[T any](store Store, part, key string, make func() (*T, error)) (*T, error) {
	if kept, ok := load[T](store, part, key); ok {
		return kept, nil
	}
	made, err := make()
	if err != nil {
		return nil, err
	}
	text, err := save(store, part, key, made)
	if err != nil {
		return nil, err
	}
	kept := new(T)
	return kept, json.Unmarshal(text, kept)
}

// do returns a part of a report: the one that is kept, or else the one that it makes and
// keeps. Of what it is made goes into its key.
func do[T any](w *work, part string, of any, make func(progress func(done, total int)) (*T, error)) (*T, error) {
	key, err := w.key(of)
	if err != nil {
		return nil, err
	}
	study, err := Kept(w.Store, part, key, func() (*T, error) {
		return make(func(done, total int) {
			if w.Progress != nil {
				w.Progress(part, done, total)
			}
		})
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	return study, nil
}

// counted returns a part of a report that is made of the games of the strong agents. Of what
// else it is made goes into its key behind them.
func counted[T any](ctx context.Context, w *work, part string, of []any, make func(c *corpus.Corpus, progress func(done, total int)) (*T, error)) (*T, error) {
	c, err := w.strong(ctx)
	if err != nil {
		return nil, err
	}
	return do(w, part, append([]any{c.Agents, len(c.Games)}, of...), func(progress func(done, total int)) (*T, error) { return make(c, progress) })
}

// load returns a part that is kept.
func load[T any](store Store, part, key string) (*T, bool) {
	if store == nil {
		return nil, false
	}
	text, ok := store.Load(part, key)
	if !ok {
		return nil, false
	}
	kept := new(T)
	return kept, json.Unmarshal(text, kept) == nil
}

// save keeps a part, and returns it as it is kept.
func save(store Store, part, key string, study any) ([]byte, error) {
	text, err := json.Marshal(study)
	if err != nil || store == nil {
		return text, err
	}
	return text, store.Save(part, key, text)
}

// key names everything that a part depends on.
func (w *work) key(of any) (string, error) {
	text, err := json.Marshal([]any{Format, w.Build, w.Game.Spec().Hash, w.Seed, of})
	return string(text), err
}

// strong returns the games of the strong agents, from which most panels count.
func (w *work) strong(ctx context.Context) (*corpus.Corpus, error) {
	return w.played(ctx, w.Agents, w.Plan.Games)
}

// strongGames is the name of the part that holds games of agents among themselves.
func strongGames(entries []eval.Entry) string { return "games of " + list(names(entries)) }

// played returns games of agents among themselves.
func (w *work) played(ctx context.Context, entries []eval.Entry, games int) (*corpus.Corpus, error) {
	part := strongGames(entries)
	if c := w.corpora[part]; c != nil && len(c.Games) >= games {
		some := *c
		some.Games = c.Games[:games] // games of equal number are equal
		return &some, nil
	}
	c, err := do(w, part, []any{names(entries), games}, func(progress func(done, total int)) (*corpus.Corpus, error) {
		return corpus.Play(ctx, corpus.Config{Game: w.Game, Entries: entries, Games: games, Seed: w.Seed, Workers: w.Workers, Place: w.Place, Progress: progress})
	})
	if err != nil {
		return nil, err
	}
	c.Game, c.Entries = w.Game, entries
	w.corpora[part] = c
	return c, nil
}
