import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { root } from './built.ts'

/** Arguments for Chromium in tests: it must run as root in containers and connect only to the site. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]

// Playwright also prefers the headless shell when no window is needed; it uses a sixth less CPU time than Chromium.
const shellName = 'chromium-headless-shell'
const systemNames = [shellName, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const systemFolders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']
const onMac = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Finds Playwright's or the system's Chromium for tests, or installs Debian's package. @throws Error if none is
 *  available */
export function findChromium({ hasWindow = false } = {}): string {
  const names = systemNames.filter((name) => name !== shellName || !hasWindow)
  // Without access to Playwright's server, its download fails only after a while.
  const found = playwrights() ?? systems(names) ?? downloaded() ?? debians(names)
  if (found) return found
  throw new Error(
    'The browser tests need Chromium. Install it with `npx playwright install chromium` or your package manager.',
  )
}

const playwrights = (): string | null => (fs.existsSync(chromium.executablePath()) ? chromium.executablePath() : null)

const systems = (names: string[]): string | null => {
  const files = [...names.flatMap((name) => systemFolders.map((folder) => path.join(folder, name))), ...onMac]
  return files.find((file) => fs.existsSync(file)) ?? null
}

function downloaded(): string | null {
  const cli = path.join(root, 'node_modules/playwright/cli.js')
  return succeeds(process.execPath, [cli, 'install', 'chromium']) ? playwrights() : null
}

function debians(names: string[]): string | null {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return null
  process.stdout.write('Installing Chromium…\n')
  const install = (name: string) => succeeds('apt-get', ['install', '-y', '--no-install-recommends', name])
  const packages = names.slice(0, 2) // older releases have no package for the headless shell
  const isInstalled = packages.some(install) || (succeeds('apt-get', ['update']) && packages.some(install))
  return isInstalled ? systems(names) : null
}

function succeeds(command: string, args: string[]): boolean {
  const tenMinutesMs = 10 * 60_000
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', timeout: tenMinutesMs, env }).status === 0
}
