import type { DemoPart } from '#kernel/demo.ts'
import { pin } from './pins.store.ts'

/** Pins the owner's first post, and one article each by two other members. */
export const pinsDemo: DemoPart = async ({ ctx: { db }, members, posts }) => {
  for (const [at, { id }] of members.slice(0, 3).entries()) {
    const post = posts.find(({ memberId, isLongForm }) => memberId === id && (at === 0 || isLongForm))
    if (post) await pin(db, post.id, id)
  }
}
