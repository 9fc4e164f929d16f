import { expect, type Page } from '@playwright/test'
import { test } from './setup/journey.ts'
import { newcomer, signUp, submitLogin } from './setup/members.ts'

// The service worker receives pictures that other apps share with the installed site.

test.use({ serviceWorkers: 'allow' })

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Post content' })

test('adds a shared picture to a new post', { tag: '@phone' }, async ({ page }) => {
  await signUp(page, 'picture-sharer')
  await openWithWorker(page)
  await share(page, { title: 'A loom', pictures: [{ name: 'loom.png', bytes: 0 }] })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add this to a new post?')
  const preview = page.getByRole('img', { name: 'loom.png' })
  await expect.poll(() => preview.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(90)

  await page.getByRole('button', { name: 'Add to post' }).click()
  await page.getByRole('dialog', { name: 'Insert image' }).getByRole('button', { name: 'Insert' }).click()
  await expect(textOf(page)).toHaveValue(/^A loom\n\n!\[Image description\]\(.+\)\n$/)
  expect(await storedForms(page)).toBe(0)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const picture = page.getByRole('article').filter({ hasText: 'A loom' }).locator('img[src*="post-images"]')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(90)
})

test('keeps shared pictures until the member has signed in', async ({ page, browser, baseURL }) => {
  await (await newcomer(browser, baseURL, 'signed-out-sharer', '10.4.0.9')).context().close()
  await openWithWorker(page)
  await share(page, {
    text: 'Two looms',
    pictures: [
      { name: 'one.png', bytes: 0 },
      { name: 'two.png', bytes: 0 },
    ],
  })
  await page.waitForURL(/\/login/)
  await submitLogin(page, 'signed-out-sharer')
  await expect(page.getByText('Two looms')).toBeVisible()
  await page.getByRole('button', { name: 'Add to post' }).click()
  const insert = page.getByRole('dialog', { name: 'Insert image' }).getByRole('button', { name: 'Insert' })
  await insert.click()
  await expect(textOf(page)).toHaveValue(/^Two looms\n\n!\[[^!]*$/)
  await insert.click()
  await expect(textOf(page)).toHaveValue(/^Two looms\n\n!\[[^!]*!\[[^!]*$/)
})

test('shows which files the site would reject', async ({ page }) => {
  await signUp(page, 'large-sharer')
  await openWithWorker(page)
  await share(page, { pictures: [{ name: 'large.png', bytes: 2 * 1024 * 1024 }] })
  await expect(page.getByText('large.png: File size exceeds 2MB limit')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('These pictures cannot be added')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(textOf(page)).toHaveValue('')
  await expect.poll(() => storedForms(page)).toBe(0)
})

test('opens the composer with a shared text, and reports pictures that no longer exist', async ({ page }) => {
  await signUp(page, 'text-sharer')
  await openWithWorker(page)
  await share(page, { text: 'Only a text' })
  await expect(textOf(page)).toHaveValue('Only a text')
  await page.goto('/compose?text=Only%20a%20text&shared=missing')
  await expect(page.getByText('Pictures not added')).toBeVisible()
  await expect(textOf(page)).toHaveValue('Only a text')
})

async function openWithWorker(page: Page): Promise<void> {
  await page.goto('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

interface SharedForm {
  title?: string
  text?: string
  /** `bytes` are added to the end of the file. */
  pictures?: { name: string; bytes: number }[]
}

/** Sends what another app shares as the browser does: as a form that opens a page. */
async function share(page: Page, form: SharedForm): Promise<void> {
  const left = page.waitForEvent('framenavigated')
  await page.evaluate(sendForm, form)
  await left
}

async function sendForm({ title, text, pictures = [] }: SharedForm): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = 90
  canvas.height = 60
  const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/png'))
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: '/api/share', enctype: 'multipart/form-data', hidden: true })
  for (const [name, value] of Object.entries({ title, text })) {
    if (value !== undefined) form.append(Object.assign(document.createElement('input'), { name, value }))
  }
  const chosen = new DataTransfer()
  for (const { name, bytes } of pictures)
    chosen.items.add(new File([blob, new Uint8Array(bytes)], name, { type: 'image/png' }))
  const input = Object.assign(document.createElement('input'), { type: 'file', name: 'pictures', multiple: true })
  input.files = chosen.files
  if (pictures.length > 0) form.append(input)
  document.body.append(form)
  form.submit()
}

const storedForms = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('offline-shared')).keys()).length)
