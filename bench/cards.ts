import type { RunningSite } from '#tests/site.ts'
import { startBareServer } from './bare.ts'
import { durationMs } from './duration.ts'
import { median, type Row } from './row.ts'
import { childMegabytes } from './second-start.ts'

const rounds = 300
const drawn = 30

/** How long a card takes that nobody has asked for yet, with the program that draws it still to be started; what drawing
 *  leaves behind in the server; and how long a card from the cache takes against a bare server with the same bytes, turn
 *  by turn. */
export async function measureCards({ url, pid, dataDir }: RunningSite): Promise<Row[]> {
  const card = `${url}/cards/post/1.png`
  const before = childMegabytes(pid)
  const firstMs = await durationMs(card)
  for (let id = 2; id <= drawn; id++) await durationMs(`${url}/cards/post/${id}.png`)
  const left = childMegabytes(pid) - before

  const bare = await startBareServer(card, dataDir)
  const [fileMs, cardMs]: number[][] = [[], []]
  try {
    for (let round = 0; round < rounds; round++) {
      fileMs!.push(await durationMs(bare.url))
      cardMs!.push(await durationMs(card))
    }
  } finally {
    bare.stop()
  }
  const ratio = median(cardMs!) / median(fileMs!)
  return [
    { name: 'card: the first one, its program started, ms', figure: firstMs, limit: { atMost: 1000 } },
    { name: `card: what ${drawn} of them leave in the server, MB`, figure: left, limit: { atMost: 40 } },
    { name: "card: from the cache, p50 as a multiple of a static file's", figure: ratio, limit: { atMost: 4 } },
  ]
}
