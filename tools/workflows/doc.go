// Package workflows holds the tests of .github: the workflows run make targets and
// .ci/run and nothing else, with few rights, and the forms for issues are whole.
package workflows
