import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, serverPid, until } from '#tests/support/postgres-folders.ts'
import { killAll, treeOf } from './site-processes.ts'

const root = path.resolve(import.meta.dirname, '../../..')

interface Outcome {
  code: number | null
  text: string
  ms: number
}

/** Runs `devstead backup` for the site in the data folder. */
export async function backup(dataDir: string, ...words: string[]): Promise<Outcome> {
  const startedMs = performance.now()
  const child = start(dataDir, words)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += String(chunk)))
  await once(child, 'close')
  return { code: child.exitCode, text, ms: performance.now() - startedMs }
}

/** Runs `devstead backup` and parses its JSON. @throws Error with its output if it fails */
export async function backupResult<Result>(dataDir: string, ...words: string[]): Promise<Result> {
  const { code, text } = await backup(dataDir, ...words, '--json')
  if (code !== 0) throw new Error(`devstead backup ${words.join(' ')} exited with code ${code}: ${text}`)
  return JSON.parse(text) as Result
}

/** Starts `devstead backup` and kills it after a while, together with a database server that it has started.
 *  @returns whether it was still running */
export async function killBackup(dataDir: string, afterMs: number, ...words: string[]): Promise<boolean> {
  const siteServer = serverPid(dataDir)
  const isSiteRunning = siteServer !== null && (await isRunning(siteServer))
  const child = start(dataDir, words)
  child.stdout.resume()
  child.stderr.resume()
  const exited = once(child, 'exit')
  await Promise.race([exited, sleep(afterMs)])
  const wasRunning = child.exitCode === null
  const ownServer = isSiteRunning ? null : serverPid(dataDir)
  await killAll([...treeOf(child.pid!), ...(ownServer === null ? [] : treeOf(ownServer))])
  await until(() => child.exitCode !== null || child.signalCode !== null, 'the command has ended')
  return wasRunning
}

const start = (dataDir: string, words: readonly string[]) =>
  spawn(process.execPath, ['scripts/devstead.ts', 'backup', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, LOG_FORMAT: 'json' },
  })
