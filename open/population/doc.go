// Package population measures players of one game against each other, mixes them as the equilibrium
// of that choice does, and lets the mixture grow by best responses to it: double oracle (McMahan,
// Gordon and Blum, "Planning in the presence of cost functions controlled by an adversary", 2003)
// and policy-space response oracles (Lanctot and others, 2017). A folder keeps finished pairs and searches,
// and the same work, begun once more, goes on from there. It knows no terminal, and prints nothing.
package population
