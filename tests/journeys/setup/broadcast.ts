import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { broadcastTestPicture } from '../../../scripts/ffmpeg.ts'
import { test as journey } from './journey.ts'

interface Fixtures {
  /** Sends a test picture with a tone to the URL. Encoders that are still running are killed at the end. */
  broadcast: (address: string) => { child: ChildProcess; ended: Promise<unknown> }
}

/** A journey with an encoder that can broadcast to the site. */
export const test = journey.extend<Fixtures>({
  // Videos start automatically unless the viewer prefers reduced motion.
  contextOptions: ({ contextOptions }, use) => use({ ...contextOptions, reducedMotion: 'no-preference' }),
  broadcast: async ({ browserName: _browserName }, use) => {
    const children: ChildProcess[] = []
    await use((address) => {
      const child = broadcastTestPicture(address)
      children.push(child)
      return { child, ended: once(child, 'exit') }
    })
    for (const child of children) child.kill('SIGKILL')
  },
})
