import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { postImported, postRendered, postSaved } from '#features/writing/posts/posts.events.ts'
import { tagsArchive } from './tags-archive.store.ts'
import { tagsSitemap } from './tags-sitemap.store.ts'
import { Tag } from './tags.contract.ts'
import { tagWorkers } from './tag-jobs.ts'
import { tagRoutes } from './tags.routes.ts'
import { removeTagFollowsOf, saveHashtags, saveTags } from './tags.store.ts'

export const tagsFeature = feature('tags', {
  routes: tagRoutes,
  schemas: { Tag },
  workers: tagWorkers,
  on: [
    on(postSaved, async ({ db }, { id, input: { tags }, rendered: { hashtags }, isNew }) => {
      if (!isNew || tags.length + hashtags.length > 0) await saveTags(db, id, { tags, hashtags })
    }),
    on(postImported, async ({ db }, { id, input: { tags }, rendered: { hashtags } }) => {
      if (tags.length + hashtags.length > 0) await saveTags(db, id, { tags, hashtags })
    }),
    on(postRendered, ({ db }, { id, hashtags }) => saveHashtags(db, id, hashtags)),
  ],
  accountDeletion: ({ db }, { memberId }) => removeTagFollowsOf(db, memberId),
  archive: tagsArchive,
  notInArchive: { post_tags: 'are part of the posts' },
  sitemap: tagsSitemap,
})
