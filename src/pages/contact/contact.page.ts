import { contactAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { page } from '../page.ts'

/** The contact form. While the form is off, the address belongs to a page written by an administrator, if there is
 *  one. */
export const contactPage = page(contactAddress, {
  name: 'contact',
  loadsScriptsOnIntent: true,
  view: () => import('./contact.tsx').then((module) => module.contactView),
  load: async () => (await import('./contact.load.ts')).loadContact,
  jsonLd: async () => (await import('./contact-json-ld.ts')).contactJsonLd,
  isShared: true,
})
