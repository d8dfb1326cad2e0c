// Package study has the commands that compare trainings.
package study
