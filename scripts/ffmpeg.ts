import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/snap/bin']

/** Finds ffmpeg for tests, or installs Debian's package. @throws Error if it is unavailable */
export function findFfmpeg(): string {
  const found = systems() ?? debians()
  if (found) return found
  throw new Error('The streaming tests need ffmpeg. Install it with your package manager.')
}

const systems = (): string | null =>
  folders.map((folder) => path.join(folder, 'ffmpeg')).find((file) => fs.existsSync(file)) ?? null

function debians(): string | null {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return null
  process.stdout.write('Installing ffmpeg…\n')
  const install = () => succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'ffmpeg'])
  return install() || (succeeds('apt-get', ['update']) && install()) ? systems() : null
}

function succeeds(command: string, args: string[]): boolean {
  const tenMinutesMs = 10 * 60_000
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', timeout: tenMinutesMs, env }).status === 0
}
