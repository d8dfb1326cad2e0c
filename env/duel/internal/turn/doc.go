// Package turn is the engine of DUEL: the state of a game, and the core turn. It knows
// no optional rule, feat or scenario by itself: those hook it.
//
// # How a turn runs
//
// A turn is a stack of tasks (task.go): a round, a seat's turns, an activation, a
// Move, a Duel, an attack. The newest task runs until it is done, asks a seat, or
// waits for chance. On the way the turn passes named moments (rule.go): a model is
// placed, has moved, an attack is rolled, a model is removed. A rule is a value of type
// Rule: functions that hook these moments, push tasks there, offer actions, and add to
// dice or inches. A rule that is off is not in the game at all. Feats and traits are
// rules with more (skill.go).
//
//   - game.go: a game, built of a configuration and of a Book of what the wings have of it
//   - state.go, model_set.go, kinds.go, marks.go, kits.go: what a state keeps
//   - task.go: the stack, and the engine's tasks; rule.go: the hooks
//   - actions.go, legal.go, dice.go: action ids, legal sets, chance
//   - setup.go, round.go, act.go: the core turn; move.go, interrupt.go,
//     walk.go: Moves; table.go, touch.go: questions to package space
//   - duel.go, engage.go, joint.go, sight.go, scores.go, attack.go, hits.go: a Duel, from the
//     engaged set to the hits
//   - skill.go, skill_tasks.go: what feats and traits are asked
//   - rule.go, sides.go, automata.go, things.go: what scenarios are made of
//   - position.go: the parts of positions; names.go: names of models and places
//
// Observations, texts and evaluations are not here but in package duel; no file here
// reads a configuration file, prints, or draws random numbers.
package turn
