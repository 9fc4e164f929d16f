import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFiles } from './built-files.ts'
import { ConfigError, readConfig } from './config.ts'
import { type RunningServer, startServer } from './server.ts'

/** The process: reads the settings, serves the built site, stops on Ctrl-C and SIGTERM. */
export async function main({ demo = false } = {}): Promise<void> {
  try {
    const config = readConfig()
    const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
    const server = await startServer(config, await builtFiles(root))
    stopOnSignals(server)
    await server.ready
    say(`\n${config.siteName} is running at ${server.url}`)
    if (demo) await seed(server)
    if (await server.isEmpty()) {
      say(`Nobody has registered yet. The first member to register becomes its owner: ${server.url}/login?tab=register`)
    }
  } catch (reason) {
    fail(reason)
  }
}
