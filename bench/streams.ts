import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningSite } from '#tests/site.ts'
import { addBroadcast } from '#providers/streaming/broadcasts.store.ts'
import { sha256 } from '#providers/streaming/live-broadcasts.ts'
import { findFfmpeg } from '../scripts/ffmpeg.ts'
import { cpuMsOf } from './process.ts'
import { p95, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

const streams = 8
const partsSeen = 16

/** What it costs to take eight broadcasts of 720p30 at 3 Mbit/s in and give them out, with one player that follows each,
 *  and how far behind these are. The site must listen for encoders on `rtmpPort`. */
export async function measureStreams({ url, dataDir, pid }: RunningSite, rtmpPort: number): Promise<Row[]> {
  const film = makeFilm(dataDir)
  const names = Array.from({ length: streams }, (_, at) => `bench-stream-${at}`)
  await withDatabase(dataDir, async (db) => {
    for (const name of names) {
      await addBroadcast(db, { providerId: name, playbackId: name, keySha256: sha256(name), isPublic: true })
    }
  })
  const encoders: ChildProcess[] = []
  try {
    const startedMs = performance.now()
    for (const name of names) encoders.push(send(film, `rtmp://127.0.0.1:${rtmpPort}/live/${name}`))
    const beginnings = await Promise.all(names.map(async (name) => (await playable(`${url}/live/${name}`)) - startedMs))
    const before = { cpuMs: cpuMsOf(pid), atMs: performance.now() }
    const delays = (await Promise.all(names.map((name) => follow(`${url}/live/${name}`)))).flat()
    const share = (cpuMsOf(pid) - before.cpuMs) / (performance.now() - before.atMs)
    return [
      {
        name: `streams: CPU per stream, ${streams} at once, % of a core`,
        figure: (share * 100) / streams,
        limit: { atMost: 2 },
      },
      {
        name: 'streams: from the start of an encoder to a playlist, p95 in ms',
        figure: p95(beginnings),
        limit: { atMost: 2000 },
      },
      { name: 'streams: from the end of a part to its player, p95 in ms', figure: p95(delays), limit: { atMost: 250 } },
    ]
  } finally {
    for (const encoder of encoders) encoder.kill('SIGKILL')
  }
}

function makeFilm(folder: string): string {
  const file = path.join(folder, 'bench.flv')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30', '-f', 'lavfi', '-i', 'sine=frequency=440']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-b:v', '3M']
  const rest = ['-c:a', 'aac', '-t', '20', '-y', file]
  execFileSync(findFfmpeg(), ['-loglevel', 'error', ...picture, ...video, '-maxrate', '3M', '-bufsize', '3M', ...rest])
  return file
}

/** As a camera would send it, without the work of encoding. */
const send = (film: string, target: string) =>
  spawn(findFfmpeg(), ['-loglevel', 'error', '-re', '-i', film, '-c', 'copy', '-f', 'flv', target], { stdio: 'ignore' })

async function playable(address: string): Promise<number> {
  for (let tries = 0; tries < 500; tries++) {
    const answer = await fetch(`${address}/media.m3u8`)
    await answer.arrayBuffer()
    if (answer.ok) return performance.now()
    await sleep(20)
  }
  throw new Error(`${address} is not on air.`)
}

/** Plays as hls.js does: asks for the next part's playlist, then for the part. @returns how old each part was, in ms */
async function follow(address: string): Promise<number[]> {
  const delays: number[] = []
  let text = await (await fetch(`${address}/media.m3u8`)).text()
  while (delays.length < partsSeen) {
    const [, sequence, part] = /PRELOAD-HINT:TYPE=PART,URI="(\d+)\.(\d+)\.m4s"/.exec(text)!
    const answer = await fetch(`${address}/${sequence}.${part}.m4s`)
    await answer.arrayBuffer()
    text = await (await fetch(`${address}/media.m3u8?_HLS_msn=${sequence}&_HLS_part=${part}`)).text()
    const endMs = answer.ok ? endOf(text, `${sequence}.${part}.m4s`) : null
    if (endMs !== null) delays.push(Date.now() - endMs)
  }
  return delays
}

/** When the part's last picture was taken. */
function endOf(playlist: string, part: string): number | null {
  const [head, last] = playlist.split(`URI="${part}"`)
  if (!head || last === undefined) return null
  const [, date, durations = ''] = /.*PROGRAM-DATE-TIME:(\S+)([\s\S]*)$/s.exec(head) ?? []
  const seconds = [...durations.matchAll(/PART:DURATION=([\d.]+)/g)].reduce((sum, [, one]) => sum + Number(one), 0)
  return Date.parse(date!) + seconds * 1000
}
