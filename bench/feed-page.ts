import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import autocannon from 'autocannon'
import type { RunningSite } from '#tests/site.ts'
import { median, type Row } from './row.ts'

const rounds = 7
const roundSeconds = 3
const acceptEncoding = { 'accept-encoding': 'br' }

/** How often a second the anonymous feed page is served, against a bare server with the same answer, turn by turn. */
export async function measureFeedPage({ url, dataDir }: RunningSite): Promise<Row[]> {
  const bare = await startBareServer(await answerOf(url), dataDir)
  const ratios: number[] = []
  try {
    await perSecond(url)
    for (let round = 0; round < rounds; round++) {
      const bareRate = await perSecond(bare.url)
      ratios.push((await perSecond(url)) / bareRate)
    }
  } finally {
    bare.stop()
  }
  return [
    { name: 'feed page served per second, share of bare node:http', figure: median(ratios), limit: { atLeast: 0.7 } },
  ]
}

async function perSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration: roundSeconds, headers: acceptEncoding })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} times with an error.`)
  return result.requests.average
}

interface Answer {
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** The compressed answer as it comes over the wire. */
async function answerOf(url: string): Promise<Answer> {
  const request = http.get(url, { headers: acceptEncoding })
  const response: http.IncomingMessage = (await once(request, 'response'))[0]
  const { connection: _connection, 'keep-alive': _keepAlive, date: _date, ...headers } = response.headers
  return { headers, body: Buffer.concat(await response.toArray()) }
}

async function startBareServer({ headers, body }: Answer, folder: string): Promise<{ url: string; stop: () => void }> {
  const files = [path.join(folder, 'bare-headers.json'), path.join(folder, 'bare-body')] as const
  fs.writeFileSync(files[0], JSON.stringify(headers))
  fs.writeFileSync(files[1], body)
  const program = path.join(import.meta.dirname, 'bare-server.ts')
  const child = spawn(process.execPath, ['--max-semi-space-size=4', program, ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { port }: AddressInfo = JSON.parse(String((await once(child.stdout, 'data'))[0]))
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}
