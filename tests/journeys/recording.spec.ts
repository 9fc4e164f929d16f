import { expect, type Page } from '@playwright/test'
import type { OwnLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { callAs, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { test } from './setup/broadcast.ts'

// The playlists of an ended stream and of a deleted recording return 404.
test.use({ expectedFaults: ['status of 404'] })

test('a recording plays with its chat, is posted with one click, and is deleted', async ({ page, broadcast }) => {
  await signUp(page, 'recorder')
  const stream = await callAs<OwnLivestream>(page, 'POST', '/api/livestreams', { title: 'Building a lexer' })

  await test.step('a broadcast with a chat message', async () => {
    await page.goto(`/livestream/${stream.id}`)
    const { child, ended } = broadcast(`${stream.ingestUrl}/${stream.streamKey}`)
    await expect(page.locator('.live-badge')).toHaveText('LIVE')
    await playsTo(page, 3)
    await callAs(page, 'POST', `/api/livestreams/${stream.id}/chat`, { message: 'Why no regular expressions?' })
    await playsTo(page, 6)
    child.kill('SIGINT')
    await ended
    await expect(page.locator('.stage')).toContainText('Waiting for broadcaster')
  })

  await test.step('the recording is listed and plays', async () => {
    await page.getByRole('link', { name: /Building a lexer/ }).click({ timeout: 60_000 })
    await expect(page).toHaveURL(/\/recording\/\d+$/)
    await expect(page.getByRole('heading', { name: 'Building a lexer' })).toBeVisible()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await playsTo(page, 1)
  })

  await test.step('keyboard shortcuts seek, and chat messages appear at the time they were sent', async () => {
    const message = page.getByText('Why no regular expressions?')
    const seek = page.getByRole('slider', { name: 'Seek' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await seek.press('Home')
    await expect.poll(() => timeOf(page)).toBe(0)
    await expect(message).toHaveCount(0)
    await seek.press('End')
    await expect(message).toBeVisible()
    await seek.press('Home')
    await expect(message).toHaveCount(0)
    await seek.press('ArrowRight')
    await expect.poll(() => timeOf(page)).toBe(5)
    await expect(seek).toHaveAttribute('aria-valuetext', /^5 seconds of \d+ seconds$/)
  })

  const recording = new URL(page.url()).pathname
  await test.step('one click creates a post', async () => {
    await page.goto('/livestreams/manage')
    await page.getByRole('button', { name: 'Post the recording of Building a lexer' }).click()
    await page.getByRole('link', { name: 'View', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Building a lexer' })).toBeVisible()
    await page.goto('/')
    const link = page.locator('.entries, main').locator(`a[href$="${recording}"]`)
    await expect(link.first()).toBeVisible()
  })

  await test.step('the recording is deleted', async () => {
    await page.goto('/livestreams/manage')
    await page.getByRole('button', { name: 'Delete the recording of Building a lexer' }).click()
    await hasNoFaults(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.locator('.own-recordings')).toHaveCount(0)
    await page.goto(recording)
    await expect(page.getByRole('heading', { name: 'Recording Not Found' })).toBeVisible()
  })
})

const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** Waits until the video has played past the given second. */
async function playsTo(page: Page, seconds: number): Promise<void> {
  await expect(page.locator('video')).toBeVisible()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(seconds)
}
