import { t } from '#messages/messages.ts'
import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { job, perform } from '#kernel/job.ts'
import { memberReinstated, memberSuspended } from '#features/people/profiles/members.events.ts'
import { removeBlocksOf } from './comment-blocks.store.ts'
import { commentModerationRoutes } from './comment-moderation.routes.ts'
import { sweepComments } from './comment-moderation.store.ts'
import { commentsImported } from './comments.events.ts'
import { importComments } from './imported-comments.ts'
import { commentsArchive } from './comments-archive.store.ts'
import { commentRoutes } from './comments.routes.ts'
import { guestbookRoutes } from './guestbook.routes.ts'
import { guestbookSitemap } from './guestbook-sitemap.store.ts'
import { unhideCommentsOf, removeCommentsOf, hideCommentsOf } from './comments.store.ts'
import { Comment } from './comments.contract.ts'
import { spamRules } from './spam-rules.ts'

const sweep = job('comments.sweep', { summary: () => t('Delete old spam'), schedule: '47 3 * * *' })

export const commentsFeature = feature('comments', {
  routes: [...commentRoutes, ...guestbookRoutes, ...commentModerationRoutes],
  schemas: { Comment },
  services: () => ({ spamRules }),
  workers: [perform(sweep, ({ db, clock }) => sweepComments(db, clock.now()))],
  accountDeletion: async ({ db }, { memberId, deletesPosts }) => {
    if (deletesPosts) await removeCommentsOf(db, memberId)
    await removeBlocksOf(db, memberId)
  },
  on: [
    on(commentsImported, importComments),
    on(memberSuspended, ({ db }, { memberId }) => hideCommentsOf(db, memberId)),
    on(memberReinstated, ({ db }, { memberId }) => unhideCommentsOf(db, memberId)),
  ],
  archive: commentsArchive,
  sitemap: guestbookSitemap,
  notInArchive: { imported_comments: 'only prevents importing comments twice' },
  demo: async () => (await import('./comments.demo.ts')).commentsDemo,
})
