package drive

import "ringer/env"

// Table is one state and the memory to play it on. After the first steps it
// allocates nothing, provided that the game's states implement env.CopierFrom.
// The zero value is an empty table: call Copy or Set first. A Table is not safe
// for concurrent use.
type Table struct {
	// Note, when not nil, is called with each action that a method of the table has
	// applied, chance included.
	Note func(env.Action)

	state    env.State
	copier   env.CopierFrom // state, when it can copy
	chancer  env.Chancer    // state, when it has chance
	rolled   uint64
	legal    []env.Action
	outcomes []env.Outcome
}

// Reserve makes room for the largest lists of a game, so that no later step
// grows them.
func (t *Table) Reserve(spec *env.Spec) {
	t.legal = make([]env.Action, 0, spec.NumActions())
	t.outcomes = make([]env.Outcome, 0, spec.MaxChanceOutcomes)
}

// State returns the state at the table. It belongs to the table.
func (t *Table) State() env.State { return t.state }

// Rolled returns the number of chance outcomes applied at this table so far,
// over all its episodes.
func (t *Table) Rolled() uint64 { return t.rolled }

// Set puts s itself on the table: playing changes s, and so does a later Copy.
// Set(nil) clears the table for another game.
func (t *Table) Set(s env.State) {
	t.state = s
	t.copier, _ = s.(env.CopierFrom)
	t.chancer, _ = s.(env.Chancer)
}

// Copy puts an independent copy of world on the table, in the memory of the
// state before where the game can. Call Set(nil) first when world is of another
// game.
func (t *Table) Copy(world env.State) {
	if t.copier != nil {
		t.copier.CopyFrom(world)
		return
	}
	t.Set(world.Clone())
}

// Legal returns the legal actions, ascending. The slice is valid until the next
// call of any method.
func (t *Table) Legal() []env.Action {
	t.legal = t.state.LegalActions(t.legal[:0])
	return t.legal
}

// Outcomes returns the outcomes of a chance state, ascending. The slice is valid
// until the next call of any method. It panics for a game without chance.
func (t *Table) Outcomes() []env.Outcome {
	t.outcomes = t.chancer.ChanceOutcomes(t.outcomes[:0])
	return t.outcomes
}

// Apply plays a for the current actor and calls Note. It returns the state's error.
func (t *Table) Apply(a env.Action) error {
	if err := t.state.Apply(a); err != nil {
		return err
	}
	if t.Note != nil {
		t.Note(a)
	}
	return nil
}

// Draw returns one outcome of a chance state, drawn by its probability, and
// applies nothing. It takes one number from rng.
func (t *Table) Draw(rng env.Rand) env.Action { return env.SampleOutcome(t.Outcomes(), rng) }

// Roll applies chance outcomes until a seat is to act or the episode is over, and
// returns that actor. It takes one number from rng for each outcome. It returns the error
// of a game which refuses an outcome of its own.
func (t *Table) Roll(rng env.Rand) (env.Player, error) {
	for {
		actor := t.state.CurrentPlayer()
		if actor != env.Chance {
			return actor, nil
		}
		a := env.SampleOutcome(t.Outcomes(), rng) // as Draw and Apply do, with two calls less
		if err := t.state.Apply(a); err != nil {
			return actor, err
		}
		t.rolled++
		if t.Note != nil {
			t.Note(a)
		}
	}
}

// Advance applies chance outcomes, and the action of each seat that has only one,
// until a seat has a choice or the episode is over, and returns that actor.
// It returns the errors of Roll.
func (t *Table) Advance(rng env.Rand) (env.Player, error) {
	for {
		actor, err := t.Roll(rng)
		if err != nil || actor == env.Terminal {
			return actor, err
		}
		legal := t.Legal()
		if len(legal) > 1 {
			return actor, nil
		}
		if err := t.Apply(legal[0]); err != nil {
			return actor, err
		}
	}
}

// Decide returns the action of a seat that is to act at a table. legal comes from
// Table.Legal and is never empty.
type Decide func(seat env.Player, legal []env.Action) (env.Action, error)

// Play plays the episode to its end: chance is drawn from rng, and decide
// returns every action of a seat. It returns the errors of Roll, the errors of decide as
// they are, and *env.IllegalActionError for an action that is not legal.
func (t *Table) Play(rng env.Rand, decide Decide) error {
	for {
		actor, err := t.Roll(rng)
		if err != nil || actor == env.Terminal {
			return err
		}
		a, err := decide(actor, t.Legal())
		if err != nil {
			return err
		}
		if err := t.Apply(a); err != nil {
			return err
		}
	}
}

// Random returns a Decide that draws from all legal actions alike with rng.
func Random(rng env.Rand) Decide {
	return func(_ env.Player, legal []env.Action) (env.Action, error) {
		return legal[rng.IntN(len(legal))], nil
	}
}

// Roll applies chance outcomes to s until a seat is to act or the episode is
// over, and returns that actor, as Table.Roll does. It allocates.
func Roll(s env.State, rng env.Rand) (env.Player, error) {
	var t Table
	t.Set(s)
	return t.Roll(rng)
}

// Copy returns an independent copy of src, in the memory of into where the game
// can. into is a state of the same game that the caller gives up, or nil.
func Copy(into, src env.State) env.State {
	if c, ok := into.(env.CopierFrom); ok {
		c.CopyFrom(src)
		return into
	}
	return src.Clone()
}
