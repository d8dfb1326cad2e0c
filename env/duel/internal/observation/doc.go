// Package observation writes what a seat may know of a state of DUEL as numbers for networks: the fields and columns (observe.go,
// columns.go, columns_models.go), and their writers, which are about the table (observe_table.go), its models (observe_models.go)
// and what Heroes add (observe_heroes.go). One function says what is hidden from a seat, and the scene asks it too. A state
// is only read.
package observation
