// Package scene says as data what one seat may know of a table, so that a page or a
// screen can draw it.
//
// A scene holds meters, zones of things, a map, and the question that the seat has to
// answer. It says what is there, and a page decides how it looks. The builders of the
// games are in play/scene/<game>, and play/scene/scenes is the table of them.
//
// The law: what a scene shows does not change when everything that its seat cannot know
// is dealt again. The test of play/scene/scenes holds every game to it.
package scene
