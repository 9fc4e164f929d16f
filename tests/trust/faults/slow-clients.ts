import { Command } from '@commander-js/extra-typings'
import net from 'node:net'
import type { RunningSite } from '#tests/support/site.ts'
import type { Figure } from './figures.ts'
import { run } from './isolated.ts'
import { positiveInteger } from './options.ts'
import { tryFault } from './trial.ts'

const kinds = ['headers', 'body', 'reading', 'pipelining'] as const
type Kind = (typeof kinds)[number]
const trickleMs = 1000

export const slowClients = new Command('slow-clients')
  .summary('Connect clients that are as slow as possible')
  .description(
    'Connects clients that send a byte of their headers or body per second, clients that never read the responses to their requests, and clients that send hundreds of requests without waiting. The site must disconnect them.',
  )
  .option('--count <number>', 'Number of clients of each kind', positiveInteger, 1000)
  .option('--seconds <number>', 'How long they try', positiveInteger, 150)
  .action(async ({ count, seconds }) => {
    const clients: { kind: Kind; socket: net.Socket }[] = []
    let trickling: NodeJS.Timeout | undefined
    await tryFault({
      name: `${count} slow clients of each kind`,
      seconds,
      begin(site) {
        for (const kind of kinds)
          for (let number = 0; number < count; number++) clients.push({ kind, socket: connectSlowly(site, kind) })
        trickling = setInterval(() => {
          for (const { kind, socket } of clients)
            if (pipelined[kind] === undefined && socket.writable) socket.write('x')
        }, trickleMs)
      },
      during: async ({ url }): Promise<Figure[]> => {
        // Counted on the server side: clients that do not read do not notice that they have been disconnected.
        const ends = run('ss', '-Htn', 'state', 'established', `( sport = :${new URL(url).port} )`)
        const open = ends.split('\n').filter(Boolean).length
        return [{ name: 'clients still connected', value: open, isGood: open < count / 10 }]
      },
      end: () => {
        clearInterval(trickling)
        for (const { socket } of clients) socket.destroy()
      },
    })
  })

/** Requests that are sent together. A connection may have 4 in progress. */
const pipelined: Partial<Record<Kind, number>> = { reading: 4, pipelining: 500 }

function connectSlowly({ url }: RunningSite, kind: Kind): net.Socket {
  const { host, hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  const get = 'GET / HTTP/1.1'
  const head = { headers: get, body: 'POST /api/posts HTTP/1.1', reading: get, pipelining: get }[kind]
  const own = {
    headers: 'x-slow: ',
    body: 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    reading: '\r\n',
    pipelining: '\r\n',
  }[kind]
  const request = `${head}\r\nHost: ${host}\r\n${own}`
  const count = pipelined[kind]
  if (count !== undefined) socket.pause().write(request.repeat(count))
  else socket.resume().write(request)
  return socket
}
