import { mkdtempSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { connect, sql } from '#kernel/db.ts'
import { migrateJobs } from '#kernel/jobs.ts'
import { migrate } from '#kernel/migrations.ts'
import type { Connection } from '#kernel/postgres/address.ts'
import { startPostgres } from '#kernel/postgres/postgres.ts'
import { isAlive } from '#kernel/postgres/processes.ts'
import { endServer, removeDatabase } from './postgres-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run; its database `template` is migrated and takes no connections. */
    testServer: Connection
  }
}

const folders = '/tmp/devstead-tests-'
const forTests = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/** One database server for each `vitest run`: every worker copies its template. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = mkdtempSync(`${folders}${process.pid}-`)
  const log = pino({ level: 'warn' })
  const server = await startPostgres({ dataDir, log, settings: forTests })
  const admin = connect({ ...server.connection, onError: () => {} })
  await sql`create database template`.execute(admin)
  await makeTemplate({ ...server.connection, database: 'template' })
  await sql`alter database template allow_connections false`.execute(admin)
  await admin.destroy()
  provide('testServer', server.connection)
  return async () => {
    await server.stop()
    removeDatabase(dataDir)
  }
}

/** Ends the servers of runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync('/tmp')) {
    const dataDir = `/tmp/${name}`
    const pid = /^\d+(?=-)/.exec(dataDir.slice(folders.length))?.[0]
    if (!dataDir.startsWith(folders) || !pid || isAlive(Number(pid))) continue
    await endServer(dataDir)
    removeDatabase(dataDir)
  }
}

async function makeTemplate(connection: Connection): Promise<void> {
  await migrateJobs(connection, pino({ level: 'warn' }))
  const template = connect({ ...connection, onError: () => {} })
  await migrate(template, path.resolve(import.meta.dirname, '../migrations'))
  await sql.raw(rememberSeeds).execute(template)
  await template.destroy()
}

// Rows that migrations made are kept in the schema `seeds`; `clean_tables()` brings the tables back to just those.
// Tables nobody has touched are left alone: truncating one costs far more than looking.
const rememberSeeds = `
  create schema seeds;
  create table seeds.tables (name text primary key, has_seeds boolean not null);
  do $$ declare found record; seeded boolean; begin
    for found in select schemaname || '.' || tablename as name, tablename as short from pg_tables
                 where schemaname in ('public', 'graphile_worker') loop
      execute format('select exists (select from %s)', found.name) into seeded;
      if seeded then execute format('create table seeds.%I as table %s', found.short, found.name); end if;
      insert into seeds.tables values (found.name, seeded);
    end loop;
  end $$;
  create function clean_tables() returns void language plpgsql as $$
    declare found record; touched boolean; dirty text[] := '{}';
    begin
      for found in select name, has_seeds, 'seeds.' || split_part(name, '.', 2) as seeds from seeds.tables loop
        if found.has_seeds then
          execute format('select exists ((table %1$s except table %2$s) union all (table %2$s except table %1$s))',
            found.name, found.seeds) into touched;
        else execute format('select exists (select from %s)', found.name) into touched;
        end if;
        if touched then dirty := dirty || found.name; end if;
      end loop;
      if dirty = '{}' then return; end if;
      set local session_replication_role = replica;
      execute 'truncate ' || array_to_string(dirty, ', ') || ' restart identity cascade';
      for found in select name, 'seeds.' || split_part(name, '.', 2) as seeds from seeds.tables where has_seeds loop
        execute format('insert into %s overriding system value table %s on conflict do nothing', found.name, found.seeds);
      end loop;
    end $$;`
