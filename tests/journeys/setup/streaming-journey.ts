import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { findFfmpeg } from '../../../scripts/ffmpeg.ts'
import { freePort, type RunningSite, startSite, temporaryDataDir } from '../../site.ts'
import { test as journey } from './journey.ts'

interface Fixtures {
  /** Sends a picture with a clock and a tone there; what still sends at the end is stopped. */
  broadcast: (address: string) => { child: ChildProcess; ended: Promise<unknown> }
}

/** A journey through a site that encoders can send to. */
export const test = journey.extend<Fixtures, { site: RunningSite }>({
  site: [
    async ({ browserName: _browserName }, use) => {
      const { dataDir, remove } = temporaryDataDir()
      const settings = { TRUST_PROXY: '1', LOG_LEVEL: 'warn', RTMP_PORT: String(await freePort()) }
      const site = await startSite(dataDir, settings)
      await use(site)
      expect(await site.stop(), site.output()).toBe(0)
      remove()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  // Films begin by themselves only for those who do not mind.
  contextOptions: ({ contextOptions }, use) => use({ ...contextOptions, reducedMotion: 'no-preference' }),
  broadcast: async ({ browserName: _browserName }, use) => {
    const children: ChildProcess[] = []
    await use((address) => {
      const child = spawn(findFfmpeg(), [...picture, ...sound, ...encoded, address], { stdio: 'ignore' })
      children.push(child)
      return { child, ended: once(child, 'exit') }
    })
    for (const child of children) child.kill('SIGKILL')
  },
})

const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30']
const sound = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-bf', '0']
const encoded = [...video, '-c:a', 'aac', '-f', 'flv']
