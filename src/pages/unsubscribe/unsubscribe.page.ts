import { unsubscribeAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { page } from '../page.ts'

export const unsubscribePage = page(unsubscribeAddress, {
  name: 'unsubscribe',
  view: () => import('./unsubscribe.tsx').then((module) => module.unsubscribeView),
})
