import { address } from '#kernel/address.contract.ts'

export const settingsAddress = address('/settings', {})
export const cvSettingsAddress = address('/settings/cv', {})
export const accountSettingsAddress = address('/settings/account', {})
export const securitySettingsAddress = address('/settings/security', {})
/** Returns the URL of the security settings, which offer to go to `next` once the member has set up a second factor. */
export const secondFactorHref = (next: string): string =>
  `${securitySettingsAddress.href()}?next=${encodeURIComponent(next)}`
export const notificationSettingsAddress = address('/settings/notifications', {})
export const mutedSettingsAddress = address('/settings/muted', {})
export const importSettingsAddress = address('/settings/import', {})
