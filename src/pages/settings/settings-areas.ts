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
  { path: settingsAddress.path, label: 'Profile' },
  { path: cvSettingsAddress.path, label: 'CV' },
  { path: accountSettingsAddress.path, label: 'Account' },
  { path: securitySettingsAddress.path, label: 'Security' },
  { path: notificationSettingsAddress.path, label: 'Notifications' },
  { path: mutedSettingsAddress.path, label: 'Muted' },
  { path: importSettingsAddress.path, label: 'Import', forWriters: true },
]
