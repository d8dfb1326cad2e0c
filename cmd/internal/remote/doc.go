// Package remote hands work to other machines and does the work that is handed out.
package remote
