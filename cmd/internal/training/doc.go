// Package training holds what commands share that train runs and describe them.
package training
