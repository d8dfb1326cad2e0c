// Package careless is an agent that plays as another, but slips now and then into any legal
// action: a weaker level of an agent that has no temperature.
package careless
