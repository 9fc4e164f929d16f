import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { connect, type Db } from '#kernel/db.ts'
import { connectionOf } from '#providers/database/database-url.ts'
import { credentials, type DatabaseNode, databaseNode } from './database-node.ts'
import { addMachine } from './network.ts'

export interface DatabaseCluster {
  nodes: DatabaseNode[]
  /** For DATABASE_URL. */
  url: string
  /** Waits until there is a primary and two standbys that may succeed it. @returns the primary */
  healthy(limitMs: number): Promise<DatabaseNode>
  /** Opens the primary's database and passes it to `work`. */
  withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>
}

const Members = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      lag: z.optional(z.union([z.number(), z.string()])),
    }),
  ),
})
const pollMs = 250
const maxLagBytes = 1_000_000

/** Starts three machines with PostgreSQL under Patroni. */
export async function startDatabaseCluster(folder: string): Promise<DatabaseCluster> {
  const script = path.join(folder, 'create-database')
  const { user, password, database } = credentials
  const statements = [`create role ${user} login password '${password}'`, `create database ${database} owner ${user}`]
  writeFileSync(script, `#!/bin/sh\npsql -d "$1" ${statements.map((one) => `-c "${one}"`).join(' ')}\n`)
  chmodSync(script, 0o755)
  const machines = [1, 2, 3].map((number) => addMachine(`db${number}`, 10 + number))
  const nodes = machines.map((machine) => databaseNode(machine, machines, folder))
  for (const node of nodes) node.start()
  const hosts = machines.map(({ address }) => `${address}:5432`).join(',')
  const url = `postgres://${user}:${password}@${hosts}/${database}?target_session_attrs=read-write`
  return {
    nodes,
    url,
    async healthy(limitMs) {
      for (const untilMs = performance.now() + limitMs; performance.now() < untilMs; await sleep(pollMs)) {
        const primary = await healthyPrimary(nodes)
        if (primary) return primary
      }
      throw new Error(`The database cluster was not healthy within ${limitMs / 1000} s.`)
    },
    async withDatabase(work) {
      const db = connect({ ...connectionOf(url), max: 1, onError: () => {} })
      return await work(db).finally(() => db.destroy())
    },
  }
}

async function healthyPrimary(nodes: readonly DatabaseNode[]): Promise<DatabaseNode | null> {
  const views = await Promise.all(nodes.map(membersSeenBy))
  // After a network failure, a node may have an outdated view.
  const [first] = views
  if (!first || views.some((view) => JSON.stringify(rolesIn(view)) !== JSON.stringify(rolesIn(first)))) return null
  const isStreaming = ({ state, lag }: Member) => /^(running|streaming)$/.test(state) && Number(lag ?? 0) < maxLagBytes
  const roles = first.map(({ role }) => role).toSorted()
  const isComplete = roles.join() === 'leader,quorum_standby,quorum_standby' && first.every(isStreaming)
  const leader = first.find(({ role }) => role === 'leader')
  return isComplete ? nodes.find(({ machine }) => machine.name === leader?.name)! : null
}

type Member = z.infer<typeof Members>['members'][number]
const rolesIn = (members: Member[] | null) => members?.map(({ name, role }) => `${name} ${role}`).toSorted()

/** Returns the cluster's members as reported by the node's Patroni, or null. */
async function membersSeenBy({ machine: { address } }: DatabaseNode): Promise<Member[] | null> {
  try {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
    return Members.parse(await response.json()).members
  } catch {
    return null
  }
}
