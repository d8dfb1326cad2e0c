// Package responses trains best responses to agents, for ringer exploit and the commands that measure with it.
package responses
