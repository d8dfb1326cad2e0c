// Package ends counts how games end: which of the endings of the rules, how often, and
// whether one never happens or hardly any other does.
package ends
