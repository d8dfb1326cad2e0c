// Package duel implements DUEL, a skirmish game for one to four players: fighters
// on a table of 12 by 12 inches duel with secret scores and dice over a treasure.
// It holds the rules, the observation and the texts. Geometry is in package space;
// drawings are in package draw; maps, terrain and warbands are data of
// configs/games/duel. Nothing here reads files, prints, or draws random numbers.
//
// Source: the rule book "Duel" by Kai Bettzieche (CatZeyeS Entertainment), V.
// 05/24, read by the rulings DUEL-1 to DUEL-123. Covered are the core rules and
// every optional rule, with Heroes, followers, One up, all feats and traits, and
// all scenarios.
//
// Seats are numbered clockwise; with two, seat 0 starts in the southwest and seat
// 1 opposite, unless the map looks different from its corners (DUEL-33).
//
// # Where things are
//
// This package is the face of the game: the interface to agents, trainers,
// drawings and commands. The rules are in the wings, each of which imports only
// those before it:
//
//   - internal/config: parameters and warbands
//   - internal/turn: the engine. State, tasks, hooks, dice, legal set, Moves, Duels
//   - internal/options: the optional rules, one file for each
//   - internal/scenarios: scenarios, add-ons, automata, mobs, the boss
//   - internal/heroes: feats and traits, one file for each, and how they are
//     bought
//   - internal/observation: what a seat may know of a state, as numbers
//   - internal/casebook: tests that play the rule book at a table
//
// Here:
//
//   - game.go, state.go, legal.go, chance.go: env.Game and env.State; versions.go: what
//     has changed, and in which games; config.go: the table of parameters;
//     validate.go: faults of a configuration
//   - resample.go: a world that a seat cannot tell from the true one; infostate.go:
//     information states; scene.go, scene_map.go, text.go: the table as a seat sees
//     it, and its words
//   - question.go, skills.go: what a seat is asked, and decoded actions; access.go,
//     access_models.go: what other packages may ask of a state
//   - position.go: positions; conserve.go: laws of conservation
//
// Opinions (the evaluation, the odds of a Duel, prices) are in env/tactics/duel, the
// expert in agents/expert/duel.
//
// The engine computes the legal set once, when it asks a question, and keeps it
// with the state (DUEL-5).
//
// # Deviations and rulings of our own
//
//   - Movement is measured along the path around obstacles, where the book
//     measures the straight distance between the old and the new centre: a
//     deliberate tightening (DUEL-3).
//   - To grab the treasure a model must be in base contact with it; the token has
//     a radius of a quarter inch, like all tokens. A carried token is where its
//     carrier is; a dropped one lies where the carrier stood.
//   - A model leaves the area as its Move; one that leaves without the treasure is
//     removed.
//   - At the round cap the seats still in the game tie; a seat that is out has
//     lost.
//   - Scores are set by the initiator's seat first, then in seat order, each
//     seat's models in order.
//   - A roll is one chance node. Its outcomes are the faces that the dice show,
//     whichever die shows which. Rerolls that happen together are one roll.
//   - A shooter into a melee draws its target among the members that it sees and
//     reaches.
//   - In a model's own melee, with no weapon for it on either side, no Duel takes
//     place.
//   - Under weapon_range and dead_zone alike, a Duel needs one of the two to be
//     able to hurt the other.
//   - A trap, a laser or a failed die of a fall is one hit each;
//     armour stops one of a trap or a laser.
//   - A Move interrupted by a token or a laser is planned anew with its remaining
//     inches, from the nearest free point of the lattice (DUEL-64).
//   - A climber is seen, and sees, at the foot of what it climbs, however high a die
//     beside it says that it hangs: the book leaves the model there. Of several
//     pieces beside it, it climbs the lowest (DUEL-44).
//   - Damage to fragile terrain takes effect at the end of the Duel, so that nobody
//     falls between two attacks of one score.
//   - A base touches a token when it sweeps over it on its way, or is in base contact
//     with it when the way ends. Models moved by force touch nothing.
//   - Seats of two teams sit in turn around the table. At the round cap the sides
//     still in the game tie, whatever their Victory Points.
//   - An automaton measures distances on foot, around the terrain of the map. It
//     stands in cover where none of its enemies sees all of it. When the player of
//     a solitaire is out, the game is over.
//   - Mobs come into play away from the scenario's tokens: a disc that has no way
//     out would lie on the treasure for good.
//   - A mob is a disc on points of the lattice; it sees and is seen as a model in
//     its middle would be. A model whose base is over the disc, even in part, is
//     part of the mob; one that stands higher than half an inch is not in its way. A mob that
//     comes to terrain or another mob on its way to attack stops there, and does
//     not attack. When the initiator of the Duel has been removed, no mob reacts. The
//     dice of a fighter against a mob have no bonus that hangs on the target.
//   - A boss has a large base where the table has room for one, zvergs have small
//     ones. The boss finds the nearest fighter by the distance between bases, and
//     goes there on foot. A fighter that he has removed rises once. His blow at a
//     fighter that moves away is an attack that nobody returns. Zvergs avoid hits
//     with as many dice as any model.
//   - A flag or a counter lies on the point of the lattice nearest to its place
//     that has room for it.
//   - The scenario standoff is not in the book: one Duel by itself, small enough
//     to be solved.
//   - Under heroes every model of a warband is a Hero. It may leave points unspent
//     where feats and traits are given; in a draft it buys until none is left.
//   - A draft asks every Hero for the kind of its followers, even one that has
//     none, so that the number of questions gives nothing away.
//   - A Move over the edge of the area is not interrupted by feats.
//   - On a map too narrow for a large base nobody can draft Large (DUEL-119).
//   - place_randomly puts the treasure into a random square; spawn points are
//     always random unless the map has six.
package duel
