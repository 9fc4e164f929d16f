import { guestbookAddress } from '#features/conversation/comments/guestbook-addresses.contract.ts'
import { page } from '../page.ts'

/** The guestbook. While it is off, the address belongs to a page written by an administrator, if there is one. */
export const guestbookPage = page(guestbookAddress, {
  name: 'guestbook',
  loadsScriptsOnIntent: true,
  section: 'guestbook',
  view: () => import('./guestbook.tsx').then((module) => module.guestbookView),
  load: async () => (await import('./guestbook.load.ts')).loadGuestbook,
  isShared: true,
})
