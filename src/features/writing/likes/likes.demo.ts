import type { DemoPart } from '#kernel/demo.ts'
import type { DemoPost } from '#features/writing/posts/posts.demo.ts'
import { backdateLike, like } from './likes.store.ts'

/** Creates likes as in a small community: a few for most posts and many for some, mostly soon after publication. */
export const likesDemo: DemoPart = async ({ ctx: { db }, members, posts, chance, nowMs }) => {
  for (const post of posts) {
    const appeal = appealOf(post, chance)
    for (const member of members) {
      if (member.id === post.memberId || chance() >= appeal) continue
      const ageMs = nowMs - post.createdAt.getTime()
      await like(db, post.id, member.id)
      await backdateLike(db, post.id, member.id, new Date(nowMs - ageMs * (1 - chance() ** 4)))
    }
  }
}

/** Returns the probability that a member likes the post. */
const appealOf = ({ isLongForm }: DemoPost, chance: () => number): number =>
  (isLongForm ? 0.3 : 0.08) + 0.65 * chance() ** 2
