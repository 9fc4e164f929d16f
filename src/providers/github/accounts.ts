import { Account, Events, Repositories } from './answers.ts'
import type { Asker } from './asker.ts'
import { renamed } from './failures.ts'
import type { Github, GithubAccount, GithubAnswer } from './github.ts'
import { accountRefusal, noAccount } from './names.ts'
import { Calendar, calendarQuery } from './query-answers.ts'

const perPage = 100

/** What is asked about an account. */
export const accountReader = (asker: Asker): Pick<Github, 'account' | 'events' | 'repositories' | 'calendar'> => ({
  async account(username, etag, id = null) {
    const refusal = accountRefusal(username)
    if (refusal) return refusal
    const route = 'GET /users/{username}'
    const asked = { answer: Account, missing: noAccount(username) }
    const answer = await asker.get({ ...asked, route, parameters: { username }, etag })
    if (id === null || !isAnother(answer, id)) return answer
    const known = await asker.get({ ...asked, route: 'GET /user/{id}', parameters: { id } })
    return known.ok && known.value ? renamed(username, known.value.login) : answer
  },

  events: async (username, page, etag) =>
    accountRefusal(username) ??
    asker.get({
      route: 'GET /users/{username}/events/public',
      parameters: { username, page, per_page: perPage },
      etag,
      answer: Events,
      missing: noAccount(username),
    }),

  repositories: async (username, etag) =>
    accountRefusal(username) ??
    asker.get({
      route: 'GET /users/{username}/repos',
      parameters: { username, sort: 'updated', per_page: perPage },
      etag,
      answer: Repositories,
      missing: noAccount(username),
    }),

  calendar: async (username, from, to) =>
    accountRefusal(username) ??
    asker.query({
      query: calendarQuery,
      variables: { login: username, from: from.toISOString(), to: to.toISOString() },
      answer: Calendar,
      missing: noAccount(username),
    }),
})

/** Nobody has the name any more, or somebody else. */
const isAnother = (answer: GithubAnswer<GithubAccount>, id: number): boolean =>
  answer.ok ? answer.value !== null && answer.value.id !== id : answer.code === 'not_found'
