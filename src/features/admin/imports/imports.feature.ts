import { on } from '#kernel/event.ts'
import { feature } from '#kernel/feature.ts'
import { redirectsImported } from '#features/admin/redirects/redirects.events.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { postPublished } from '#features/writing/posts/posts.events.ts'
import { publishImportedDraft, removeImportsOf } from './imports.store.ts'

export const importsFeature = feature('imports', {
  on: [
    on(postPublished, async ({ db, emit, log }, { post, key }) => {
      if (key === null) return
      const paths = await publishImportedDraft(db, { memberId: post.user.id, draftKey: key, postId: post.id })
      if (paths.length === 0) return
      await emit(db, redirectsImported, {
        pairs: paths.map((from) => ({ from, to: postPath(post) })),
        onRejected: ({ from }, why) =>
          log.info({ from, why }, 'imports: a published draft’s old address does not redirect'),
      })
    }),
  ],
  accountDeletion: ({ db }, { memberId }) => removeImportsOf(db, memberId),
})
