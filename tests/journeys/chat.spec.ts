import { type Browser, expect, type Page } from '@playwright/test'
import type { Livestream } from '#features/live/livestreams/livestreams.contract.ts'
import { watchFaults } from './setup/faults.ts'
import { test } from './setup/journey.ts'
import { callAs, newcomer } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

// The site rejects an invalid name, a message sent too soon, and a message from a banned visitor.
const refused = ['status of 409', 'status of 429', 'status of 403', '409: http', '429: http', '403: http']
test.use({ expectedFaults: refused })

const lines = (page: Page) => page.locator('.chat-line-text')
const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

/** Opens the livestream as another visitor. */
async function visitorOf(browser: Browser, baseURL: string | undefined, path: string, address: string) {
  const context = await browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'x-forwarded-for': address } })
  const page = await context.newPage()
  await page.goto(path)
  return { page, faults: await watchFaults(page) }
}

test(
  'visitors chat before a broadcast, and the broadcaster deletes messages, turns on slow mode, bans a visitor, and closes the chat',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const net = '10.46.0'
    const host = await newcomer(browser, baseURL, 'talks', `${net}.1`)
    const { id } = await callAs<Livestream>(host, 'POST', '/api/livestreams', { title: 'Pairing' })
    const path = `/livestream/${id}`
    await host.goto(path)
    const { page: other, faults } = await visitorOf(browser, baseURL, path, `${net}.2`)

    await test.step('a visitor chooses a name that no member uses, and messages appear live', async () => {
      await page.goto(path)
      await expect(page.getByText('No messages yet. Say hello.')).toBeVisible()
      await say(page, 'Hello, everyone')
      await expect(lines(other)).toHaveText(['Hello, everyone'])
      await expect(other.locator('.chat-line-name')).toHaveText('Anonymous Viewer')
      await page.getByRole('button', { name: 'Change your chat name' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await hasNoFaults(page)
      await page.getByLabel('Display name').fill('TALKS')
      await page.getByRole('button', { name: 'Save' }).click()
      await say(page, 'Trust me')
      await expect(page.locator('.field-error')).toContainText('This name belongs to a member of this site')
      await page.getByLabel('Display name').fill('Vera')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(lines(other)).toHaveText(['Hello, everyone', 'Trust me'])
      await expect(other.locator('.chat-line-name').last()).toHaveText('Vera')
      await hasNoFaults(page)
    })

    await test.step('the chat keeps its scroll position after scrolling up, and new messages are announced', async () => {
      for (let number = 1; number <= 12; number++)
        await callAs(host, 'POST', `/api/livestreams/${id}/chat`, { message: `Line ${number}` })
      await expect(lines(other).last()).toHaveText('Line 12')
      const list = other.getByRole('log', { name: 'Messages' })
      await list.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }))
      await say(page, 'And I')
      const unseen = other.getByRole('button', { name: '1 new message' })
      await expect(unseen).toBeVisible()
      await expect(lines(other).first()).toBeInViewport()
      await unseen.click()
      await expect(lines(other).last()).toBeInViewport()
      await expect(unseen).toBeHidden()
    })

    await test.step('a deleted message disappears everywhere', async () => {
      await moderate(host, 'Vera', 'Delete message')
      await expect(lines(other).last()).toHaveText('Line 12')
      await expect(lines(page).last()).toHaveText('Line 12')
    })

    await test.step('slow mode shows how long to wait and keeps the typed message', async () => {
      await host.getByRole('button', { name: 'Moderate the chat' }).click()
      await hasNoFaults(host)
      await host.getByLabel('Slow mode').selectOption('300')
      await host.keyboard.press('Escape') // on a phone, the notice about the deleted message covers the button
      await expect(host.getByRole('dialog')).toBeHidden()
      await expect(page.getByText('Slow mode: 5 min')).toBeVisible()
      await say(page, 'First')
      await expect(lines(page).last()).toHaveText('First')
      await say(page, 'Second')
      await expect(page.locator('.chat-form-refusal p')).toContainText('You can send your next message in')
      await expect(page.getByRole('button', { name: /^Send in \d+ seconds/ })).toBeVisible()
      await expect(field(page)).toHaveValue('Second')
      await hasNoFaults(page)
      await callAs(host, 'PATCH', `/api/livestreams/${id}/chat/room`, { slowModeSeconds: 0 })
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(lines(other).last()).toHaveText('Second')
    })

    await test.step('a banned visitor sees the reason, and their messages disappear', async () => {
      await moderate(host, 'Vera', 'Ban...')
      await host.getByRole('button', { name: 'Ban', exact: true }).click()
      await expect(other.locator('.chat-line-name').filter({ hasText: 'Vera' })).toHaveCount(0)
      await say(page, 'Let me in')
      await expect(page.locator('.chat-form-refusal p')).toHaveText('You cannot send messages in this chat.')
      await expect(field(page)).toHaveValue('Let me in')
    })

    await test.step('a closed chat can only be read', async () => {
      await callAs(host, 'PATCH', `/api/livestreams/${id}/chat/room`, { openness: 'live' })
      await expect(other.getByText('The chat is closed for now. You can still read it.')).toBeVisible()
      await expect(field(other)).toHaveCount(0)
      await expect(lines(other).last()).toHaveText('Line 12')
      await expect(field(host)).toBeVisible()
      await hasNoFaults(host)
    })
    expect(faults).toEqual([])
  },
)

/** Chooses a moderation action for the last message posted under that name. */
async function moderate(page: Page, name: string, act: string): Promise<void> {
  const menu = page.getByRole('button', { name: `Moderate the message by ${name}` }).last()
  await menu.click()
  await page.getByRole('menuitem', { name: act }).click()
}
