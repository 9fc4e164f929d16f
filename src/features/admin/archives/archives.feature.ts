import { t } from '#messages/messages.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { removeArchiveLinksOf, sweepArchiveLinks } from './archive-links.store.ts'
import { archiveRoutes } from './archives.routes.ts'
import { writingArchive } from './writing-archive.store.ts'

const sweep = job('archive-links.sweep', { summary: () => t('Delete old download links'), schedule: '7 * * * *' })

export const archivesFeature = feature('archives', {
  routes: archiveRoutes,
  workers: [perform(sweep, ({ db, clock }) => sweepArchiveLinks(db, clock.now()))],
  accountDeletion: ({ db }, { memberId }) => removeArchiveLinksOf(db, memberId),
  archive: writingArchive,
  notInArchive: {
    archive_links: 'are credentials',
    storage_objects: 'map to the files',
    mail_outbox: 'is for administrators',
    site_ownership: 'belongs to the site',
  },
})
