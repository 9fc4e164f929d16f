import net from 'node:net'
import { RtmpSession, type SessionOptions } from './rtmp-session.ts'

export type RtmpServerOptions = Omit<SessionOptions, 'onEnd'>
export interface RtmpServer {
  close(): Promise<void>
}

const maxConnections = 200
/** Prevents a single address from using up all connections. */
const maxPerAddress = 50

/** Listens for encoders. @throws system errors, such as EADDRINUSE */
export async function listenForRtmp(port: number, host: string, options: RtmpServerOptions): Promise<RtmpServer> {
  const sessions = new Map<RtmpSession, string>()
  const server = net.createServer({ noDelay: true, keepAlive: true }, (socket) => {
    const address = socket.remoteAddress ?? ''
    const others = [...sessions.values()].filter((one) => one === address).length
    if (others >= maxPerAddress) {
      socket.destroy()
      return
    }
    const session = new RtmpSession(socket, { ...options, onEnd: () => void sessions.delete(session) })
    sessions.set(session, address)
  })
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Exclusive, because otherwise a cluster's processes would share the port and its connections.
    server.listen({ port, host, exclusive: true }, resolve)
  })
  return {
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const session of sessions.keys()) session.disconnect('The server is restarting.')
      await closed
    },
  }
}
