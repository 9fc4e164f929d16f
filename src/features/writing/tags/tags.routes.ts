import { audit } from '#kernel/audit.store.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError, found } from '#kernel/errors.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { tagNameOf } from '#schemas/tag-names.contract.ts'
import {
  followTag,
  getFollowedTags,
  getTag,
  getTags,
  renameTag,
  tooManyFollowed,
  unfollowTag,
} from './tags.contract.ts'
import { moveTag } from './tags.jobs.ts'
import { addTagFollow, findTag, listFollowedTags, listTags, removeTagFollow, replaceTag } from './tags.store.ts'

export const tagRoutes = [
  implement(getTags, ({ query, ctx }) => listTags(ctx.db, { ...query, q: query.q && (tagNameOf(query.q) ?? query.q) })),
  implement(getTag, async ({ params, ctx }) => {
    const { name, postCount } = await knownTag(ctx, tagNameOf(params.tag) ?? '')
    return { name, postCount }
  }),
  implement(getFollowedTags, async ({ member, ctx }) => ({ tags: await listFollowedTags(ctx.db, member.id) })),
  implement(followTag, async ({ params, member, ctx }) => {
    const { id } = await knownTag(ctx, params.tag)
    const isFollowing = await inTransaction(ctx.db, (db) => addTagFollow(db, member.id, id))
    if (!isFollowing) throw new AppError('conflict', tooManyFollowed())
    return { isFollowing }
  }),
  implement(unfollowTag, async ({ params, member, ctx }) => {
    const { id } = await knownTag(ctx, params.tag)
    await removeTagFollow(ctx.db, member.id, id)
    return { isFollowing: false }
  }),
  implement(renameTag, async ({ params, body, member, ctx }) => {
    const tag = await knownTag(ctx, params.tag)
    if (tag.name === body.name) return { name: tag.name, postCount: tag.postCount }
    await inTransaction(ctx.db, async (db) => {
      const toId = await replaceTag(db, tag, body.name)
      await moveTag.enqueue(db, { fromId: tag.id, toId })
      const details = { from: tag.name, to: body.name }
      await audit(db, { action: 'tag.renamed', actor: member.id, target: `tag ${toId}`, details })
    })
    const { name, postCount } = await knownTag(ctx, body.name)
    return { name, postCount }
  }),
]

const knownTag = async ({ db }: Context, name: string) => found(await findTag(db, name), 'Tag')
