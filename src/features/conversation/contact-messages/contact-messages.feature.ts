import { t } from '#messages/messages.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { contactMessagesArchive } from './contact-messages-archive.store.ts'
import { emailMessage, sendMessageMail } from './contact-mail.ts'
import { ContactMessage } from './contact-messages.contract.ts'
import { contactMessageRoutes } from './contact-messages.routes.ts'
import { contactSitemap } from './contact-sitemap.store.ts'
import { findOwner, removeMessages, sweepMessages } from './contact-messages.store.ts'

const sweep = job('contact-messages.sweep', { summary: () => t('Delete old messages'), schedule: '57 3 * * *' })

/** The contact form and its messages to the site's owner. */
export const contactMessagesFeature = feature('contact-messages', {
  routes: contactMessageRoutes,
  schemas: { ContactMessage },
  workers: [
    perform(emailMessage, (ctx, { id }) => sendMessageMail(ctx, id)),
    perform(sweep, ({ db, clock }) => sweepMessages(db, clock.now())),
  ],
  accountDeletion: async ({ db }, { memberId }) => {
    if ((await findOwner(db))?.id === memberId) await removeMessages(db)
  },
  archive: contactMessagesArchive,
  sitemap: contactSitemap,
})
