import { run } from './cli/run.ts'

// `npm run keys -- rotate [--now]`: the former name of `devstead secrets rotate sessions`.

const [command, ...options] = process.argv.slice(2)
process.exitCode = await run(
  command === 'rotate' ? ['secrets', 'rotate', 'sessions', ...options] : ['secrets', '--help'],
)
