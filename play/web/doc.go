// Package web holds the page at the table: TypeScript in src, and the files that are built
// of it in dist, which the program embeds. README.md says how it is put together.
//
// No file of the page comes from elsewhere, and building the program needs no npm.
package web
