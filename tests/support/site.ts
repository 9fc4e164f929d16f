import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const root = path.resolve(import.meta.dirname, '../..')
const startLimitMs = 240_000
/** Settings for programs that a test runs: they send nothing to the internet, and keep their priority. */
export const programEnvironment = {
  NODE_OPTIONS: ['loopback-only.mjs', 'normal-priority.mjs']
    .map((file) => `--import ${pathToFileURL(path.join(import.meta.dirname, file)).href}`)
    .join(' '),
}

export interface RunningSite {
  url: string
  dataDir: string
  /** The process id of the current command; by default, the server is its child process. */
  pid: number
  /** The time from running the command until the first 200 from /readyz. */
  startMs: number
  /** Returns what the process has printed so far. */
  output: () => string
  /** Stops the site with SIGTERM. @returns its exit code */
  stop: () => Promise<number | null>
  /** Kills the server immediately. */
  kill: () => Promise<void>
  /** Starts the site again at the same URL. */
  again: () => Promise<void>
}

type Command = readonly [program: string, ...args: string[]]
export const npmStart: Command = [process.execPath, path.join(root, 'scripts/run.mjs'), 'start']

/** Starts the site on a free port, by default with the command that `npm start` runs, and waits until it is ready.
 *  `{url}` in a setting stands for the site's URL. `proxyUrl` is the URL of a proxy in front of the site. @throws Error with the site's output if the site does not
 *  start */
export async function startSite(
  dataDir: string,
  settings: Record<string, string> = {},
  command: Command = npmStart,
  proxyUrl?: string,
): Promise<RunningSite> {
  for (;;) {
    const port = await freePort()
    try {
      return await startOn(port, dataDir, settings, command, proxyUrl)
    } catch (reason) {
      // Another test has taken the port in the meantime.
      if (!String(reason).includes(`Port ${port} on 127.0.0.1 is in use`)) throw reason
    }
  }
}

async function startOn(
  port: number,
  dataDir: string,
  settings: Record<string, string>,
  [program, ...args]: Command,
  proxyUrl?: string,
): Promise<RunningSite> {
  const url = proxyUrl ?? `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...programEnvironment,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_FORMAT: 'json',
    RTMP_PORT: '0',
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.replace('{url}', url)])),
  }
  let output = ''
  async function start(): Promise<ChildProcess> {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
    try {
      await untilReady(child, url)
    } catch (reason) {
      child.kill()
      throw new Error(`The site did not start.\n${output}`, { cause: reason })
    }
    return child
  }
  const startedMs = performance.now()
  let child = await start()
  const startMs = performance.now() - startedMs
  return {
    url,
    dataDir,
    get pid() {
      return child.pid!
    },
    startMs,
    output: () => output,
    stop: () => stop(child),
    async kill() {
      const exited = once(child, 'exit')
      process.kill(serverOf(child.pid!), 'SIGKILL')
      await exited
    },
    again: async () => void (child = await start()),
  }
}

/** Returns the process id of the server that the command has started. */
function serverOf(pid: number): number {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return Number(children.trim().split('\n')[0])
}

/** Creates a data folder for one run. Call `remove` after the site has stopped. */
export function temporaryDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'devstead-'))
  return { dataDir, remove: () => fs.rmSync(dataDir, { recursive: true, force: true }) }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const giveUpAtMs = performance.now() + startLimitMs
  while (performance.now() < giveUpAtMs) {
    if (child.exitCode !== null) throw new Error(`It exited with code ${child.exitCode}.`)
    const response = await fetch(`${url}/readyz`).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return
    await sleep(20)
  }
  throw new Error(`It was not ready after ${startLimitMs / 1000} s.`)
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
  return child.exitCode
}

/** Returns a free port below the range from which systems choose ports for outgoing connections, so that it is still
 *  free when a site starts again. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_768)
  const server = net.createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return await freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
