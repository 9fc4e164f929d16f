import { address } from '#kernel/address.contract.ts'

export const settingsAddress = address('/settings', {})
export const cvSettingsAddress = address('/settings/cv', {})
export const accountSettingsAddress = address('/settings/account', {})
export const securitySettingsAddress = address('/settings/security', {})
export const notificationSettingsAddress = address('/settings/notifications', {})
export const mutedSettingsAddress = address('/settings/muted', {})
export const importSettingsAddress = address('/settings/import', {})
