import { run } from './cli/run.ts'

// `npm run devstead -- COMMAND`, or `devstead COMMAND`: everything an operator can do with a site. See
// docs/guides/command-line.md.

const [name] = process.argv.slice(2)
// Programs such as `head` close the pipe when they have read enough. The command still finishes its work.
if (name !== 'start')
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
process.exitCode = await run(process.argv.slice(2))
