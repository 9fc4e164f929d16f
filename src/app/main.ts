import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig } from './config.ts'
import { startServer } from './server.ts'

/** The process: reads the settings, serves the built site, stops on Ctrl-C and SIGTERM. */
export async function main({ demo = false } = {}): Promise<void> {
  try {
    const config = readConfig()
    const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
    const server = await startServer(config, await builtFiles(root))
    stopOnSignals(server.stop)
    await server.ready
    say(`${config.siteName} is running at ${server.url}`)
  } catch (reason) {
    fail(reason)
  }
}
