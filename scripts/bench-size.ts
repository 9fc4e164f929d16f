import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { scaleOf } from '../bench/size/cast.ts'
import { measureSites } from '../bench/size/measure.ts'
import { seedSite } from '../bench/size/seed-site.ts'
import { startSized, type SizedSite } from '../bench/size/sites.ts'
import { reportSizes } from '../bench/size/report.ts'
import { temporaryDataDir } from '#tests/support/site.ts'

// `npm run bench:size [-- TEXT …] [--sizes 100,100000] [--rounds 11] [--sites FOLDER] [--json FILE]`: compares sites of
// different sizes. See bench/README.md.

const { positionals: chosen, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '100,100000' },
    rounds: { type: 'string', default: '11' },
    sites: { type: 'string' },
    json: { type: 'string' },
  },
})
const sizes = options.sizes.split(',').map(Number)
if (sizes.length < 2 || !sizes.every((size) => Number.isInteger(size) && size >= 100)) {
  console.error('Give at least two sizes of at least 100 posts: --sizes 100,100000')
  process.exit(1)
}
const temporary = options.sites === undefined ? temporaryDataDir() : null
const folder = temporary?.dataDir ?? path.resolve(options.sites!)
const running: SizedSite[] = []
try {
  for (const size of sizes) {
    const dataDir = path.join(folder, String(size))
    await seedSite(dataDir, scaleOf(size))
    running.push(await startSized(dataDir, scaleOf(size)))
  }
  const isChosen = (name: string) => chosen.length === 0 || chosen.some((text) => name.includes(text))
  const figures = await measureSites(running, { rounds: Number(options.rounds), isChosen })
  const { isOver, rows } = await reportSizes(figures, running)
  if (options.json !== undefined) fs.writeFileSync(options.json, `${JSON.stringify(rows, null, 2)}\n`)
  process.exitCode = isOver ? 1 : 0
} finally {
  for (const { site } of running) await site.stop()
  temporary?.remove()
}
