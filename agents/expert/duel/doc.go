// Package duel is the expert of DUEL: rules that a good player would put into words,
// with the prices and the odds of package env/tactics/duel. It looks one action ahead:
//
//   - the value of a place is the value of the Duel that follows there, by the odds of the
//     dice and the cost of each outcome, and of what can be done from there next
//     (places.go, duels.go, stakes.go);
//   - a model that goes prone while an enemy that can get to see it is still to act is
//     as good as removed, so that Duels are for the time when the others have acted;
//   - it prefers places where it would not be seen if it lay: behind a crate it sees
//     and shoots on its feet, and cannot be finished when it falls (ground.go);
//   - the treasure is worth most in hand, one Move from an edge, out of the reach of
//     enemies; other scenarios have goals of their own (goals.go, mobs.go);
//   - of the Duel Scores that are sound in the Duel at hand, it plays those that punish
//     mistakes most (scores.go);
//   - it activates the model that gains most by it, and attacks the target whose loss
//     counts most (models.go);
//   - questions about feats and traits it answers by playing on with each answer to the
//     end of the Duel or of the activation (skills.go, future.go), and it drafts by
//     measured prices (draft.go);
//   - when nobody has won for long, it takes more risks.
//
// From the world that it is given the expert reads only what everybody sees.
package duel
