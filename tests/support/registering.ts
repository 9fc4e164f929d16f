import assert from 'node:assert/strict'
import {
  defaultSettings,
  getSettings,
  saveSettings,
  type SiteSettings,
  type StoredSettings,
} from '#features/admin/site-settings/site-settings.contract.ts'
import { createInvitation } from '#features/people/registration/invitations.contract.ts'
import type { RegistrationSettings } from '#features/people/registration/registration-settings.contract.ts'
import type { TestApplication } from './application.ts'

/** An error from the identity provider or from the site. */
export interface Refusal {
  error_code?: string
  code?: string
  msg?: string
  message?: string
}

/** Sets who can register. */
export const choose = (t: TestApplication, token: string, registration: Partial<RegistrationSettings>) =>
  saveSettingsOf(t, token, { registration: { ...defaultSettings.registration, ...registration } })

/** Saves these settings and the defaults of all others. Then reloads the settings: the server does so before it handles
 *  a request, but `call` does not. */
export async function saveSettingsOf(t: TestApplication, token: string, chosen: Partial<SiteSettings>) {
  const { version } = (await (await t.call('GET', getSettings.path, { token })).json()) as StoredSettings
  const settings = { ...defaultSettings, ...chosen }
  const saved = await t.call('PUT', saveSettings.path, { token, body: { version, settings } })
  assert.equal(saved.status, 200, await saved.text())
  await t.ctx.siteSettings.refresh()
}

/** Creates an invitation link that works for a week. @returns its secret */
export async function invitationBy(t: TestApplication, token: string, maxUses: number): Promise<string> {
  const response = await t.call('POST', createInvitation.path, { token, body: { maxUses, days: 7 } })
  return ((await response.json()) as { token: string }).token
}

/** Returns a function that registers someone, and returns the status, the error, if any, and the access token. */
export const signUpAt =
  (t: TestApplication) =>
  async (username: string, invitation?: string, domain = 'example.org') => {
    const data = { username, fullName: `Full ${username}`, ...(invitation && { invitation }) }
    const body = { email: `${username}@${domain}`, password: `secret of ${username}`, data }
    const response = await t.call('POST', '/auth/v1/signup', { body })
    const answer = (await response.json()) as Refusal & { access_token?: string }
    const token = answer.access_token
    if (token) await t.call('GET', '/api/users/me', { token })
    return { status: response.status, error: answer.error_code, message: answer.msg, token }
  }
