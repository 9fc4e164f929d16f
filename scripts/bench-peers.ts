import fs from 'node:fs'
import { seedDevstead, startDevstead } from '../bench/peers/devstead.ts'
import { startGhost } from '../bench/peers/ghost.ts'
import { measurePeers } from '../bench/peers/measure.ts'
import type { Peer } from '../bench/peers/peer.ts'
import { runOnCore } from '../bench/peers/programs.ts'
import { tableOf } from '../bench/peers/table.ts'
import { startWordPress } from '../bench/peers/wordpress.ts'
import { temporaryDataDir } from '#tests/support/site.ts'

// `npm run bench:peers [-- FILE]`: compares this site with Ghost and WordPress. See bench/README.md.

const posts = 1000
const [file] = process.argv.slice(2)
requirePrerequisites()
const { dataDir, remove } = temporaryDataDir()
const work = temporaryDataDir()
fs.chmodSync(work.dataDir, 0o755) // MariaDB and Apache run as other users
const peers: Peer[] = []
try {
  const seeded = await seedDevstead(dataDir, posts)
  runOnCore(0)
  peers.push(await startDevstead(dataDir, seeded))
  peers.push(await startGhost(work.dataDir, seeded))
  peers.push(...(await startWordPress(work.dataDir, seeded)))
  runOnCore(1)
  const figures = await measurePeers(peers)
  console.log(tableOf(figures))
  const sites = figures.map(({ name, perSecond, memoryMb }) => ({
    name,
    perSecond: Object.fromEntries(perSecond),
    memoryMb,
  }))
  if (file !== undefined) fs.writeFileSync(file, `${JSON.stringify({ posts, sites }, null, 2)}\n`)
} finally {
  for (const peer of peers) await peer.stop()
  remove()
  work.remove()
}

function requirePrerequisites(): void {
  if (process.getuid?.() !== 0) fail('This benchmark must run as root.')
  const needed = [
    '/usr/sbin/mariadbd',
    '/usr/sbin/apache2',
    '/usr/share/wordpress/index.php',
    '/usr/lib/apache2/modules/libphp8.2.so',
  ]
  const missing = needed.filter((path) => !fs.existsSync(path))
  if (missing.length > 0)
    fail(
      `Missing: ${missing.join(', ')}.\n` +
        'Install them with: apt-get install mariadb-server wordpress apache2 libapache2-mod-php php-mysql',
    )
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
