import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright'
import { one } from '#kernel/db.ts'
import { Livestream, livestreamPath } from '#features/livestreams/livestreams.contract.ts'
import { addBroadcast } from '#providers/streaming/broadcasts.store.ts'
import { sha256 } from '#providers/streaming/live-broadcasts.ts'
import type { RunningSite } from '#tests/site.ts'
import { chromiumArgs, findChromium } from '../scripts/chromium.ts'
import { findFfmpeg } from '../scripts/ffmpeg.ts'
import { median, type Row } from './row.ts'
import { withDatabase } from './seed.ts'

declare global {
  interface Window {
    /** When the page had its first picture of the stream, since it was opened. */
    firstPictureMs: number | undefined
  }
}

const name = 'bench-watched'
const openings = 5
const watchedMs = 8000
/** The picture has the time in it, as black and white columns: one for each bit of hundredths of a second. */
const bits = 12
const hundredths = 2 ** bits

/** How long the page of a livestream takes to show a picture, and how old pictures are when they are on the screen: a real
 *  encoder, the real page in a real browser. The site must listen for encoders on `rtmpPort`. */
export async function measureWatchedStream({ url, dataDir }: RunningSite, rtmpPort: number): Promise<Row[]> {
  const id = await withDatabase(dataDir, async (db) => {
    await addBroadcast(db, { providerId: name, playbackId: name, keySha256: sha256(name), isPublic: true })
    const row = await one<{ id: number }>(db)`
      insert into all_livestreams (member_id, provider, provider_id, playback_id, stream_key, title, description,
        is_public, is_playback_public)
      select min(id), 'embedded', ${name}, ${name}, ${name}, 'Watched', '', true, true from members
      returning id`
    return row!.id
  })
  const encoder = sendTime(`rtmp://127.0.0.1:${rtmpPort}/live/${name}`)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
  try {
    await onAir(url + livestreamPath(id))
    const views: Awaited<ReturnType<typeof watch>>[] = []
    for (let opening = 1; opening <= openings; opening++)
      views.push(await watch(browser, `${url}/livestream/${id}`, opening === openings ? watchedMs : 0))
    const what = 'stream in a browser:'
    return [
      {
        name: `${what} from opening its page to a picture, p50 in ms`,
        figure: median(views.map(({ firstPictureMs }) => firstPictureMs)),
        limit: { atMost: 1000 },
      },
      {
        name: `${what} from the camera to the screen, p50 in ms`,
        figure: median(views.flatMap(({ ages }) => ages)),
        limit: { atMost: 3000 },
      },
    ]
  } finally {
    await browser.close()
    encoder.kill('SIGKILL')
  }
}

/** 720p30 as OBS would send it. A Gray code, of which one bit at most changes while the picture is drawn. */
function sendTime(target: string): ChildProcess {
  const bit = `255*mod(floor((mod(floor(time(0)*100),${hundredths})+pow(2,floor(X/8)))/pow(2,floor(X/8)+1)),2)`
  const size = `${bits * 8}x54`
  const picture = `nullsrc=size=${size}:rate=30,format=yuv420p,geq=lum='${bit}':cb=128:cr=128,scale=1280:720:flags=neighbor`
  const live = ['-re', '-f', 'lavfi', '-i']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '60']
  const args = [...live, picture, ...live, 'sine=frequency=440:sample_rate=48000', ...video, '-c:a', 'aac']
  return spawn(findFfmpeg(), ['-loglevel', 'error', ...args, '-f', 'flv', target], { stdio: 'ignore' })
}

async function onAir(address: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++, await sleep(20)) {
    const { status } = Livestream.parse(await (await fetch(address)).json())
    if (status === 'active') return sleep(3000) // as one that has not just begun
  }
  throw new Error(`${address} is not on air.`)
}

/** Opens the page as somebody who has never been there. `ages`: of the pictures of that time, in ms. */
async function watch(browser: Browser, address: string, lookMs: number) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.addInitScript(noteFirstPicture)
    await page.goto(address)
    await page.waitForFunction(() => window.firstPictureMs !== undefined, undefined, { timeout: 20_000 })
    const firstPictureMs = (await page.evaluate(() => window.firstPictureMs))!
    if (lookMs > 0) await sleep(2000)
    return { firstPictureMs, ages: lookMs > 0 ? await page.evaluate(agesOfPictures, { lookMs, bits }) : [] }
  } finally {
    await context.close()
  }
}

function noteFirstPicture(): void {
  const look = () => {
    const video = document.querySelector('video')
    if (!video) return requestAnimationFrame(look)
    return video.requestVideoFrameCallback(() => (window.firstPictureMs = performance.now()))
  }
  look()
}

function agesOfPictures({ lookMs, bits }: { lookMs: number; bits: number }): Promise<number[]> {
  const video = document.querySelector('video')!
  const canvas = new OffscreenCanvas(bits * 10, 10)
  const pixels = canvas.getContext('2d', { willReadFrequently: true })!
  const ages: number[] = []
  const endMs = performance.now() + lookMs
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
    function look() {
      ages.push(ageOf(Date.now()))
      if (performance.now() > endMs) resolve(ages)
      else video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
    setTimeout(() => resolve(ages), lookMs * 2)
  })
}
