import { registerHref } from '#features/people/accounts/account-addresses.contract.ts'
import { setupAddress } from '#features/admin/setup/setup-addresses.contract.ts'
import cluster from 'node:cluster'
import path from 'node:path'
import type { Context } from '#kernel/http.ts'
import { builtFiles } from './built-files.ts'
import { type Config, readConfig } from './config.ts'
import { isForOperator } from './operator-errors.ts'
import { startProcesses } from './processes.ts'
import { fillDemo } from './demo/fill-demo.ts'
import { type RunningServer, StartError, startServer } from './server.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Usually, stopping takes a second, and up to 20 seconds if requests and jobs are running. The supervisor waits for its
 *  workers, and all of them must stop before systemd or Docker kills them. */
const stopLimitMs = { worker: 40_000, supervisor: 50_000 }
const root = path.resolve(import.meta.dirname, '../..')

interface Options {
  /** Fills an empty site with demo content first. */
  demo?: boolean
}

/** Reads the settings, serves the built site, and stops on Ctrl-C or SIGTERM. */
export async function main({ demo = false }: Options = {}): Promise<void> {
  try {
    const config = readConfig()
    if (demo && config.webProcesses > 1) throw new StartError(demoNeedsOneProcess)
    const notes: string[] = []
    const fill = async (ctx: Context) => void notes.push(await fillDemo(ctx))
    const isSupervisor = config.webProcesses > 1 && cluster.isPrimary
    const server = isSupervisor
      ? startProcesses(config)
      : await startServer(config, await builtFiles(root), demo ? fill : undefined)
    stopOnSignals({
      stop: server.stop,
      limitMs: config.shutdownDelayMs + stopLimitMs[isSupervisor ? 'supervisor' : 'worker'],
      fail,
    })
    await server.ready.catch(async (reason: unknown) => {
      await server.stop()
      throw reason
    })
    if (cluster.isPrimary) await announce(config, server, notes)
  } catch (reason) {
    fail(reason)
  }
}

const demoNeedsOneProcess = 'The demo requires a single web process. Start it with WEB_PROCESSES=1.'

async function announce(
  { siteName, ownerUsername }: Config,
  { url, isEmpty }: RunningServer,
  notes: string[],
): Promise<void> {
  say(`${siteName ?? 'Devstead'} is running at ${url}`)
  if (await isEmpty()) {
    const who =
      ownerUsername === null ? 'The first person to register' : `The person who registers as “${ownerUsername}”`
    say(`There are no members yet. ${who} becomes the owner: ${url}${registerHref(setupAddress.href())}`)
  }
  for (const line of notes) say(line)
}

/** Prints a line for the operator. Later messages are written to the log. */
const say = (line: string) => void process.stdout.write(`${line}\n`)

function fail(reason: unknown): never {
  const text = reason instanceof Error ? (isForOperator(reason) ? reason.message : reason.stack) : String(reason)
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}

if (import.meta.main) await main()
