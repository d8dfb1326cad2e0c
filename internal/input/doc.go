// Package input takes in what others wrote: it decodes JSON strictly, and makes
// foreign text fit to be shown.
//
// It reads no file and knows no format: packages that do call it.
package input
