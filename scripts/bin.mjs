#!/usr/bin/env node
// The `devstead` command. Paths on its command line are relative to the folder from which it is called.
process.env.INIT_CWD = process.cwd()
process.argv.splice(2, 0, 'devstead')
await import('./run.mjs')
