import { unsubscribeAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { page } from '../page.ts'

export const unsubscribePage = page(unsubscribeAddress, {
  name: 'unsubscribe',
  view: async () => (await import('./unsubscribe.tsx')).unsubscribeView,
})
