import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/** Sent with every request for a page or feed: real clients accept compressed responses. */
export const acceptEncoding = { 'accept-encoding': 'br' }

export interface BareServer {
  url: string
  pid: number
  stop: () => void
}

/** Starts a program from this folder that listens on a free port and prints its address as JSON. */
export async function startBare(program: string, ...args: string[]): Promise<BareServer> {
  const file = path.join(import.meta.dirname, program)
  const child = spawn(process.execPath, ['--max-semi-space-size=4', file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { port }: AddressInfo = JSON.parse(String((await once(child.stdout, 'data'))[0]))
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() }
}

/** Starts a bare server that sends the current response of `url` to every request. */
export async function startBareServer(url: string, folder: string): Promise<BareServer> {
  const { headers, body } = await responseOf(url)
  const files = [path.join(folder, 'bare-headers.json'), path.join(folder, 'bare-body')] as const
  fs.writeFileSync(files[0], JSON.stringify(headers))
  fs.writeFileSync(files[1], body)
  return startBare('bare-server.ts', ...files)
}

/** The compressed response as sent over the wire. */
async function responseOf(url: string): Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }> {
  const request = http.get(url, { headers: acceptEncoding })
  const response: http.IncomingMessage = (await once(request, 'response'))[0]
  const { connection: _connection, 'keep-alive': _keepAlive, date: _date, ...headers } = response.headers
  return { headers, body: Buffer.concat(await response.toArray()) }
}
