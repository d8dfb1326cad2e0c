// Package external seats a program of any language: it starts it as a child process and
// asks it for decisions in the lines of package protocol, as others ask `ringer bot`.
//
// A question holds only what its seat may know, and a seed that follows from the match's:
// a program that decides by the question alone plays the same on any number of workers and
// processes. A program that hangs, lies, dies or never says hello ends what it plays in
// with an Error that names the program, the question and what came back.
//
// Programs holds the processes of all agents; closing it ends and reaps them.
package external
