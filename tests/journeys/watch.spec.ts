import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import type { Recording } from '#features/live/livestreams/recordings.contract.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { test } from './setup/broadcast.ts'

// An ended stream's playlist returns 404.
test.use({ expectedFaults: ['status of 404'] })

test('viewers see a broadcast, its interruption, and its end when it is disabled', async ({ page, broadcast }) => {
  await signUp(page, 'broadcaster')
  const stream = await callAs<OwnLivestream>(page, 'POST', '/api/livestreams', { title: 'Building a parser' })
  const address = `${stream.ingestUrl}/${stream.streamKey}`

  await test.step('rejects an encoder with a wrong key', async () => {
    await page.goto(`/livestream/${stream.id}`)
    await expect(stageOf(page)).toContainText('Waiting for broadcaster to start streaming...')
    await hasNoFaults(page)
    const { child, ended } = broadcast(`${stream.ingestUrl}/${'a'.repeat(stream.streamKey.length)}`)
    await ended
    expect(child.exitCode).not.toBe(0)
    await expect(stageOf(page)).toContainText('Waiting for broadcaster')
  })

  let encoder = broadcast(address)
  await test.step('playback starts automatically', async () => {
    await expect(page.locator('.live-badge')).toHaveText('LIVE')
    await playsOn(page)
    await hasNoFaults(page)
  })

  await test.step('the keyboard controls the player', async () => {
    await page.getByRole('button', { name: 'Pause' }).focus()
    await page.keyboard.press('k')
    await expect(page.getByRole('button', { name: 'Play' })).toBeFocused()
    await page.keyboard.press('k')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    const isMuted = await videoOf(page).evaluate((video: HTMLVideoElement) => video.muted)
    await page.keyboard.press('m')
    await expect(page.getByRole('button', { name: isMuted ? 'Mute' : 'Unmute', exact: true })).toBeVisible()
    await playsOn(page)
  })

  await test.step('the encoder is killed and reconnects in time', async () => {
    encoder.child.kill('SIGKILL')
    await expect(stageOf(page)).toContainText('Be right back')
    encoder = broadcast(address)
    await expect(page.locator('.stage-panel')).toBeHidden()
    await playsOn(page)
  })

  await test.step('the broadcaster ends the broadcast', async () => {
    encoder.child.kill('SIGINT')
    await expect(stageOf(page)).toContainText('Waiting for broadcaster')
  })

  await test.step('disabling takes the stream offline immediately and disconnects the encoder', async () => {
    encoder = broadcast(address)
    await playsOn(page)
    await callAs(page, 'POST', `/api/livestreams/${stream.id}/disable`)
    await encoder.ended
    await expect(stageOf(page)).toContainText('This stream is currently offline')
    await expect(page.locator('.live-badge')).toHaveCount(0)
  })
})

test.describe('when the server is killed', () => {
  test.use({ expectedFaults: ['status of 404', 'status of 503', '503: ', 'net::ERR_'] })

  test('after a restart, shows the broadcast again to viewers who stay on the page', async ({
    page,
    site,
    broadcast,
  }) => {
    await signUp(page, 'cut-off')
    const { id, ingestUrl, streamKey } = await callAs<OwnLivestream>(page, 'POST', '/api/livestreams', {
      title: 'Live',
    })
    const address = `/api/livestreams/${id}`
    const encoder = broadcast(`${ingestUrl}/${streamKey}`)
    await page.goto(`/livestream/${id}`)
    await playsOn(page)
    const before = await sequenceOf(page, address)
    await expect.poll(() => countRecorded(site.dataDir)).toBeGreaterThan(2)

    await site.kill()
    await encoder.ended
    await site.again()
    await expect(stageOf(page)).toContainText('Waiting for broadcaster', { timeout: 60_000 })
    const { status } = await callAs<OwnLivestream>(page, 'GET', address)
    expect(status).toBe('idle')

    broadcast(`${ingestUrl}/${streamKey}`)
    await expect(page.locator('.live-badge')).toHaveText('LIVE', { timeout: 60_000 })
    await playsOn(page)
    expect(await sequenceOf(page, address)).toBeGreaterThan(before)

    const [recording] = await callAs<Recording[]>(page, 'GET', `${address}/recordings`)
    expect(recording!.seconds).toBeGreaterThan(5)
    await page.goto(`/livestream/${id}/recording/${recording!.id}`)
    await page.getByRole('button', { name: 'Play' }).click()
    await playsOn(page)
  })
})

const stageOf = (page: Page) => page.locator('.stage')
const videoOf = (page: Page) => page.locator('video')

/** Counts the segments of unfinished recordings on disk. */
function countRecorded(dataDir: string): number {
  const files = fs.globSync(path.join(dataDir, 'recordings/*/segments.jsonl'))
  return files.reduce((sum, file) => sum + fs.readFileSync(file, 'utf8').split('\n').length - 1, 0)
}

/** Returns the number of the first segment in the playlist. */
async function sequenceOf(page: Page, path: string): Promise<number> {
  const { playbackUrl } = await callAs<OwnLivestream>(page, 'GET', path)
  const media = await page.request.get(playbackUrl!.replace('index.m3u8', 'media.m3u8'))
  return Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(await media.text())![1])
}

/** Expects the video to play for more than a second. */
async function playsOn(page: Page): Promise<void> {
  const time = () => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect(videoOf(page)).toBeVisible()
  const before = await time()
  await expect.poll(time).toBeGreaterThan(before + 1)
}
