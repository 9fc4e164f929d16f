import fs from 'node:fs'
import { expect } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, createMember, signIn } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test.use({ colorScheme: 'dark' })

test('an administrator finds out who suspended a member, and downloads the entries', async ({ page, request }) => {
  const username = 'audited'
  await createMember(request, username)
  await signIn(page, 'keeper')
  const { id } = await callAs<{ id: number }>(page, 'GET', `/api/users/by-username/${username}`)
  await callAs(page, 'PUT', `/api/admin/members/${id}/suspension`, { reason: 'Sells shoes' })
  await callAs(page, 'DELETE', `/api/admin/members/${id}/suspension`)

  await page.goto('/settings')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await page.getByLabel('Action').selectOption('Suspended a member')
  await page.getByLabel('Member', { exact: true }).fill(username)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(`/admin/audit?action=member.suspended&member=${username}`)
  const entry = page.getByRole('article', { name: 'Suspended a member' })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText(`by @keepermember @${username}`)
  await hasNoFaults(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const lines = fs
    .readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`member.suspended,Suspended a member,member,keeper,${username}`)

  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(page.getByRole('article', { name: 'Lifted a suspension' }).first()).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('heading', { name: 'No entries' })).toBeVisible()
  await hasNoFaults(page)
})
