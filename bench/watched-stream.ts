import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright'
import { type Db, one } from '#kernel/db.ts'
import { getLivestream, Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { addBroadcast } from '#providers/streaming/broadcasts.store.ts'
import { sha256 } from '#providers/streaming/live-broadcasts.ts'
import type { RunningSite } from '#tests/support/site.ts'
import { chromiumArgs, findChromium } from '../scripts/chromium.ts'
import { findFfmpeg } from '../scripts/ffmpeg.ts'
import { startBare } from './bare.ts'
import { median, msOf, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

declare global {
  interface Window {
    /** When the page showed its first frame of the stream, in ms since navigation. */
    firstFrameMs: number | undefined
  }
}

const name = 'bench-watched'
const openings = 7
const watchedMs = 8000
/** Each frame encodes the time as black and white columns, one for each bit of the time in hundredths of a second. */
const bits = 12
const hundredths = 2 ** bits

/** Measures, with a real encoder and a real browser, how long a livestream page takes to show a frame, compared with
 *  a page that only plays the same stream with hls.js, and how old the frames on the screen are. That age is mostly
 *  the distance that a player keeps from the live edge, so it is measured in units of that distance. The site must
 *  listen for encoders on `rtmpPort`. */
export async function measureWatchedStream({ url, dataDir }: RunningSite, rtmpPort: number): Promise<Row[]> {
  const id = await withDatabase(dataDir, seedLivestream)
  const source = `${url}/live/${name}`
  const encoder = sendTime(`rtmp://127.0.0.1:${rtmpPort}/live/${name}`)
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumArgs, ...crossOrigin] })
  const bare = await startBare('bare-player.ts', `${source}/index.m3u8`)
  try {
    await untilLive(url + getLivestream.href({ id }))
    const page = `${url}/livestream/${id}`
    const [frameMs, bareMs]: number[][] = [[], []]
    for (let opening = 0; opening < openings; opening++) {
      bareMs!.push((await watch(browser, bare.url, 0)).firstFrameMs)
      frameMs!.push((await watch(browser, page, 0)).firstFrameMs)
    }
    const ageMs = median((await watch(browser, page, watchedMs)).ages)
    const distanceMs = await liveEdgeDistanceMs(source)
    return [
      {
        name: 'stream in a browser: first frame of its page, p50 as a multiple of bare hls.js',
        value: median(frameMs!) / median(bareMs!),
        limit: { atMost: 3 },
        info: msOf(median(frameMs!), median(bareMs!)),
      },
      {
        name: 'stream in a browser: camera to screen, p50 as a multiple of PART-HOLD-BACK',
        value: ageMs / distanceMs,
        limit: { atMost: 1.8 },
        info: msOf(ageMs, distanceMs),
      },
    ]
  } finally {
    await browser.close()
    bare.stop()
    encoder.kill('SIGKILL')
  }
}

/** The bare player has its own origin. */
const crossOrigin = ['--disable-web-security']

async function seedLivestream(db: Db): Promise<number> {
  await addBroadcast(db, { providerId: name, playbackId: name, keySha256: sha256(name), isPublic: true })
  const row = await one<{ id: number }>(db)`
    insert into all_livestreams (member_id, provider, provider_id, playback_id, stream_key, title, description,
      is_public, is_playback_public)
    select min(id), 'embedded', ${name}, ${name}, ${name}, 'Watched', '', true, true from members
    returning id`
  return row!.id
}

/** How far from the live edge the playlist tells players to stay. */
async function liveEdgeDistanceMs(source: string): Promise<number> {
  const playlist = await (await fetch(`${source}/media.m3u8`)).text()
  return Number(/PART-HOLD-BACK=([\d.]+)/.exec(playlist)?.[1]) * 1000
}

/** Sends 720p30 as OBS would. The columns are a Gray code: at most one bit changes while a frame is drawn. */
function sendTime(target: string): ChildProcess {
  const bit = `255*mod(floor((mod(floor(time(0)*100),${hundredths})+pow(2,floor(X/8)))/pow(2,floor(X/8)+1)),2)`
  const size = `${bits * 8}x54`
  const source = `nullsrc=size=${size}:rate=30,format=yuv420p,geq=lum='${bit}':cb=128:cr=128,scale=1280:720:flags=neighbor`
  const live = ['-re', '-f', 'lavfi', '-i']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '60']
  const args = [...live, source, ...live, 'sine=frequency=440:sample_rate=48000', ...video, '-c:a', 'aac']
  return spawn(findFfmpeg(), ['-loglevel', 'error', ...args, '-f', 'flv', target], { stdio: 'ignore' })
}

async function untilLive(url: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++, await sleep(20)) {
    const { status } = Livestream.parse(await (await fetch(url)).json())
    if (status === 'active') return sleep(3000) // typical viewers do not arrive in the first second
  }
  throw new Error(`${url} is not live.`)
}

/** Opens the page with an empty browser cache. `ages`: how old the frames shown within `watchMs` were, in ms. */
async function watch(browser: Browser, url: string, watchMs: number) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(noteFirstFrame)
    await page.goto(url)
    await page.waitForFunction(() => window.firstFrameMs !== undefined, undefined, { timeout: 20_000 })
    const firstFrameMs = (await page.evaluate(() => window.firstFrameMs))!
    if (watchMs > 0) await sleep(2000)
    return { firstFrameMs, ages: watchMs > 0 ? await page.evaluate(agesOfFrames, { watchMs, bits }) : [] }
  } finally {
    await context.close()
  }
}

function noteFirstFrame(): void {
  const check = () => {
    const video = document.querySelector('video')
    if (!video) return requestAnimationFrame(check)
    return video.requestVideoFrameCallback(() => (window.firstFrameMs = performance.now()))
  }
  check()
}

function agesOfFrames({ watchMs, bits }: { watchMs: number; bits: number }): Promise<number[]> {
  const video = document.querySelector('video')!
  const canvas = new OffscreenCanvas(bits * 10, 10)
  const pixels = canvas.getContext('2d', { willReadFrequently: true })!
  const ages: number[] = []
  const endMs = performance.now() + watchMs
  function ageOf(nowMs: number): number {
    pixels.drawImage(video, 0, 0, canvas.width, canvas.height)
    let [time, bit] = [0, 0]
    for (let at = bits - 1; at >= 0; at--) {
      bit ^= Number(pixels.getImageData(at * 10 + 5, 5, 1, 1).data[0]! > 128)
      time = time * 2 + bit
    }
    const hundredths = 2 ** bits
    return ((((nowMs / 10) % hundredths) - time + hundredths) % hundredths) * 10
  }
  return new Promise((resolve) => {
    function sample() {
      ages.push(ageOf(Date.now()))
      if (performance.now() > endMs) resolve(ages)
      else video.requestVideoFrameCallback(sample)
    }
    video.requestVideoFrameCallback(sample)
    setTimeout(() => resolve(ages), watchMs * 2)
  })
}
