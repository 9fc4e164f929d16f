import { t } from '#messages/messages.ts'
import {
  accountSettingsAddress,
  cvSettingsAddress,
  importSettingsAddress,
  mutedSettingsAddress,
  notificationSettingsAddress,
  securitySettingsAddress,
  settingsAddress,
} from '#features/people/profiles/settings-addresses.contract.ts'

/** The settings screens, in navigation order. */
export const settingsAreas: { path: string; label: string; forWriters?: boolean }[] = [
  { path: settingsAddress.path, label: t('Profile') },
  { path: cvSettingsAddress.path, label: t('CV') },
  { path: accountSettingsAddress.path, label: t('Account') },
  { path: securitySettingsAddress.path, label: t('Security') },
  { path: notificationSettingsAddress.path, label: t('Notifications') },
  { path: mutedSettingsAddress.path, label: t('Muted (context: members and words)') },
  { path: importSettingsAddress.path, label: t('Import'), forWriters: true },
]
