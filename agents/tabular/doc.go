// Package tabular plays from a table that holds a probability for every legal action
// of every information state, as solvers of small games write it. It needs games
// with information states (env.InfoStater). An information state that is not in the
// table is an error.
package tabular
