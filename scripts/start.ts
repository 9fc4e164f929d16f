import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { isBuilt, root } from './built.ts'

// `npm start`: builds the site if sources have changed, then runs the server.

if (!isBuilt()) buildInChild()
const { main } = await import('#app/main.ts')
await main({ demo: process.argv.includes('--demo') })

/** Builds in a child process, so that the server process does not load the bundler. */
function buildInChild(): void {
  process.stdout.write('Building…\n')
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
