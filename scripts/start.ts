import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { isBuilt, root } from './built.ts'

// `npm start`: builds where sources have changed, then is the server.

if (!isBuilt()) buildInChild()
const { main } = await import('#app/main.ts')
await main({ demo: process.argv.includes('--demo') })

/** In a process of its own: the server should not carry the bundler in its memory. */
function buildInChild(): void {
  process.stdout.write('Building …\n')
  const { status } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
