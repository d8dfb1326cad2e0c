// Package workers hands out what a program computes to workers on other machines, through a NATS
// server, and does what is handed out. It knows no terminal, and prints nothing.
package workers
