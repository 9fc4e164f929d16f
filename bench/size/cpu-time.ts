import fs from 'node:fs'
import path from 'node:path'
import type { RunningSite } from '#tests/support/site.ts'
import { childrenOf, commandOf } from '../process.ts'

/** PostgreSQL's own background work, which does not belong to any request. */
const background = /checkpointer|background writer|walwriter|autovacuum|logical replication|io worker|logger|archiver/

/** The processes of a running site whose CPU time a request uses: the server with its threads, and the database's
 *  connections. */
export interface SiteProcesses {
  server: number
  database: number
}

export function processesOf({ pid, dataDir }: RunningSite): SiteProcesses {
  const [server = 0] = childrenOf(pid)
  const [database] = fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { server, database: Number(database) }
}

/** CPU time that the server and the database's connections have used so far, in milliseconds. */
export const cpuMsOfSite = ({ server, database }: SiteProcesses): { server: number; database: number } => ({
  server: threadsOf(server).reduce((sum, thread) => sum + runMs(`${server}/task/${thread}`), 0),
  database: childrenOf(database).reduce((sum, child) => sum + (isBackground(child) ? 0 : runMs(String(child))), 0),
})

const threadsOf = (pid: number): string[] => fs.readdirSync(`/proc/${pid}/task`)

const knownBackground = new Set<number>()

/** A process gets its title only after it has started, so only background processes are remembered. */
function isBackground(pid: number): boolean {
  if (knownBackground.has(pid)) return true
  try {
    const isFound = background.test(commandOf(pid))
    if (isFound) knownBackground.add(pid)
    return isFound
  } catch {
    return true // It has ended.
  }
}

/** The nanoseconds in `schedstat` are more precise than the ticks of ten milliseconds in `stat`. */
function runMs(task: string): number {
  try {
    return Number(fs.readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
  } catch {
    return 0 // It has ended.
  }
}
