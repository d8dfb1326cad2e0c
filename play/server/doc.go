// Package server puts a session.Host on the network: the page, WebSocket and plain HTTP,
// for a household or a laboratory.
//
// It bounds what clients may use, asks for a token where it is told to, and refuses
// pages of other origins. It knows no game and opens no file: the page is an fs.FS, and
// everything that tables need is in the host.
package server
