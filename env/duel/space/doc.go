// Package space is the table that DUEL is played on: lattice points, terrain,
// where a model may stand, how far it gets, what it sees, and what hides it. It
// knows no turn, seat, die or action; package duel does. It reads no files: maps
// and terrain types are data of configs/games/duel, decoded by whoever builds
// the game.
//
// Source: the rule book's chapters Move, Terrain, Cover, Climbing and Jump, and
// the rulings DUEL-1 to DUEL-5, 22 to 25, 32, 44, 45, 54, 59, 86 and 110 to 121.
//
// # Where to find what
//
//   - length.go: inches, points, offsets; disc.go: the block of offsets and ids
//   - terrain.go: terrain types; piece.go: pieces of terrain; board.go: Map and
//     what is tested about it; scatter.go: maps made by chance
//   - shape.go: the geometry under everything, in whole numbers
//   - scene.go: a Map made ready for play; field.go: what changes in play
//   - stand.go: heights, standing, contact, distances, free points
//   - reach.go: where a Move can end and by which path; path.go: along it
//   - sight.go: lines of sight and cover
//
// # Exactness and symmetry
//
// All coordinates are whole multiples of 1/200 inch. Whether a base overlaps
// terrain or another base, whether a ray passes, whether a point lies inside:
// all of it is decided by comparing whole numbers, without rounding and without
// tolerances. Mirroring or turning the table therefore mirrors or turns every
// answer exactly. The only roots are lengths of paths, and they are sums of the
// same terms in the same order on the mirrored table.
//
// # What a path is
//
// Models stand on points of the lattice (DUEL-1), and a path is a chain of
// straight legs between points of the lattice, in any direction and of any
// length, each of which keeps the base off terrain and other models (DUEL-3).
// The shortest such chain counts; Reach finds it exactly. Its turning points are
// places where the model could have stopped, so a Move in two legs through a
// turning point costs what the Move in one costs, and an interrupt always has a
// lattice point at hand.
//
// # Rulings of our own
//
//   - Edges are open: what only touches does not overlap and does not hide.
//   - A path is charged its horizontal length; without climbing it costs the
//     straight distance in space where that is more (DUEL-3).
//   - A model blocks the way at the heights between the start and the end of the
//     path, not above or below it.
//   - A tally of the nine points of DUEL-4: three heights (a tenth, half and
//     nine tenths of the model's height) at the centre and both edges of the base
//     as the viewer sees it. The eye is the centre's highest point.
//   - Nothing is in base contact with terrain that does not rise above its feet:
//     a roof is no cover to those who stand on it. Standing inside terrain
//     without height (water) is being inside it.
//   - A piece that attacker and target both touch or stand inside hides nothing
//     of the target for the fraction of cover.
//   - Nobody can stand on or partly above ground that cannot be walked on and
//     has no top to stand on (a gap, acid, fire).
//   - A free half disc (DUEL-22) is tested by nine points: its centre and eight
//     on its rim.
package space
