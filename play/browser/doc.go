// Package browser holds tables in a browser: the same host as behind ringer serve, as
// WebAssembly in a worker of the page. The page's src/transport/host.ts starts it.
//
// It calls these functions of the worker: ringerSend(text) passes a message to the page;
// ringerFetch(name), ringerSite(), ringerKeep(table, line, wait) and ringerKept(table)
// give promises: of the bytes of bots/NAME.bot, of the text of site.json, of having kept a
// line of a table with all before it, and of all that was kept. It sets
// ringerHandle(text), which takes a message of the page.
//
// All but this comment is compiled for browsers alone. No command line is here.
package browser
