import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { callAs, signUp } from './setup/members.ts'

interface Me {
  displayName: string
  title: string
  skills: string[]
  profileImage: string | null
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings')
  await expect(page.getByLabel('Display Name')).toBeVisible()
}

test('a visitor is asked to sign in and then returns to the settings', async ({ page }) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('/auth?next=/settings')
})

test(
  'a member edits their profile, including skills by keyboard, and returns to the feed',
  { tag: '@phone' },
  async ({ page }) => {
    await signUp(page, 'setter')
    await openSettings(page)
    await page.getByLabel('Display Name').fill('Selma Setter')
    await page.getByLabel('Professional Title').fill('Compiler engineer')
    const skill = page.getByLabel('Skills', { exact: true })
    for (const name of ['Rust', 'rust', ' ', 'SQL']) {
      await skill.fill(name)
      await skill.press('Enter')
    }
    const skills = page.getByRole('list', { name: 'Your skills' }).getByRole('listitem')
    await expect(skills).toHaveText(['Rust', 'SQL'])
    await skill.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Remove Rust' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(skills).toHaveText(['SQL'])
    await expect(skill).toBeFocused()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Settings updated')).toBeVisible()
    await page.waitForURL('/')
    await expect(page.getByText('Settings updated')).toBeVisible()
    const me = await callAs<Me>(page, 'GET', '/api/users/me')
    expect([me.displayName, me.title, me.skills]).toEqual(['Selma Setter', 'Compiler engineer', ['SQL']])
  },
)

test.describe('while the server is failing', () => {
  test.use({ expectedFaults: ['status of 503', '503: '] })
  test('keeps the typed text, even after a reload, and saves it later', async ({ page }) => {
    await signUp(page, 'unhurried')
    await openSettings(page)
    await page.route('**/api/settings/update', (route) =>
      route.fulfill({ status: 503, json: { code: 'not_ready', message: 'The database is unavailable.' } }),
    )
    await page.getByLabel('Bio').fill('Written while the server slept')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Failed to update settings')).toBeVisible()
    await expect(page.getByText('The database is unavailable.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Bio')).toHaveValue('Written while the server slept')
    await expect(page.getByText('You have unsaved changes.')).toBeVisible()
    await page.unroute('**/api/settings/update')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL('/')
    await openSettings(page)
    await expect(page.getByLabel('Bio')).toHaveValue('Written while the server slept')
    await expect(page.getByText('You have unsaved changes.')).toBeHidden()
  })
})

test('a large picture is scaled down before upload and becomes the avatar', async ({ page }) => {
  await signUp(page, 'painter')
  await openSettings(page)
  await page.evaluate(noteUploads)
  await page.getByLabel('Picture file').setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: await largePicture(page),
  })
  const avatar = page.locator('.profile-picture img')
  await expect(avatar).toHaveAttribute('src', /profile-images/)
  await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
  const [sent] = await page.evaluate(() => window.uploads)
  expect([sent?.width, sent?.height]).toEqual([512, 341])
  expect(sent!.bytes).toBeLessThanOrEqual(1024 * 1024)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL('/')
  expect((await callAs<Me>(page, 'GET', '/api/users/me')).profileImage).toMatch(/profile-images/)
})

declare global {
  interface Window {
    /** The pictures as passed to fetch. */
    uploads: { width: number; height: number; bytes: number }[]
  }
}

function noteUploads(): void {
  window.uploads = []
  const send = window.fetch
  window.fetch = async (input, init) => {
    const file = init?.body instanceof FormData ? init.body.get('file') : null
    if (file instanceof File) {
      const { width, height } = await createImageBitmap(file)
      window.uploads.push({ width, height, bytes: file.size })
    }
    return send(input, init)
  }
}

/** A picture of noise, 1500 by 1000 pixels: more than one megabyte. */
async function largePicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1500
    canvas.height = 1000
    const pen = canvas.getContext('2d')!
    const pixels = pen.createImageData(1500, 1000)
    pixels.data.forEach((_, i) => (pixels.data[i] = i % 4 === 3 ? 255 : Math.random() * 255))
    pen.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  return Buffer.from(base64, 'base64')
}
