import { found } from '#kernel/errors.ts'
import { asAnyone, type Call, type Member, route } from '#kernel/http.ts'
import { IdText } from '#features/ids/ids.contract.ts'
import { findContributions } from './contributions.store.ts'
import { userActivitiesPath } from './activities.contract.ts'
import {
  ActivitiesQuery,
  activitiesPath,
  ContributionsQuery,
  contributionsPath,
  githubStatusPath,
  repositoriesPath,
  WhoseQuery,
} from './github.contract.ts'
import { findGithubStatus, findWhose, listActivities, listRepositories } from './github.store.ts'

// All of it is read from the database: however slow GitHub is, these are not.
export const githubRoutes = [
  route(
    'GET',
    activitiesPath,
    asAnyone(async (call) => {
      const query = ActivitiesQuery.parse(call.query)
      return listActivities(call.ctx.db, await whoseOf(call, query.username), query)
    }),
  ),
  route(
    'GET',
    userActivitiesPath(':id'),
    asAnyone(async ({ params, query, ctx }) =>
      listActivities(ctx.db, IdText.parse(params.id), ActivitiesQuery.parse(query)),
    ),
  ),
  route(
    'GET',
    repositoriesPath,
    asAnyone(async (call) => {
      const { username } = WhoseQuery.parse(call.query)
      return listRepositories(call.ctx.db, await whoseOf(call, username))
    }),
  ),
  route(
    'GET',
    contributionsPath,
    asAnyone(async (call) => {
      const { username, year } = ContributionsQuery.parse(call.query)
      const { db, clock } = call.ctx
      return findContributions(db, await whoseOf(call, username), year ? Number(year) : null, clock.now())
    }),
  ),
  route(
    'GET',
    githubStatusPath,
    asAnyone(async (call) => {
      const { username } = WhoseQuery.parse(call.query)
      return findGithubStatus(call.ctx.db, await whoseOf(call, username))
    }),
  ),
]

/** Source: decisions, GitHub calls. 0 is nobody's: a site without members. */
async function whoseOf({ ctx, member }: Call<Member | null>, username: string | undefined): Promise<number> {
  const id = await findWhose(ctx.db, { username, viewerId: member?.id ?? null })
  return username === undefined ? (id ?? 0) : found(id, 'User')
}
