// Package space computes the geometry of DUEL's table: lattice points, terrain,
// where a model may stand, which destinations a Move reaches, which models see
// each other, and how much cover hides. It knows no turn, seat, die or action;
// package duel does. It reads no files: maps and terrain types are data of
// configs/games/duel, which the caller decodes.
//
// Source: the rule book's chapters Move, Terrain, Cover, Climbing and Jump, and
// the rulings DUEL-1 to DUEL-5, 22 to 25, 32, 44, 45, 54, 59, 86, 110 to 121 and 123.
//
// # Where to find what
//
//   - length.go: inches, points, models' bases; disc.go: the block of offsets
//   - terrain.go: types of terrain, and pieces; board.go: Map and its
//     validation; ways.go: whether all of it can be reached; scatter.go: maps made
//     by chance
//   - shape.go: the geometry under everything, in whole numbers
//   - scene.go: a Map prepared for play; base_facts.go: precomputed facts for one size
//     of base, above all straight legs; rows.go: sets of offsets as bits
//   - field.go: changes of the terrain in play; lay.go: pieces put down in play; yard.go:
//     where players can put them down before it
//   - stand.go: heights, standing, contact, distances, free points,
//     deployment, charges; push.go: moves by force
//   - reach.go: where a Move can end; group.go: destinations on and in terrain;
//     look.go: offsets that straight legs reach; solve.go: shortest ways;
//     known.go: precomputed ways; around.go: their lengths past models;
//     jump.go: jumps and leaps, leaving;
//     path.go: along a way; climb.go: its heights
//   - sight.go: lines of sight; cover.go: how much of a target is hidden
//
// # Exactness and symmetry
//
// All coordinates are whole multiples of 1/200 inch. Whether a base overlaps
// terrain or another base, whether a ray passes, whether a point lies inside:
// these questions are decided by comparing whole numbers, without rounding and
// without tolerances. Mirroring or turning the table therefore mirrors or turns
// every answer exactly. The only roots are lengths of paths, and they are sums of
// the same terms in the same order on the mirrored table.
//
// # What a path is
//
// Models stand on points of the lattice (DUEL-1), and a path is a chain of
// straight legs between points of the lattice, in any direction and of any
// length, each of which keeps the base off terrain and other models (DUEL-3).
// The shortest such chain counts; Reach finds it exactly. Its turning points are
// places where the base fits, so a Move in two legs through a turning point costs
// what the Move in one costs, and an interrupt has a lattice point at hand. A
// string pulled taut around round bases would be a little shorter: around one
// model 4.51 inches instead of 4.61, around two corners of a wall 4.79 instead of
// 5.16. With climbing, heights are charged along that same shortest way.
//
// # Rulings of our own
//
//   - Edges are open: a shape that only touches another does not overlap it, and a
//     shape that a ray only touches does not hide.
//   - A path is charged its horizontal length; without climbing it costs the
//     straight distance in space where that is more (DUEL-3).
//   - A model blocks the way at the heights between the start and the end of the
//     path, not above or below it.
//   - A tally of the nine points of DUEL-4: three heights (a tenth, half and
//     nine tenths of the model's height) at the centre and both edges of the base
//     as the viewer sees it. The eye is the centre's highest point.
//   - Nothing is in base contact with terrain that does not rise above its feet: a
//     roof gives no cover to a model on it. A model that stands in terrain without
//     height (water) counts as inside it.
//   - A piece that the attacker stands inside, or touches where it rises above its
//     feet, hides nothing of the target for the fraction of cover; nor does one
//     that both touch.
//   - Nobody can stand on or partly above ground that cannot be walked on and
//     has no top to stand on (a gap, acid, fire).
//   - Heights along a path are those under the model's centre.
//   - The ground outside of the area is level: a model that leaves from a top comes down too
//     (DUEL-32).
//   - A jump is measured along the middle line of a straight leg, from edge to
//     edge of the gaps that it crosses; the distance moved before is the shortest
//     way to the start of that leg, plus the run-up on it. With climbing, the one
//     jump inside a path also makes a rise, or a dip between two tops, free, or a
//     way down cost one for one (DUEL-54); on a way over a gap, if that same jump
//     is wide enough for both.
//   - A disc such as a mob's fits where blocking terrain is clear (DUEL-118).
//   - A free half disc (DUEL-22) is tested by nine points: its centre and eight
//     on its rim.
package space
