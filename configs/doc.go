// Package configs holds the configuration files that ship inside the binary and
// the strict reader for them and for files on disk.
//
// A reader decodes one or more sources, in order, onto a value that already
// holds its defaults: a field that a source does not mention is kept, a list that it
// mentions is replaced. An unknown key, a key given twice, a value of the wrong
// type and every fault that the value's own Validate finds are reported all at
// once, each with file, line and column (env.Fault).
//
// Nothing here knows the meaning of a configuration: the types belong to the games
// and to the trainer.
package configs
