import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Connection } from '#providers/database/connection.ts'

/** A network between the site and its database that can drop connections without either side noticing. */
export interface SilentProxy {
  connection: Connection
  /** Silently drops every open connection, like a failover or a NAT timeout: the site's connections remain open and
   *  discard everything written to them, and the database loses its clients. New connections work. */
  failOver(): void
  /** Silently drops all connections, including new ones, until `recover` is called. */
  goSilent(): void
  recover(): void
}

/** Starts a proxy in front of the database server, which listens on a Unix socket or a port. */
export async function silentProxy(server: Connection): Promise<SilentProxy> {
  const pairs = new Set<{ client: net.Socket; upstream: net.Socket }>()
  const swallowing = new Set<net.Socket>()
  let isSilent = false

  function swallow(client: net.Socket) {
    swallowing.add(client)
    client.on('error', () => {}).resume()
  }

  const proxy = net.createServer({ allowHalfOpen: true }, (client) => {
    if (isSilent) return swallow(client)
    const upstream = server.host.startsWith('/')
      ? net.connect(`${server.host}/.s.PGSQL.${server.port}`)
      : net.connect(server.port, server.host)
    const pair = { client, upstream }
    pairs.add(pair)
    client.on('data', (bytes) => void (pairs.has(pair) && upstream.write(bytes)))
    upstream.on('data', (bytes) => void (pairs.has(pair) && client.write(bytes)))
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => {})
      from.on('end', () => pairs.has(pair) && to.end())
      from.on('close', () => pairs.delete(pair) && to.destroy())
    }
  })

  function failOver() {
    for (const { client, upstream } of pairs) {
      swallow(client)
      upstream.destroy()
    }
    pairs.clear()
  }

  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    for (const { client, upstream } of pairs) for (const one of [client, upstream]) one.destroy()
    for (const one of swallowing) one.destroy()
  })
  return {
    connection: { ...server, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    failOver,
    goSilent() {
      isSilent = true
      failOver()
    },
    recover: () => void (isSilent = false),
  }
}
