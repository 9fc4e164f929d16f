import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { TagName } from '#schemas/tag-names.contract.ts'
import { maxTagLength } from '#schemas/tag-paths.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    tags: true
  }
}

/** Maximum number of tags that a member can follow. */
export const maxFollowedTags = 100
export const tooManyFollowed = () =>
  t('You can follow at most {maxFollowedTags} tags. Unfollow another one first.', { maxFollowedTags })

/** A tag. `postCount`: its visible posts. */
export const Tag = z.object({ name: z.string(), postCount: z.int().check(z.gte(0)) })
export type Tag = z.infer<typeof Tag>

export const TagList = z.object({ tags: z.array(Tag), ...pageFields })
export type TagList = z.infer<typeof TagList>

/** `q`: the beginning of the name. */
export const TagQuery = z.extend(PageQuery, {
  q: z.optional(
    z
      .string()
      .check(
        z.maxLength(maxTagLength, { error: () => t('q must be at most {maxTagLength} characters', { maxTagLength }) }),
      ),
  ),
})
export type TagQuery = z.infer<typeof TagQuery>

const TagFollow = z.object({ isFollowing: z.boolean() })

/** Tags with visible posts, most used first. */
export const getTags = endpoint('GET /api/tags', {
  summary: 'List tags',
  access: 'anyone',
  query: TagQuery,
  answer: TagList,
})
/** Also accepts a former name of the tag. */
export const getTag = endpoint('GET /api/tags/:tag', {
  summary: 'Get a tag',
  access: 'anyone',
  params: { tag: z.string() },
  answer: Tag,
})
export const getFollowedTags = endpoint('GET /api/followed-tags', {
  summary: 'List the tags that you follow',
  access: 'member',
  answer: z.object({ tags: z.array(Tag) }),
})

const ofTag = {
  access: 'member',
  params: { tag: TagName },
  answer: TagFollow,
  limits: [perMember('tag follows', 120, 60)],
} as const
export const followTag = endpoint('PUT /api/tags/:tag/follow', { summary: 'Follow a tag', ...ofTag })
export const unfollowTag = endpoint('DELETE /api/tags/:tag/follow', { summary: 'Unfollow a tag', ...ofTag })

/** Moves all posts and followers to the tag `name`, which may already exist. The former name redirects to it from then
 *  on. */
export const renameTag = endpoint('PATCH /api/tags/:tag', {
  summary: 'Rename a tag, or merge it into another one',
  access: 'admin',
  params: { tag: TagName },
  body: z.object({ name: TagName }),
  answer: Tag,
  changes: ['posts', 'tags', 'removals'],
})
