// Package tabular plays from a table: a probability for every legal action of
// every information state, as solvers of small games make it. It works on
// games with information states (env.InfoStater), and never guesses: a state
// that is not in the table is an error.
package tabular
