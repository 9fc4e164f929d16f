import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { RunningSite } from '#tests/support/site.ts'
import { startBareServer } from './bare.ts'
import { durationMs, mediansMs } from './duration.ts'
import { childrenOf, commandOf, memoryMbOf } from './process.ts'
import { median, msOf, type Row } from './row.ts'

const rounds = 300
const starts = 5
const drawn = 30

/** Measures drawing the first card, including the start of the drawing process; the server memory still in use after
 *  drawing more cards; and sending a cached card. */
export async function measureCards({ url, pid, dataDir }: RunningSite): Promise<Row[]> {
  const server = childrenOf(pid)[0]!
  const card = (id: number) => `${url}/cards/post/${id}.png`
  const [firstMs, bareMs]: number[][] = [[], []]
  for (let id = 1; id <= starts; id++) {
    bareMs!.push(barePainterMs())
    firstMs!.push(await durationMs(card(id)))
    if (id < starts) stopPainter(server)
  }
  const before = memoryMbOf(server)
  for (let id = starts + 1; id <= starts + drawn; id++) await durationMs(card(id))
  const left = memoryMbOf(server) - before

  const bare = await startBareServer(card(1), dataDir)
  const [cachedMs, fileMs] = await mediansMs([card(1), bare.url], rounds).finally(bare.stop)
  return [
    {
      name: 'card: first one, p50 as a multiple of a bare process with the same libraries',
      value: median(firstMs!) / median(bareMs!),
      limit: { atMost: 2 },
      info: msOf(median(firstMs!), median(bareMs!)),
    },
    { name: `card: server memory left after drawing ${drawn} more, MB`, value: left, limit: { atMost: 25 } },
    {
      name: 'card: cached, p50 as a multiple of a static file',
      value: cachedMs! / fileMs!,
      limit: { atMost: 4 },
      info: msOf(cachedMs!, fileMs!),
    },
  ]
}

function barePainterMs(): number {
  const startedMs = performance.now()
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'bare-painter.ts')])
  return performance.now() - startedMs
}

/** Kills the idle drawing process; the next card starts another one. */
function stopPainter(server: number): void {
  for (const child of childrenOf(server)) if (isPainter(child)) process.kill(child, 'SIGKILL')
}

const isPainter = (pid: number) => commandOf(pid).includes('card-painter')
