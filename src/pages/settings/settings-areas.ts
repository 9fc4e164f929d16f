/** The screens of the settings, in the order of their links. */
export const settingsAreas = [
  { path: '/settings', label: 'Profile' },
  { path: '/settings/account', label: 'Account' },
  { path: '/settings/security', label: 'Security' },
  { path: '/settings/notifications', label: 'Notifications' },
  { path: '/settings/muted', label: 'Muted' },
]
