// Command ringer trains, measures and plays agents for tabletop games.
package main

import "ringer/cmd"

func main() { cmd.Main() }
