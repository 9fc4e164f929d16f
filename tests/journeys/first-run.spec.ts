import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { startSite, temporaryDataDir } from '../support/site.ts'
import { test } from './setup/journey.ts'
import { hasNoFaults } from './setup/screen-faults.ts'
import { saveSettings } from './setup/site-settings.ts'

/** Makes the end of the registration slow, and the code of the setup even slower: following the link to the setup must
 *  not be canceled by the registration. */
async function delayRegistration(page: Page): Promise<void> {
  await page.route('**/api/users', async (route) => {
    await sleep(1500)
    await route.continue()
  })
  await page.route(/\/assets\/admin-setup[^/]*\.js$/, async (route) => {
    await sleep(3000)
    await route.continue()
  })
}

test(
  'the owner of a new site registers, and the setup leads them through every step',
  { tag: '@phone' },
  async ({ page, github }) => {
    const { dataDir, remove } = temporaryDataDir()
    const site = await startSite(dataDir, { GITHUB_API_URL: github.url, GITHUB_TOKEN: github.token })
    try {
      await delayRegistration(page)
      await page.goto(site.url)
      await page.getByRole('link', { name: 'Create the first account' }).click()
      await page.getByLabel('Full name').fill('Ada Archer')
      await page.getByLabel('Username').fill('ada')
      await page.getByLabel('Email').fill('ada@example.org')
      await page.getByLabel('Password', { exact: true }).fill('a loom of my own')
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await page.getByRole('link', { name: 'Continue' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Set up your site' })).toBeVisible()
      await expect(page.getByText('0 of 8 steps done or skipped.')).toBeVisible()

      await page.getByRole('button', { name: 'Skip: Import your posts' }).click()
      await expect(page.getByText('1 of 8 steps done or skipped.')).toBeVisible()
      await page.getByRole('button', { name: 'Restore: Import your posts' }).click()
      await expect(page.getByText('0 of 8 steps done or skipped.')).toBeVisible()
      await page.getByRole('button', { name: 'Skip: Import your posts' }).click()

      const backToSetup = page.getByRole('link', { name: 'Back to setup' })
      const begin = async (step: string, finished: number) => {
        if (finished > 1) await backToSetup.click()
        await expect(page.getByText(`${finished} of 8 steps done or skipped.`)).toBeVisible()
        await page.getByRole('link', { name: step }).click()
      }
      await begin('Name your site', 1)
      await page.getByRole('textbox', { name: 'Name' }).fill('The Loom')
      await expect(page.getByRole('radio', { name: 'Generated' })).toBeChecked()
      await saveSettings(page)

      await begin('Introduce yourself', 2)
      await expect(page.getByRole('button', { name: 'Upload a picture' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByLabel('Professional Title')).toBeInViewport({ ratio: 1 })
      const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: '#0a6a49' } })
      await page
        .getByLabel('Picture file')
        .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
      await expect(page.locator('.profile-picture img')).toHaveAttribute('src', /profile-images/)
      await page.getByLabel('Professional Title').fill('Weaver of programs')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.waitForURL(`${site.url}/`)

      await begin('Choose a look', 3)
      await expect(page.getByRole('heading', { level: 2, name: 'Look' })).toBeInViewport()
      await page.getByRole('radio', { name: 'Indigo' }).check()
      await saveSettings(page)

      await begin('Choose what visitors see', 4)
      await expect(page.getByRole('heading', { level: 2, name: 'Home page' })).toBeInViewport()
      await page.getByRole('switch', { name: 'Sponsor Me' }).click()
      await saveSettings(page)

      await begin('Add your GitHub username', 5)
      await expect(page.getByLabel('GitHub Username')).toBeFocused()
      const label = page.getByText('GitHub Username', { exact: true })
      const isCovered = () =>
        label.evaluate((element) => {
          const { left, top } = element.getBoundingClientRect()
          return !element.contains(document.elementFromPoint(left + 2, top + 2))
        })
      await expect.poll(isCovered).toBe(false)
      await page.getByLabel('GitHub Username').fill('ada')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.waitForURL(`${site.url}/`)

      await begin('Add a project', 6)
      await page.getByRole('button', { name: 'Add Project' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Add Project' })
      await dialog.getByLabel('Title').fill('Analytical loom')
      await dialog.getByLabel('Description').fill('Weaves algebraic patterns.')
      await dialog.getByRole('button', { name: 'Add Project' }).click()
      await expect(page.getByText('Project added')).toBeVisible()

      await page.goto(`${site.url}/admin`)
      await expect(page.getByText('1 step left')).toBeVisible()
      await page.goBack()
      await begin('Write a post', 7)
      await page.getByRole('textbox', { name: 'Post content' }).fill('The loom is open.')
      await page.getByRole('button', { name: 'Post', exact: true }).click()
      await expect(page.getByText('Your post has been published successfully!')).toBeVisible()

      await backToSetup.click()
      await expect(page.getByText('The Loom is set up.')).toBeVisible()
      await hasNoFaults(page)
      await page.getByRole('link', { name: 'View your site' }).click()
      await expect(page).toHaveURL(`${site.url}/`)
      await expect(page.getByRole('article')).toBeVisible()
      await expect(backToSetup).toHaveCount(0)
      await page.goto('about:blank') // stops loading the site’s code
    } finally {
      await site.stop()
      remove()
    }
  },
)
