import { run } from './cli/run.ts'

// `npm run devstead -- COMMAND`, or `devstead COMMAND`: everything an operator can do with a site. See
// docs/guides/command-line.md.

process.exitCode = await run(process.argv.slice(2))
