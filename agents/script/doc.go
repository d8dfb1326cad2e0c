// Package script lays a strategy over another agent: actions that it always takes, never
// takes, or takes more often, by their names, and kinds of decisions that it leaves to a
// third. So a named strategy ("always bid three") can play at any table, and be answered.
package script
