import { expect, type Locator, type Page } from '@playwright/test'
import { recorded } from '../support/github-samples.ts'
import { test } from './setup/journey.ts'
import { callAs, createMember, newcomer, signUp } from './setup/members.ts'
import { hasNoFaults } from './setup/screen-faults.ts'

test.beforeAll(({ github }) => {
  github.data.releases['octokit/hello-world'] = recorded.release('octokit/hello-world', 'v2.1')
  github.data.readmes['octokit/hello-world'] =
    `# Hello\n\n[How](docs/how.md)\n\n${'Hello, world.\n\n'.repeat(300)}## The end`
})

/** Returns a generated picture for a file input. */
async function picture(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 750
    const pen = canvas.getContext('2d')!
    pen.fillStyle = 'teal'
    pen.fillRect(100, 100, 600, 400)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(address.split(',')[1]!, 'base64')
}

const cardOf = (page: Page, title: string): Locator => page.getByRole('article', { name: title, exact: true })
const shownTitles = (page: Page, who: string): Promise<string[]> =>
  page.getByRole('article').filter({ hasText: who }).getByRole('heading').allTextContents()

/** Waits for two animation frames and the tasks scheduled in them. */
const nextFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )

async function choose(page: Page, title: string, what: 'Edit' | 'Delete'): Promise<void> {
  await page.getByRole('button', { name: `Options for ${title}` }).click()
  await page.getByRole('menuitem', { name: what }).click()
}

test(
  'a member adds a project with a picture, edits it, moves it by keyboard, finds it, and deletes it',
  { tag: '@phone' },
  async ({ page, browser, baseURL }) => {
    const name = 'builder'
    const tool = 'Loom'
    await signUp(page, name)
    await page.goto('/projects')
    await page.getByRole('button', { name: 'Add Project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Project' })
    await dialog.getByRole('button', { name: 'Add Project' }).click()
    await expect(dialog.getByText('Title must be at least 3 characters')).toBeVisible()
    await expect(dialog.getByText('Description must be at least 10 characters')).toBeVisible()
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await hasNoFaults(page)
    await dialog.getByLabel('Title').fill('Ferry times')
    await dialog.getByLabel('Description').fill('When the next ferry leaves, offline.')
    await dialog
      .getByLabel('Picture file')
      .setInputFiles({ name: 'ferry.png', mimeType: 'image/png', buffer: await picture(page) })
    await expect(dialog.getByLabel('Or image URL')).toHaveValue(/project-images/)
    const shot = { name: 'quay.png', mimeType: 'image/png', buffer: await picture(page) }
    await dialog.getByLabel('Pictures to add').setInputFiles(shot)
    await dialog.getByLabel('Alt text').fill('The quay at noon')
    await dialog.getByLabel('Live URL').fill('https://ferry.example')
    await dialog.getByLabel('Technologies').fill(`${tool}, SQLite , ${tool}`)
    await dialog.getByRole('button', { name: 'Add Project' }).click()
    await expect(page.getByText('Project added')).toBeVisible()
    const card = cardOf(page, 'Ferry times')
    await expect(card.getByRole('link', { name: 'Live: Ferry times' })).toHaveAttribute(
      'href',
      'https://ferry.example/',
    )
    await expect(card.locator('img').first()).toHaveAttribute('srcset', /480w\.webp 480w/)

    for (const title of ['Second thing', 'Third thing'])
      await callAs(page, 'POST', '/api/projects', { title, description: 'Something else that was built.' })
    await page.reload()
    expect(await shownTitles(page, name)).toEqual(['Third thing', 'Second thing', 'Ferry times'])
    await page.getByRole('button', { name: 'Reorder' }).click()
    const order = page.getByRole('dialog', { name: 'Order of your projects' })
    await hasNoFaults(page)
    const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/api/projects/order') && answer.ok())
    const handle = order.getByRole('button', { name: 'Move Ferry times', exact: true })
    const moveUp = async () => {
      await nextFrames(page) // dnd-kit handles arrow keys only after showing the picked-up item
      await page.keyboard.press('ArrowUp')
      await expect(order.getByText('Ferry times is over position 2 of 3.')).toBeAttached()
    }
    await handle.focus()
    await page.keyboard.press('Space')
    await expect(order.getByText('Picked up Ferry times, position 3 of 3.')).toBeAttached()
    await moveUp()
    await page.keyboard.press('Escape')
    await expect(order.getByText('Ferry times is back at position 3 of 3.')).toBeAttached()
    await expect(order).toBeVisible()
    await nextFrames(page) // dnd-kit ends a drag after announcing the end
    await handle.press('Space')
    await expect(order.getByText('Picked up Ferry times, position 3 of 3.')).toBeAttached()
    await moveUp()
    await Promise.all([saved(), page.keyboard.press('Space')])
    await Promise.all([saved(), order.getByRole('button', { name: 'Move Ferry times up' }).click()])
    await expect(order.getByText('Ferry times moved to position 1 of 3.')).toBeAttached()
    await order.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => shownTitles(page, name)).toEqual(['Ferry times', 'Third thing', 'Second thing'])

    await choose(page, 'Second thing', 'Edit')
    const editor = page.getByRole('dialog', { name: 'Edit Project' })
    await editor.getByLabel('Title').fill('Second wind')
    await editor.getByRole('switch', { name: 'Featured' }).click()
    await editor.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Project updated')).toBeVisible()
    await expect.poll(() => shownTitles(page, name)).toEqual(['Second wind', 'Ferry times', 'Third thing'])
    await expect(cardOf(page, 'Second wind').getByText('Featured')).toBeVisible()

    await card.getByRole('link', { name: tool }).click()
    await page.waitForURL(`/projects?technology=${tool}`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('link', { name: `Remove ${tool}` }).click()
    await page.waitForURL('/projects')

    const other = await newcomer(browser, baseURL, 'onlooker', '10.9.8.7')
    await other.goto('/projects')
    await other.getByRole('button', { name: 'Options for Ferry times' }).first().click()
    await expect(other.getByRole('menuitem', { name: /Delete/ })).toContainText(
      'You can only delete your own projects.',
    )
    await other.context().close()

    await card.getByRole('heading').getByRole('link').click()
    await page.waitForURL(/\/projects\/\d+$/)
    await choose(page, 'Ferry times', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Project deleted')).toBeVisible()
    await page.waitForURL('/projects')
    await expect.poll(() => shownTitles(page, name)).toEqual(['Second wind', 'Third thing'])
  },
)

test('fills in the form from GitHub without overwriting typed text, and shows the README on the project page', async ({
  page,
}) => {
  await signUp(page, 'importer')
  await page.goto('/projects')
  await page.getByRole('button', { name: 'Add Project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Project' })
  const repository = dialog.getByLabel('Repository')
  await repository.fill('hello world')
  await repository.press('Enter')
  await expect(dialog.getByText('Enter the URL of a repository')).toBeVisible()
  await dialog.getByLabel('Title').fill('My hello')
  await repository.fill('octokit/hello-world')
  await dialog.getByRole('button', { name: 'Fill in' }).click()
  await expect(dialog.getByText('Kept your text in: Title.')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('My hello')
  await expect(dialog.getByLabel('Description')).toHaveValue(/^Says hello to the world/)
  await expect(dialog.getByLabel('GitHub URL')).toHaveValue('https://github.com/octokit/hello-world')
  await hasNoFaults(page)
  await dialog.getByRole('button', { name: 'Replace my text' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue('hello-world')
  await dialog.getByRole('button', { name: 'Add Project' }).click()
  await cardOf(page, 'hello-world').getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/projects\/\d+$/)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'README' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByRole('list', { name: 'octokit/hello-world on GitHub' })).toContainText(/4,242 stars.*v2\.1/)
  const end = page.getByRole('heading', { name: 'The end' })
  await expect(end).not.toBeInViewport()
  await page.getByRole('button', { name: 'Show the whole README' }).click()
  await end.scrollIntoViewIfNeeded()
  await expect(end).toBeInViewport()
  await expect(page.getByRole('link', { name: 'How' })).toHaveAttribute(
    'href',
    /hello-world\/blob\/main\/docs\/how\.md$/,
  )
})

test.describe('while the server is failing', () => {
  test.use({ expectedFaults: ['status of 500', '500: '] })
  test('keeps the typed text, and asks before discarding it', async ({ page }) => {
    await signUp(page, 'clumsy')
    await page.goto('/projects')
    await page.route('**/api/projects', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { message: 'Oh' } }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Add Project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Project' })
    await dialog.getByLabel('Title').fill('Lost and found')
    await dialog.getByLabel('Description').fill('Words that no one wants to type twice.')
    await dialog.getByRole('button', { name: 'Add Project' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: 'Error creating project' })).toContainText(
      'There was an error creating your project. Please try again.',
    )
    await expect(dialog.getByLabel('Title')).toHaveValue('Lost and found')
    await hasNoFaults(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.unroute('**/api/projects')
    await dialog.getByRole('button', { name: 'Add Project' }).click()
    await expect(cardOf(page, 'Lost and found')).toBeVisible()
    await page.route('**/api/projects/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 500, json: { message: 'Oh' } })
        : route.continue(),
    )
    await choose(page, 'Lost and found', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('There was an error deleting your project. Please try again.')).toBeVisible()
    await expect(cardOf(page, 'Lost and found')).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a visitor sees the projects and filters them by technology, without members’ controls', async ({
    page,
    request,
  }) => {
    const tool = 'Press'
    const { access_token: token } = await createMember(request, 'maker')
    const project = {
      title: 'Printed matter',
      description: 'A press that can be folded.',
      technologies: [tool],
      demoVideoUrl: 'https://files.example/demo.mp4',
    }
    const made = await request.post('/api/projects', { data: project, headers: { authorization: `Bearer ${token}` } })
    expect(made.status()).toBe(201)
    await expect(async () => {
      await page.goto(`/projects?technology=${tool.toLowerCase()}`)
      await expect(cardOf(page, 'Printed matter')).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.getByRole('button', { name: 'Add Project' })).toBeHidden()
    await cardOf(page, 'Printed matter').getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Printed matter' })).toBeVisible()
    await expect(page.frameLocator('iframe').locator('video')).toHaveAttribute('preload', 'none')
  })
})
