import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { onTestFinished, test } from 'vitest'
import { DatabaseTimeout } from './database-errors.ts'
import { probeDatabase } from './probe.ts'
import { withStatementLimit } from './statement-limit.ts'

/** Accepts a session as PostgreSQL does (AuthenticationOk, ReadyForQuery), but then never responds. */
async function speechlessServer() {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('data', () => socket.write(Buffer.from('5200000008000000005a0000000549', 'hex')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'x', database: 'x' }
}

test('gives up at its own time limit, even within a job that has a longer limit', async () => {
  const server = await speechlessServer()
  await assert.rejects(
    withStatementLimit(60_000, () => probeDatabase(server, 200)),
    DatabaseTimeout,
  )
})
