import { createHash } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import type { Cluster } from './cluster.ts'
import { privateFolder } from './private-folder.ts'
import type { Settings } from './server.ts'

/** `pg` connection options. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/** Returns the settings that determine where a new server listens: on the previous server's port, if there was one. */
export async function listenSettings(cluster: Cluster, previous: Connection | null): Promise<Settings> {
  if (cluster.password === null) return socketAddress(cluster)
  const port = String(previous?.port ?? (await findFreePort()))
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port }
}

/** Returns the socket folder for a cluster run by `uid`. The path is the same in every process, and short, because
 *  socket paths are limited to about 100 bytes. */
export function socketFolderOf(folder: string, uid: number): string {
  const hash = createHash('sha1').update(`${folder} ${uid}`).digest('hex').slice(0, 12)
  return `/tmp/devstead-${hash}`
}

/** A socket in a folder that only the owner can access. */
function socketAddress({ folder, owner }: Cluster): Settings {
  const uid = owner?.uid ?? process.getuid?.() ?? 0
  const socketFolder = privateFolder(socketFolderOf(folder, uid), 0o700, owner)
  return { listen_addresses: '', unix_socket_directories: socketFolder, port: '5432' }
}

async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system assigned no port')
  return address.port
}
