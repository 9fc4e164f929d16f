import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/** What every request here sends: answers travel compressed. */
export const acceptEncoding = { 'accept-encoding': 'br' }

/** Starts a bare server that gives the answer of `url` to whatever it is asked. */
export async function startBareServer(url: string, folder: string): Promise<{ url: string; stop: () => void }> {
  const { headers, body } = await answerOf(url)
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

/** The compressed answer as it comes over the wire. */
async function answerOf(url: string): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  const request = http.get(url, { headers: acceptEncoding })
  const response: http.IncomingMessage = (await once(request, 'response'))[0]
  const { connection: _connection, 'keep-alive': _keepAlive, date: _date, ...headers } = response.headers
  return { headers, body: Buffer.concat(await response.toArray()) }
}
