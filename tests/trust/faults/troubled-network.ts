import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to connections: `gone` refuses them, `hanging` accepts them and transfers nothing, and a number delays
 *  everything that the client sends by that many milliseconds. */
export type Trouble = 'none' | 'gone' | 'hanging' | number

/** A network between a site and its database, which listens on a Unix socket in the folder `host`. */
export interface TroubledNetwork {
  port: number
  become(trouble: Trouble): Promise<void>
  stop(): Promise<void>
}

export async function startTroubledNetwork({ host, port }: { host: string; port: number }): Promise<TroubledNetwork> {
  let trouble: Trouble = 'none'
  const sockets = new Set<net.Socket>()
  const held = new Set<() => void>()

  /** Calls `write` now, or once the network allows it. */
  function transfer(write: () => void): void {
    if (trouble === 'hanging') held.add(write)
    else write()
  }

  const server = net.createServer((client) => {
    const upstream = net.connect(`${host}/.s.PGSQL.${port}`)
    let sent = Promise.resolve()
    client.on('data', (bytes) => {
      const delay = sleep(typeof trouble === 'number' ? trouble : 0)
      // Without delay, these bytes must not overtake delayed ones.
      sent = sent.then(() => delay).then(() => transfer(() => upstream.write(bytes)))
    })
    upstream.on('data', (bytes) => transfer(() => client.write(bytes)))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  async function close() {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const ownPort = await listen(0)
  return {
    port: ownPort,
    async become(next) {
      if (next === 'gone') await close()
      if (trouble === 'gone' && next !== 'gone') await listen(ownPort)
      trouble = next
      for (const write of held) write()
      held.clear()
    },
    stop: async () => void (server.listening && (await close())),
  }
}
