// Package bots has the commands that make bots and say how strong they are.
package bots
