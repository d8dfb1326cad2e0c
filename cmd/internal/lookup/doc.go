// Package lookup finds what a command line names: games, agents, bots and what is known of them.
package lookup
