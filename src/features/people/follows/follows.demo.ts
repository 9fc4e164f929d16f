import { daysBefore, type DemoPart } from '#kernel/demo.ts'
import { backdateFollow, follow } from './follows.store.ts'

/** Seeds follows: some members are popular, and almost every member has a follower. */
export const followsDemo: DemoPart = async ({ ctx: { db }, members, chance, nowMs }) => {
  for (const followed of members) {
    const appeal = 0.25 + 0.6 * chance()
    for (const follower of members) {
      if (follower.id === followed.id || chance() >= appeal) continue
      const pair = { followerId: follower.id, followingId: followed.id }
      await follow(db, pair)
      await backdateFollow(db, pair, daysBefore({ nowMs }, 30 * chance()))
    }
  }
}
