import { found } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { findContributions } from './contributions.store.ts'
import { listMemberGithubActivities } from './activities.contract.ts'
import {
  getGithubContributions,
  getGithubStatus,
  listGithubActivities,
  listGithubRepositories,
} from './github.contract.ts'
import { findGithubStatus, findMemberId, listActivities, listRepositories } from './github.store.ts'

// These endpoints read only from the database, so they do not depend on GitHub's speed.
export const githubRoutes = [
  implement(listGithubActivities, async ({ query, member, ctx }) =>
    listActivities(ctx.db, await memberIdOf(ctx, member, query.username), query),
  ),
  implement(listMemberGithubActivities, ({ params, query, ctx }) => listActivities(ctx.db, params.id, query)),
  implement(listGithubRepositories, async ({ query, member, ctx }) =>
    listRepositories(ctx.db, await memberIdOf(ctx, member, query.username)),
  ),
  implement(getGithubContributions, async ({ query: { username, year }, member, ctx }) =>
    findContributions(ctx.db, await memberIdOf(ctx, member, username), year ?? null, ctx.clock.now()),
  ),
  implement(getGithubStatus, async ({ query, member, ctx }) =>
    findGithubStatus(ctx.db, await memberIdOf(ctx, member, query.username)),
  ),
]

/** Returns 0, which is no member's id, on a site without members. Source: docs/product.md, GitHub page */
async function memberIdOf({ db }: Context, member: Member | null, username: string | undefined): Promise<number> {
  const id = await findMemberId(db, { username, viewerId: member?.id ?? null })
  return username === undefined ? (id ?? 0) : found(id, 'User')
}
