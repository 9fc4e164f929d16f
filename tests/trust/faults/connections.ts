import { Command } from '@commander-js/extra-typings'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningSite } from '#tests/support/site.ts'
import type { Figure } from './figures.ts'
import { positiveInteger } from './options.ts'
import { tryFault } from './trial.ts'

const atOnce = 200

export const connections = new Command('connections')
  .summary('Open thousands of connections')
  .description('Opens connections that ask for a page once and then stay open, and closes them again.')
  .option('--count <number>', 'Number of connections', positiveInteger, 10_000)
  .option('--seconds <number>', 'How long they stay open', positiveInteger, 30)
  .action(async ({ count, seconds }) => {
    const sockets: net.Socket[] = []
    let answered = 0
    await tryFault({
      name: `${count} connections`,
      seconds,
      async begin(site) {
        while (sockets.length < count) {
          const batch = Array.from({ length: Math.min(atOnce, count - sockets.length) }, () =>
            open(site, () => answered++),
          )
          sockets.push(...batch)
          await sleep(50)
        }
      },
      during: async (): Promise<Figure[]> => {
        const held = sockets.filter((one) => one.readyState === 'open').length
        return [
          { name: 'connections answered', value: answered, isGood: answered === count },
          { name: 'connections still open', value: held },
        ]
      },
      end: () => {
        for (const socket of sockets) socket.destroy()
      },
    })
  })

/** Opens a connection and asks for the home page, once. */
function open({ url }: RunningSite, onAnswer: () => void): net.Socket {
  const { host, hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.once('data', onAnswer).resume()
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  return socket
}
