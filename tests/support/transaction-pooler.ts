import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Connection } from '#providers/database/connection.ts'

// Messages of PostgreSQL protocol version 3: https://www.postgresql.org/docs/18/protocol-message-formats.html
const sslRequest = 80877103
const terminate = 0x58
const message = (type: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const authenticationOk = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))

interface Server {
  socket: net.Socket
  client: net.Socket | null
}

/** Starts a transaction pooler that, like PgBouncer, assigns a server to a client until the client's transaction ends.
 *  `taken` determines which idle server is assigned: the most recently used, or each in turn. @returns a
 *  DATABASE_URL */
export async function startTransactionPooler(
  { host, port, user, database }: Connection,
  { taken = 'last', size = 2 }: { taken?: 'last' | 'first'; size?: number } = {},
): Promise<string> {
  const idle: Server[] = []
  const sockets = new Set<net.Socket>()
  const waiting: (() => void)[] = []
  let count = 0

  async function take(): Promise<Server> {
    const server = taken === 'last' ? idle.pop() : idle.shift()
    if (server) return server
    if (count < size) return connect()
    await new Promise<void>((resume) => waiting.push(resume))
    return take()
  }

  async function connect(): Promise<Server> {
    count++
    const socket = net.connect(path.join(host, `.s.PGSQL.${port}`))
    sockets.add(socket)
    const server: Server = { socket, client: null }
    const started = Promise.withResolvers<void>()
    let rest = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      rest = Buffer.concat([rest, bytes])
      for (let length = lengthOf(rest); length > 0 && rest.length >= length; length = lengthOf(rest)) {
        const [one, isReady] = [rest.subarray(0, length), rest[0] === 0x5a]
        server.client?.write(one)
        rest = rest.subarray(length)
        if (isReady) started.resolve()
        if (isReady && one[5] === 0x49 && server.client) release(server)
      }
    })
    const parameters = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
    const head = Buffer.alloc(8)
    head.writeInt32BE(parameters.length + 8)
    head.writeInt32BE(196608, 4)
    socket.write(Buffer.concat([head, parameters]))
    await started.promise
    return server
  }

  function release(server: Server) {
    server.client = null
    idle.push(server)
    waiting.shift()?.()
  }

  const front = net.createServer((client) => {
    sockets.add(client)
    let isStarted = false
    let server: Server | null = null
    let last = Promise.resolve()
    async function pass(bytes: Buffer) {
      if (!isStarted) {
        const isSsl = bytes.readInt32BE(4) === sslRequest
        isStarted = !isSsl
        client.write(isSsl ? 'N' : Buffer.concat([authenticationOk, ready]))
        return
      }
      if (bytes[0] === terminate) {
        client.end()
        return
      }
      if (server?.client !== client) {
        server = await take()
        server.client = client
      }
      server.socket.write(bytes)
    }
    client.on('data', (bytes) => (last = last.then(() => pass(bytes)))).on('error', () => {})
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  onTestFinished(() => {
    front.close()
    for (const socket of sockets) socket.destroy()
  })
  return `postgres://${user}@127.0.0.1:${(front.address() as AddressInfo).port}/${database}`
}

/** Returns the length of the first message in the bytes, or 0 if its header is incomplete. */
const lengthOf = (bytes: Buffer): number => (bytes.length < 5 ? 0 : bytes.readInt32BE(1) + 1)
