import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
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

/** Broadcasts a test picture with a tone to the RTMP URL, for a number of seconds or until the process is stopped. */
export const broadcastTestPicture = (url: string, seconds?: number): ChildProcess =>
  spawn(
    findFfmpeg(),
    [...picture, ...sound, ...encoded, ...(seconds === undefined ? [] : ['-t', String(seconds)]), '-f', 'flv', url],
    { stdio: 'ignore' },
  )

const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30']
const sound = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-bf', '0']
const encoded = [...video, '-c:a', 'aac']
