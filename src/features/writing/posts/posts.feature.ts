import { t } from '#messages/messages.ts'
import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { afterCaches, job, perform } from '#kernel/job.ts'
import { siteLocaleChanged } from '#features/discovery/languages/languages.events.ts'
import { memberReinstated, memberSuspended } from '#features/people/profiles/members.events.ts'
import { registerSlug } from './article-details.store.ts'
import { coverOf } from './covers.ts'
import { removePostsOf } from './member-posts.store.ts'
import { importHistory } from './post-history.store.ts'
import { removePostKeysOf, sweepPostKeys } from './post-keys.store.ts'
import { enqueueRenderings, renderingWorkers } from './post-renderings.ts'
import { postsSitemap } from './posts-sitemap.store.ts'
import { postDue, postImported } from './posts.events.ts'
import { postRoutes } from './posts.routes.ts'
import { createPostAs } from './posts.store.ts'
import { publishDuePost } from './publish-post.ts'
import { sectionSubscriptions, sectionWorkers } from './post-section-jobs.ts'
import { hidePostsOf, setUnlisted, unhidePostsOf } from './hidden-posts.store.ts'
import { Post, PostList } from './posts.contract.ts'

const sweep = job('post-keys.sweep', {
  summary: () => t('Delete old idempotency keys for posts'),
  schedule: '37 * * * *',
})

export const postsFeature = feature('posts', {
  start: enqueueRenderings,
  routes: postRoutes,
  schemas: { Post, PostList },
  workers: [...renderingWorkers, ...sectionWorkers, perform(sweep, ({ db, clock }) => sweepPostKeys(db, clock.now()))],
  accountDeletion: async ({ db }, { memberId, deletesPosts }) => {
    if (deletesPosts) await removePostsOf(db, memberId)
    await removePostKeysOf(db, memberId)
  },
  on: [
    on(memberSuspended, ({ db }, { memberId }) => hidePostsOf(db, memberId)),
    on(memberReinstated, ({ db }, { memberId }) => unhidePostsOf(db, memberId)),
    ...sectionSubscriptions,
    on(siteLocaleChanged, (ctx) => enqueueRenderings(ctx, afterCaches)),
    on(postDue, publishDuePost),
    on(postImported, async ({ db, markdown }, { member, id, createdAt, input, rendered, history }) => {
      const { canonicalUrl, isUnlisted, language } = input
      const slug = input.isLongForm ? await registerSlug(db, id, input) : null
      const cover = await coverOf({ markdown }, input.cover)
      await createPostAs(db, member, { id, createdAt, slug, canonicalUrl, cover, language }, input, rendered)
      if (isUnlisted) await setUnlisted(db, id, true)
      if (history) await importHistory(db, id, history)
    }),
  ],
  notInArchive: {
    member_post_counts: 'counts the posts',
    post_keys: 'are idempotency keys, stored for a week',
  },
  sitemap: postsSitemap,
  demo: async () => (await import('./posts.demo.ts')).postsDemo,
})
