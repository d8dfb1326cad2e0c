// Package measure has the commands that measure agents.
package measure
