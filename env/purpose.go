package env

// Purpose names what a random stream is for. It is part of the stream's seed, so that two
// uses of one run's seed never share their numbers. A package that draws names its purposes
// itself, in its file streams.go; no two packages have the same one, and a changed value
// changes all that is drawn for that purpose.
type Purpose string
