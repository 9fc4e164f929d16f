import { page } from '../page.ts'
import { offlineAddress } from './offline-address.ts'

export const offlinePage = page(offlineAddress, {
  name: 'offline',
  view: () => import('./offline.tsx').then((module) => module.offlineView),
})
