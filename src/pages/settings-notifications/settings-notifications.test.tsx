import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import type { NotificationSettings } from '#features/people/notifications/notification-settings.contract.ts'
import { shownToast } from '#ui/toasts.ts'
import { answer, mount, settle, signInHere } from '#tests/support/mount.tsx'
import { alice } from '#tests/support/samples.ts'
import { settingsNotificationsView } from './settings-notifications.tsx'

const path = '/api/notifications/settings'
const start: NotificationSettings = { muted: [], emailed: [], silent: [], address: 'alice@example.org', noMail: null }

beforeEach(() => {
  localStorage.clear()
  signInHere()
  history.replaceState(null, '', '/settings/notifications')
})

async function open(part: Partial<NotificationSettings> = {}, put?: () => Response) {
  const settings = { ...start, ...part }
  const asked = answer({
    'GET /api/users/me': () => Response.json(alice),
    [`GET ${path}`]: () => Response.json(settings),
    [`PUT ${path}`]: ({ body }) => put?.() ?? Response.json(Object.assign(settings, body)),
  })
  const { page } = await mount(<settingsNotificationsView.View params={{}} query={{}} />)
  await settle()
  const of = (kind: string) => {
    const group = [...page.querySelectorAll('fieldset')].find((one) => one.textContent.includes(kind))!
    const [site, mail] = group.querySelectorAll<HTMLButtonElement>('[role=switch]')
    return { site: site!, mail: mail! }
  }
  const states = (kind: string) =>
    Object.values(of(kind)).map((one) => one.ariaChecked ?? one.getAttribute('aria-checked'))
  const puts = () => asked.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body)
  return { page, of, states, puts }
}

test('saves each site and email switch immediately', async () => {
  const t = await open()
  assert.match(t.page.textContent, /daily email to alice@example\.org/)
  assert.deepEqual(t.states('likes'), ['true', 'false'])
  await settle(() => t.of('likes').mail.click())
  await settle(() => t.of('follows').site.click())
  assert.deepEqual(t.puts(), [
    { muted: [], emailed: ['like'], silent: [] },
    { muted: ['follow'], emailed: ['like'], silent: [] },
  ])
  assert.deepEqual(
    [t.states('likes'), t.states('follows')],
    [
      ['true', 'true'],
      ['false', 'false'],
    ],
  )
  assert.equal(t.of('follows').mail.disabled, true)
})

test('explains why no email can be sent and turns off the email switches', async () => {
  for (const [noMail, words] of [
    ['no_mail_server', /no mail server/],
    ['no_address', /no confirmed email address/],
  ] as const) {
    const t = await open({ noMail, address: null, emailed: ['like'] })
    assert.match(t.page.textContent, words)
    assert.deepEqual([t.states('likes'), t.of('likes').mail.disabled], [['true', 'false'], true])
    t.page.remove()
  }
})

test('reverts a switch that could not be saved and shows the error', async () => {
  const t = await open({}, () => Response.json({ message: 'The database is unavailable.' }, { status: 503 }))
  await settle(() => t.of('likes').site.click())
  assert.deepEqual(t.states('likes'), ['true', 'false'])
  assert.equal(shownToast()?.description, 'The database is unavailable.')
})
