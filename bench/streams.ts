import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#kernel/db.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { addBroadcast } from '#providers/streaming/broadcasts.store.ts'
import { sha256 } from '#providers/streaming/live-broadcasts.ts'
import { findFfmpeg } from '../scripts/ffmpeg.ts'
import { cpuMsOf } from './process.ts'
import { median, msOf, p95, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const streams = 8
const starts = 3
const partsSeen = 24
/** The baseline for starting a stream: about how many seconds of video the site needs before its playlist has a
 *  part. */
const firstSeconds = 1

/** Measures the ingest and delivery of eight 720p30 broadcasts at 3 Mbit/s, each followed by one player. CPU time is
 *  compared with that of the processes that send the same streams at the same time; start times are compared with
 *  those of encoders that write to /dev/null. A part's delay is mostly time spent waiting for frames, not work, so
 *  it is measured in part durations. The site must listen for encoders on `rtmpPort`. */
export async function measureStreams({ url, dataDir, pid }: RunningSite, rtmpPort: number): Promise<Row[]> {
  const video = makeVideo(dataDir)
  const [startMs, bareStartMs]: number[][] = [[], []]
  let live: Live = { urls: [], encoders: [] }
  try {
    for (let start = 0; start < starts; start++) {
      stop(live.encoders)
      bareStartMs!.push(...(await bareStarts(video)))
      const names = Array.from({ length: streams }, (_, index) => `bench-stream-${start}-${index}`)
      await withDatabase(dataDir, (db) => addBroadcasts(db, names))
      const startedMs = performance.now()
      live = {
        encoders: names.map((name) => send(video, `rtmp://127.0.0.1:${rtmpPort}/live/${name}`)),
        urls: names.map((name) => `${url}/live/${name}`),
      }
      startMs!.push(...(await Promise.all(live.urls.map(async (stream) => (await playableAt(stream)) - startedMs))))
    }
    const startRow: Row = {
      name: `streams: encoder start to playlist, p95 as a multiple of ${firstSeconds} s sent to /dev/null`,
      value: p95(startMs!) / p95(bareStartMs!),
      limit: { atMost: 1.5 },
      info: msOf(p95(startMs!), p95(bareStartMs!), 'p95'),
    }
    return [...(await measureDelivery(pid, live)), startRow]
  } finally {
    stop(live.encoders)
  }
}

interface Live {
  urls: string[]
  encoders: ChildProcess[]
}

const stop = (encoders: ChildProcess[]) => encoders.forEach((encoder) => encoder.kill('SIGKILL'))

async function addBroadcasts(db: Db, names: string[]): Promise<void> {
  for (const name of names)
    await addBroadcast(db, { providerId: name, playbackId: name, keySha256: sha256(name), isPublic: true })
}

/** Returns how long, in ms, the same number of encoders take to send just the first seconds of video. */
function bareStarts(video: string): Promise<number[]> {
  const startedMs = performance.now()
  const encoders = Array.from({ length: streams }, () => send(video, '/dev/null', ['-t', String(firstSeconds), '-y']))
  return Promise.all(
    encoders.map(async (encoder) => {
      await once(encoder, 'exit')
      return performance.now() - startedMs
    }),
  )
}

async function measureDelivery(pid: number, { urls, encoders }: Live): Promise<Row[]> {
  const used = () => ({
    siteMs: cpuMsOf(pid),
    encodersMs: encoders.reduce((sum, encoder) => sum + cpuMsOf(encoder.pid!), 0),
    atMs: performance.now(),
  })
  const before = used()
  const delaysMs = (await Promise.all(urls.map(follow))).flat()
  const after = used()
  const [siteMs, encodersMs] = [after.siteMs - before.siteMs, after.encodersMs - before.encodersMs]
  const percentOf = (ms: number) => `${((ms * 100) / (after.atMs - before.atMs) / streams).toFixed(2)} %`
  const partMs = await partTargetMs(urls[0]!)
  return [
    {
      name: `streams: CPU of ${streams} streams, as a multiple of the ffmpeg processes that send them`,
      value: siteMs / encodersMs,
      limit: { atMost: 8 },
      info: `${percentOf(siteMs)} of a core per stream; baseline ${percentOf(encodersMs)}`,
    },
    {
      name: 'streams: end of a part to its player, p50 as a share of the duration of a part',
      value: median(delaysMs) / partMs,
      limit: { atMost: 0.25 },
      info: `${msOf(median(delaysMs), partMs)}; p95 ${p95(delaysMs).toFixed(0)} ms`,
    },
  ]
}

async function partTargetMs(url: string): Promise<number> {
  const playlist = await (await fetch(`${url}/media.m3u8`)).text()
  return Number(/PART-TARGET=([\d.]+)/.exec(playlist)?.[1]) * 1000
}

function makeVideo(folder: string): string {
  const file = path.join(folder, 'bench.flv')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30', '-f', 'lavfi', '-i', 'sine=frequency=440']
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-b:v', '3M']
  const rest = ['-c:a', 'aac', '-t', '30', '-y', file]
  execFileSync(findFfmpeg(), [
    '-loglevel',
    'error',
    ...picture,
    ...encoding,
    '-maxrate',
    '3M',
    '-bufsize',
    '3M',
    ...rest,
  ])
  return file
}

/** Sends the video in real time, as an encoder does, but without encoding it. */
const send = (video: string, target: string, options: string[] = []) =>
  spawn(findFfmpeg(), ['-loglevel', 'error', '-re', '-i', video, '-c', 'copy', ...options, '-f', 'flv', target], {
    stdio: 'ignore',
  })

/** Waits for the playlist. @returns the time when it became available, on the `performance` clock */
async function playableAt(url: string): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const response = await fetch(`${url}/media.m3u8`)
    await response.arrayBuffer()
    if (response.ok) return performance.now()
    await sleep(20)
  }
  throw new Error(`${url} is not live.`)
}

/** Plays as hls.js does: requests the hinted part, then the playlist that contains it. @returns the age of each part,
 *  in ms */
async function follow(url: string): Promise<number[]> {
  const delays: number[] = []
  let text = await (await fetch(`${url}/media.m3u8`)).text()
  while (delays.length < partsSeen) {
    const [, sequence, part] = /PRELOAD-HINT:TYPE=PART,URI="(\d+)\.(\d+)\.m4s"/.exec(text)!
    const response = await fetch(`${url}/${sequence}.${part}.m4s`)
    await response.arrayBuffer()
    text = await (await fetch(`${url}/media.m3u8?_HLS_msn=${sequence}&_HLS_part=${part}`)).text()
    const endMs = response.ok ? endOf(text, `${sequence}.${part}.m4s`) : null
    if (endMs !== null) delays.push(Date.now() - endMs)
  }
  return delays
}

/** Returns when the part's last frame was captured. */
function endOf(playlist: string, part: string): number | null {
  const [head, last] = playlist.split(`URI="${part}"`)
  if (!head || last === undefined) return null
  const [, date, durations = ''] = /.*PROGRAM-DATE-TIME:(\S+)([\s\S]*)$/s.exec(head) ?? []
  const seconds = [...durations.matchAll(/PART:DURATION=([\d.]+)/g)].reduce((sum, [, one]) => sum + Number(one), 0)
  return Date.parse(date!) + seconds * 1000
}
