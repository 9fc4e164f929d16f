import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { killAll, treeOf } from './site-processes.ts'
import { run } from './isolated.ts'
import type { Machine } from './network.ts'

/** A machine with PostgreSQL, Patroni, and etcd. */
export interface DatabaseNode {
  machine: Machine
  start(): void
  /** Ends all of its processes at once, like a power failure. */
  kill(): Promise<void>
  log(): string
}

export const credentials = { user: 'devstead', password: 'over-the-wire', database: 'devstead' }
const superuser = { user: 'postgres', password: 'within-the-cluster' }
const replication = { user: 'replicator', password: 'between-the-nodes' }
const binaries = '/usr/lib/postgresql/15/bin'

/** The settings of the reference deployment, as in docs/deploy/several-machines.md. */
const dynamic = {
  ttl: 20,
  loop_wait: 1,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: 'quorum',
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 200, wal_keep_size: '512MB', wal_retrieve_retry_interval: '1s' },
    pg_hba: [
      'local all all trust',
      'host replication replicator 10.118.0.0/24 scram-sha-256',
      'host all all 10.118.0.0/24 scram-sha-256',
    ],
  },
}

/** Prepares a machine of the cluster. Its files are in a subfolder of `folder`. */
export function databaseNode(machine: Machine, all: readonly Machine[], folder: string): DatabaseNode {
  const { name, address } = machine
  const home = path.join(folder, name)
  const postgres = userOf('postgres')
  mkdirSync(home, { mode: 0o755 })
  chownSync(home, postgres.uid, postgres.gid)
  const logFile = path.join(home, 'log')
  const config = path.join(home, 'patroni.json')
  writeFileSync(config, JSON.stringify(patroniSettings(machine, all, home)))
  chownSync(config, postgres.uid, postgres.gid)
  let running: ChildProcess[] = []

  function start() {
    const out = openSync(logFile, 'a')
    const begin = ([program, ...args]: [string, ...string[]]) =>
      spawn(program, args, {
        stdio: ['ignore', out, out],
        cwd: home,
        env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
      })
    const cluster = all.map((one) => `${one.name}=http://${one.address}:2380`).join(',')
    const etcdOptions = {
      name,
      'data-dir': path.join(home, 'etcd'),
      'log-level': 'error',
      'listen-peer-urls': `http://${address}:2380`,
      'initial-advertise-peer-urls': `http://${address}:2380`,
      'listen-client-urls': `http://${address}:2379`,
      'advertise-client-urls': `http://${address}:2379`,
      'initial-cluster': cluster,
      'initial-cluster-state': 'new',
    }
    const etcd = machine.command(
      'etcd',
      ...Object.entries(etcdOptions).map(([option, value]) => `--${option}=${value}`),
    )
    const asPostgres = [`--reuid=${postgres.uid}`, `--regid=${postgres.gid}`, '--clear-groups']
    running = [begin(etcd), begin(machine.command('setpriv', ...asPostgres, 'patroni', config))]
  }

  return {
    machine,
    start,
    async kill() {
      appendFileSync(logFile, '--- killed ---\n')
      await killAll([...processesOf(name), ...running.flatMap(({ pid }) => (pid ? treeOf(pid) : []))])
    },
    log: () => readFileSync(logFile, 'utf8'),
  }
}

const processesOf = (name: string): number[] => run('ip', 'netns', 'pids', name).split('\n').filter(Boolean).map(Number)

function userOf(name: string): { uid: number; gid: number } {
  const [uid, gid] = [run('id', '-u', name), run('id', '-g', name)].map(Number)
  return { uid: uid!, gid: gid! }
}

function patroniSettings({ name, address }: Machine, all: readonly Machine[], home: string): object {
  const login = ({ user, password }: typeof superuser) => ({ username: user, password })
  return {
    scope: 'devstead',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: all.map((one) => `${one.address}:2379`) },
    bootstrap: {
      dcs: dynamic,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      post_bootstrap: path.join(home, '..', 'create-database'),
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: path.join(home, 'data'),
      bin_dir: binaries,
      authentication: {
        superuser: login(superuser),
        replication: login(replication),
        rewind: login({ user: 'rewinder', password: 'back-in-time' }),
      },
      basebackup: [{ checkpoint: 'fast' }],
      pgpass: path.join(home, 'pgpass'), // By default, all of a machine's clusters share a file.
      parameters: { unix_socket_directories: home },
    },
  }
}
