// Package tune derives the settings of short trainings from the settings of long ones: of a
// network that learns changed rules, and of one that is to learn a game in the time that a
// report has. It trains nothing itself.
package tune
