import { expect, type Page } from '@playwright/test'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { test as journey } from './setup/journey.ts'
import { callAs, signInByForm, signOut } from './setup/members.ts'

/** A journey through a site with a mail server. */
const test = journey.extend<object, { mail: MailServer }>({
  mail: [
    async ({ browserName: _browserName }, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    // This journey sends more emails to one mailbox within a minute than the rate limit allows.
    ({ mail }, use) => use({ RATE_LIMITS: 'off', SMTP_URL: mail.url, MAIL_FROM: 'Devstead <site@example.org>' }),
    { scope: 'worker' },
  ],
})
test.use({ expectedFaults: ['status of 400', 'status of 403'] })

const [firstPassword, secondPassword] = ['correct horse battery', 'another horse battery']

test('a member confirms an address, changes it, and sets a new password through emailed links', async ({
  page,
  site,
  mail,
}) => {
  await test.step('the link in the email completes the registration', async () => {
    await page.goto('/login?tab=register')
    await page.getByLabel('Username').fill('mailed')
    await page.getByLabel('Full name').fill('Mia Mailed')
    await page.getByLabel('Email').fill('mailed@example.org')
    await page.getByLabel('Password').fill(firstPassword)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(page.getByText('Open the link in the email that we sent to mailed@example.org')).toBeVisible()
    await page.getByLabel('Password').fill(firstPassword)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByText('Confirm your email address first.')).toBeVisible()
    await mail.mailTo('mailed@example.org')
    await page.getByRole('button', { name: 'Resend email' }).click()
    await expect(page.getByText('We’ve sent another email to mailed@example.org')).toBeVisible()

    const { subject, link } = await mail.mailTo('mailed@example.org')
    expect(subject).toBe('Confirm your email address')
    expect(link).toContain(`${site.url}/auth?type=signup&token_hash=`)
    await follow(page, link!)
    await expect(page.getByText('You’re signed in.')).toBeVisible()
    await page.waitForURL('/')
    expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ username: 'mailed', displayName: 'Mia Mailed' })

    await signOut(page)
    await follow(page, link!)
    await expect(page.getByText('Email link is invalid or has expired')).toBeVisible()
    await signInByForm(page, 'mailed', firstPassword)
  })

  await test.step('a new address must be confirmed from both mailboxes, and the old address is notified', async () => {
    await page.goto('/settings/account')
    await page.getByLabel('New email address').fill('moved@example.org')
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByText('links to mailed@example.org and moved@example.org')).toBeVisible()
    const old = await mail.mailTo('mailed@example.org')
    const moved = await mail.mailTo('moved@example.org')
    expect([old.subject, moved.subject]).toEqual(Array(2).fill('Confirm your new email address'))
    await follow(page, moved.link!)
    await expect(page.getByText('First of two links confirmed')).toBeVisible()
    expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ email: 'mailed@example.org' })
    await follow(page, old.link!)
    await expect(page.getByText('You’re signed in.')).toBeVisible()
    expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ email: 'moved@example.org' })
    expect(await mail.mailTo('mailed@example.org')).toMatchObject({ subject: 'Your email address was changed' })
    await signOut(page)
  })

  await test.step('a member who forgot their password sets a new one and is notified by email', async () => {
    await page.goto('/login?tab=forgot')
    await page.getByLabel('Email').fill('moved@example.org')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('we’ve sent an email with a link')).toBeVisible()
    const { subject, link } = await mail.mailTo('moved@example.org')
    expect(subject).toBe('Set a new password')
    await follow(page, link!)
    await page.getByLabel('New password').fill(secondPassword)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('You’re signed in with your new password.')).toBeVisible()
    expect(await mail.mailTo('moved@example.org')).toMatchObject({ subject: 'Your password was changed', link: null })
    await signOut(page)
    await signInByForm(page, 'moved', secondPassword)
    await signOut(page)
  })

  await test.step('a member signs in with an emailed link', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
    await page.getByLabel('Email').fill('moved@example.org')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('we’ve sent an email with a link')).toBeVisible()
    const { subject, link } = await mail.mailTo('moved@example.org')
    expect(subject).toBe('Your sign-in link')
    await follow(page, link!)
    await page.waitForURL('/')
    expect(await callAs(page, 'GET', '/api/users/me')).toMatchObject({ email: 'moved@example.org' })
  })
})

/** Opens the link in an email. The page removes the token from the URL and does nothing until the button is pressed. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(page).toHaveURL('/auth')
  await page.getByRole('button', { name: 'Continue' }).click()
}
