import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { one, sql } from '#kernel/db.ts'
import { startSite } from '#tests/support/site.ts'
import { withDatabase } from '../seed.ts'
import { accounts, password, type Scale } from './cast.ts'
import { seedNotifications } from './notifications.ts'
import { seedOthers } from './others.ts'
import { seedPeople } from './people.ts'
import { seedPosts } from './posts.ts'
import { seedReactions } from './reactions.ts'

/** Fills a data folder with a site of this size, unless it already has one. */
export async function seedSite(dataDir: string, scale: Scale): Promise<void> {
  const finished = path.join(dataDir, 'size-benchmark.json')
  if (fs.existsSync(finished)) return
  fs.rmSync(dataDir, { recursive: true, force: true })
  fs.mkdirSync(dataDir, { recursive: true })
  await signUp(dataDir)
  await withDatabase(dataDir, async (db, url) => {
    const client = new Client(url)
    await client.connect()
    try {
      await fill(client, scale)
    } finally {
      await client.end()
    }
    const { size } = (await one<{ size: string }>(db)`
      select pg_size_pretty(pg_database_size(current_database())) as size`)!
    console.log(`Database size: ${size}.`)
    await sql`checkpoint`.execute(db)
  })
  fs.writeFileSync(finished, JSON.stringify(scale))
}

/** Registers the first members, because only the site itself can create accounts. */
async function signUp(dataDir: string): Promise<void> {
  const site = await startSite(dataDir, { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
  try {
    for (const { email, username } of accounts) {
      const response = await fetch(`${site.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, data: { username, fullName: username } }),
      })
      const session: unknown = await response.json()
      if (!response.ok || typeof session !== 'object' || session === null || !('access_token' in session))
        throw new Error(`${username} could not register: ${JSON.stringify(session)}`)
      const headers = { authorization: `Bearer ${String(session.access_token)}` }
      const member = await fetch(`${site.url}/api/users/me`, { headers })
      if (!member.ok) throw new Error(`${username} has no profile: ${await member.text()}`)
    }
  } finally {
    await site.stop()
  }
}

const parts = {
  people: seedPeople,
  posts: seedPosts,
  reactions: seedReactions,
  others: seedOthers,
  notifications: seedNotifications,
}

async function fill(client: Client, scale: Scale): Promise<void> {
  // Triggers would take hours, so each part also fills the tables that triggers would fill.
  await client.query(`
    set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB';
    set work_mem = '256MB'; set timezone = 'UTC'`)
  await client.query(`alter system set max_wal_size = '16GB'`)
  await client.query('select pg_reload_conf()')
  for (const [name, seed] of Object.entries(parts)) {
    const startedMs = performance.now()
    await seed(client, scale)
    console.log(`${scale.posts} posts: ${name} (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`)
  }
  await client.query('vacuum (analyze)')
  await client.query('alter system reset max_wal_size')
  await configureLog(client)
  await client.query('select pg_reload_conf()')
}

/** From its next start on, the database can log the plans of statements; see plans.ts. */
async function configureLog(client: Client): Promise<void> {
  await client.query(`load 'auto_explain'`)
  for (const [name, value] of Object.entries(logSettings)) await client.query(`alter system set ${name} = '${value}'`)
}

const logSettings = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'postgresql.log',
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_nested_statements': 'on',
}
