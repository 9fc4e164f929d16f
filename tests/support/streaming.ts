import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  BufferSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
} from 'mediabunny'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { systemClock } from '#kernel/clock.ts'
import {
  type EmbeddedStreaming,
  embeddedStreaming,
  type EmbeddedStreamingOptions,
} from '#providers/streaming/embedded.ts'
import type { BroadcastEvent } from '#providers/streaming/streaming.ts'
import { findFfmpeg } from '../../scripts/ffmpeg.ts'
import { testDb, testSealing } from './database.ts'
import { freePort } from './site.ts'
import { patienceMs } from './patience.ts'

/** Starts the embedded provider on a free port, with a broadcast, its events, and players. */
export async function testStreaming(options: Partial<EmbeddedStreamingOptions> = {}) {
  const rtmpPort = options.rtmpPort ?? (await freePort())
  const logged: string[] = []
  const events: BroadcastEvent[] = []
  const db = await testDb()
  async function open(more: Partial<EmbeddedStreamingOptions> = {}) {
    const streaming = await embeddedStreaming({
      db,
      log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
      clock: systemClock,
      sealing: testSealing,
      siteUrl,
      host: '127.0.0.1',
      rtmpPort,
      recordings: { isOn: false, folder: '/nowhere', maxBytes: 0 },
      ...options,
      ...more,
    })
    streaming.listen(async (event) => void events.push(event))
    onTestFinished(() => streaming.close())
    return streaming
  }
  const first = await open()
  const { streamKey, ...broadcast } = await first.create({ isPublic: true })
  const get = (file: string, { playbackId } = broadcast) => ask(t.streaming, `/live/${playbackId}/${file}`)
  const text = async (file: string, of = broadcast) => (await get(file, of)).text()
  /** Returns everything listed in the playlist, as read by Mediabunny. */
  async function played(of = broadcast) {
    const media = await text('media.m3u8', of)
    const [, init = ''] = /URI="(init\d+\.mp4)"/.exec(media) ?? []
    const names = [...media.matchAll(/^\d+\.m4s$/gm)].map(([name]) => name)
    const files = await Promise.all([init, ...names].map(async (name) => (await get(name, of)).arrayBuffer()))
    return readMp4(Buffer.concat(files.map((file) => Buffer.from(file))))
  }
  const t = {
    streaming: first,
    open,
    async restart() {
      t.streaming = await open()
    },
    db,
    rtmpPort,
    url: `rtmp://127.0.0.1:${rtmpPort}/live`,
    streamKey,
    ...broadcast,
    get,
    text,
    played,
    events,
    kinds: () => events.map((event) => (event.type === 'state' ? event.state : event.type)),
    logged,
  }
  return t
}

const siteUrl = 'http://devstead.test'

export const ask = (streaming: EmbeddedStreaming, address: string, init: RequestInit = {}): Promise<Response> =>
  streaming.handle(new Request(new URL(address, siteUrl), init))

/** Reads the file with Mediabunny. */
export async function readMp4(bytes: Buffer) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video) throw new Error('The file has no video.')
  return {
    video: {
      ...(await readTrack(video)),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
    },
    audio: audio && (await readTrack(audio)),
  }
}

async function readTrack(track: InputVideoTrack | InputAudioTrack) {
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  const seconds = (await track.computeDuration()) - (await track.getFirstTimestamp())
  return { codec: await track.getCodec(), frames: packets.length, seconds, packets }
}

export interface Encoding {
  seconds?: number
  /** Sends in real time, as a camera does, rather than as fast as possible. */
  isLive?: boolean
  video?: string[]
  audio?: string[]
  source?: string
}

const commonArguments = ['-hide_banner', '-loglevel', 'error', '-nostdin']
const usualVideo = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-bf', '0']
const usualAudio = ['-c:a', 'aac', '-b:a', '96k']

/** Returns ffmpeg's arguments for sending a picture with a clock and a tone to `target`. */
export function encoding(target: string, { seconds = 60, isLive = true, ...more }: Encoding = {}): string[] {
  const { video = usualVideo, audio = usualAudio, source = 'testsrc2=size=320x180:rate=30' } = more
  const pace = isLive ? ['-re'] : []
  const sound = audio.length > 0 ? [...pace, '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'] : ['-an']
  return [
    ...commonArguments,
    ...pace,
    '-f',
    'lavfi',
    '-i',
    source,
    ...sound,
    '-t',
    String(seconds),
    ...video,
    ...audio,
    '-f',
    'flv',
    target,
  ]
}

/** Starts ffmpeg and kills it after the test. `said` returns its error output. */
export function startFfmpeg(args: string[]) {
  const child: ChildProcess = spawn(findFfmpeg(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr!.on('data', (data: Buffer) => (said += String(data)))
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended, said: () => said }
}

export async function until(holds: () => boolean | Promise<boolean>, what: string, forMs = patienceMs): Promise<void> {
  for (const untilMs = performance.now() + forMs; !(await holds());) {
    if (performance.now() > untilMs) throw new Error(`Timed out waiting for: ${what}`)
    await sleep(20)
  }
}
