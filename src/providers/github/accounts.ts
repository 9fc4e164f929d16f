import { Account, Events, Repositories } from './answers.ts'
import type { Requester } from './requests.ts'
import { renamed } from './failures.ts'
import type { Github, GithubAccount, GithubAnswer } from './github.ts'
import { invalidAccount, noAccount } from './names.ts'
import { Calendar, calendarQuery } from './query-answers.ts'

const perPage = 100

/** Reads accounts, their events, repositories, and contribution calendars. */
export const accountReader = (
  requester: Requester,
): Pick<Github, 'account' | 'events' | 'repositories' | 'calendar'> => ({
  async account(username, etag, id = null) {
    const refusal = invalidAccount(username)
    if (refusal) return refusal
    const route = 'GET /users/{username}'
    const context = { answer: Account, missing: noAccount(username) }
    const answer = await requester.get({ ...context, route, parameters: { username }, etag })
    if (id === null || !isAnother(answer, id)) return answer
    const known = await requester.get({ ...context, route: 'GET /user/{id}', parameters: { id } })
    return known.ok && known.value ? renamed(username, known.value.login) : answer
  },

  events: async (username, page, etag) =>
    invalidAccount(username) ??
    requester.get({
      route: 'GET /users/{username}/events/public',
      parameters: { username, page, per_page: perPage },
      etag,
      answer: Events,
      missing: noAccount(username),
    }),

  repositories: async (username, etag) =>
    invalidAccount(username) ??
    requester.get({
      route: 'GET /users/{username}/repos',
      parameters: { username, sort: 'updated', per_page: perPage },
      etag,
      answer: Repositories,
      missing: noAccount(username),
    }),

  calendar: async (username, from, to) =>
    invalidAccount(username) ??
    requester.query({
      query: calendarQuery,
      variables: { login: username, from: from.toISOString(), to: to.toISOString() },
      answer: Calendar,
      missing: noAccount(username),
    }),
})

/** Reports whether the account was deleted or renamed, or its name now belongs to another account. */
const isAnother = (answer: GithubAnswer<GithubAccount>, id: number): boolean =>
  answer.ok ? answer.value !== null && answer.value.id !== id : answer.code === 'not_found'
