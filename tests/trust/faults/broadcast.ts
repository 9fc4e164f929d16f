import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { getLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { encoding } from '#tests/support/streaming.ts'
import { findFfmpeg } from '../../../scripts/ffmpeg.ts'

/** An encoder that reconnects, as OBS does, each time to the next machine. */
export interface Broadcast {
  stop(): Promise<void>
}

const reconnectMs = 1000
const hourSeconds = 3600

export function startBroadcast(rtmpUrls: readonly string[], streamKey: string): Broadcast {
  const stopping = new AbortController()
  let stopEncoder = () => {}
  async function send(): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn++, await sleep(reconnectMs)) {
      const target = `${rtmpUrls[turn % rtmpUrls.length]}/live/${streamKey}`
      const encoder = spawn(findFfmpeg(), encoding(target, { seconds: hourSeconds }), { stdio: 'ignore' })
      stopEncoder = () => void encoder.kill('SIGKILL')
      await once(encoder, 'exit')
    }
  }
  const sending = send()
  return {
    async stop() {
      stopping.abort()
      stopEncoder()
      await sending
    },
  }
}

const limitMs = 5000
const pollMs = 200

/** Returns the number of the first segment in the playlist, which increases while the stream is live; null if the
 *  stream cannot be played. */
async function sequenceAt(siteUrl: string, livestreamId: number): Promise<number | null> {
  try {
    const get = (path: string) => fetch(siteUrl + path, { signal: AbortSignal.timeout(limitMs) })
    const livestream = await get(getLivestream.href({ id: livestreamId }))
    const { playbackUrl } = (await livestream.json()) as { playbackUrl: string | null }
    if (!playbackUrl) return null
    const media = await get(new URL(playbackUrl, siteUrl).pathname.replace('index.m3u8', 'media.m3u8'))
    const [, sequence] = /#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(await media.text()) ?? []
    return sequence === undefined ? null : Number(sequence)
  } catch {
    return null
  }
}

/** Waits until a player connected to that machine gets new segments. @returns the time it took, or null after the
 *  time limit */
export async function playsAgain(siteUrl: string, livestreamId: number, waitMs: number): Promise<number | null> {
  const sinceMs = performance.now()
  let first: number | null = null
  for (; performance.now() < sinceMs + waitMs; await sleep(pollMs)) {
    const sequence = await sequenceAt(siteUrl, livestreamId)
    if (sequence !== null && first !== null && sequence !== first) return performance.now() - sinceMs
    first ??= sequence
  }
  return null
}
