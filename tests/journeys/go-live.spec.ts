import { expect, type Page } from '@playwright/test'
import type { OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// An ended stream's playlist returns 404, and an interrupted broadcaster receives 410.
test.use({ expectedFaults: ['status of 404', 'status of 410'] })

test('a member goes live with a camera, mutes the microphone, ends the broadcast, and sees when the livestream is disabled', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'onair')
  const { id } = await callAs<OwnLivestream>(page, 'POST', '/api/livestreams', { title: 'Drawing a parser' })
  await page.goto('/livestreams/manage')
  await page.getByRole('link', { name: 'Go live from this browser with Drawing a parser' }).click()
  await expect(page).toHaveURL(`/livestreams/${id}/go-live`)
  await expect(page.getByRole('heading', { name: 'What do you want to show?' })).toBeVisible()

  await page.getByRole('button', { name: 'Camera', exact: true }).press('Enter')
  const start = page.getByRole('button', { name: 'Go live' })
  await expect(page.getByLabel('Microphone', { exact: true })).toContainText('Fake')
  await expect(page.getByRole('combobox', { name: 'Camera' })).toContainText('fake')
  // The encoder and the player share a machine.
  await page.getByLabel('Resolution').selectOption('360p')
  await start.press('Enter')
  await expect(page.locator('.live-badge')).toBeVisible()
  await hasNoFaults(page)

  // Players start automatically unless the viewer prefers reduced motion.
  const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'no-preference' })
  const viewer = await context.newPage()
  await test.step('a viewer sees the broadcast', async () => {
    await viewer.goto(`/livestream/${id}`)
    await expect(viewer.locator('.live-badge')).toHaveText('LIVE')
    await playsOn(viewer)
  })

  await test.step('the broadcast continues while muted and while showing the screen and camera together', async () => {
    await page.getByRole('button', { name: 'Mute' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Muted' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Both', exact: true }).press('Enter')
    await page.getByLabel('Camera position').selectOption('top left')
    await hasNoFaults(page)
    await playsOn(viewer)
  })

  await test.step('leaving asks for confirmation, and stopping ends the broadcast', async () => {
    await page.getByRole('link', { name: 'Feed' }).first().click()
    await page.getByRole('button', { name: 'Stay' }).press('Enter')
    await expect(page.locator('.live-badge')).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).press('Enter')
    await page.getByRole('button', { name: 'End broadcast' }).press('Enter')
    await expect(viewer.locator('.stage')).toContainText('Waiting for broadcaster')
  })

  await test.step('the page shows that the livestream was disabled during a broadcast', async () => {
    await start.press('Enter')
    await expect(page.locator('.live-badge')).toBeVisible()
    await expect(viewer.locator('.live-badge')).toHaveText('LIVE')
    await callAs(page, 'POST', `/api/livestreams/${id}/disable`)
    await expect(page.getByText('This livestream has been disabled.')).toBeVisible()
    await expect(page.locator('.live-badge')).toHaveCount(0)
  })
})

/** Expects the video to show ten more frames. Playing without pauses would be too much to ask of a slow machine, whose
 *  encoder sends only a fraction of the frames in time. A player that restarts counts from 0. */
async function playsOn(page: Page): Promise<void> {
  const shown = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
      return totalVideoFrames - droppedVideoFrames
    })
  await expect(page.locator('video')).toBeVisible()
  let last = await shown()
  let frames = 0
  const more = async () => {
    const now = await shown()
    frames += now < last ? now : now - last
    last = now
    return frames
  }
  await expect.poll(more, { timeout: 240_000 }).toBeGreaterThan(10)
}
