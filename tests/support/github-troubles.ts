import type { ServerResponse } from 'node:http'
import { notFound, type Answer } from './github-answers.ts'

/** The ways in which GitHub can fail, with GitHub's own messages. */
const refusals = {
  bad_token: { status: 401, body: { message: 'Bad credentials', documentation_url: 'https://docs.github.com/rest' } },
  weak_token: { status: 403, body: { message: 'Resource not accessible by personal access token' } },
  secondary_limit: {
    status: 403,
    headers: { 'retry-after': '90' },
    body: { message: 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.' },
  },
  too_many: { status: 429, body: { message: 'Too many requests' } },
  not_found: notFound,
  gone: { status: 410, body: { message: 'This issue was deleted' } },
  dmca: { status: 451, body: { message: 'Repository access blocked', block: { reason: 'dmca' } } },
  terms: { status: 403, body: { message: 'Repository access blocked', block: { reason: 'tos' } } },
  down: { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><title>Unicorn!</title></html>' },
  nonsense: { status: 200, body: { hello: ['world', null] } },
  broken: { status: 200, body: '{"login":"oct' },
  /** Redirects to itself at another host name. */
  elsewhere: { status: 301, headers: { location: 'http://localhost:{port}/elsewhere' }, body: {} },
  around: { status: 302, headers: { location: '/around' }, body: {} },
  query_limit: {
    status: 200,
    headers: { 'x-ratelimit-remaining': '0' },
    body: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded for user ID 1000.' }] },
  },
  query_scopes: {
    status: 200,
    body: { errors: [{ type: 'INSUFFICIENT_SCOPES', message: 'Your token has no scope' }] },
  },
  query_forbidden: { status: 200, body: { data: null, errors: [{ type: 'FORBIDDEN', message: 'Not accessible' }] } },
  query_failed: { status: 200, body: { errors: [{ message: 'Something went wrong while executing your query.' }] } },
} satisfies Record<string, Answer>
const silences = {
  /** Never responds. */
  slow: () => {},
  /** Closes the connection in the middle of the body. */
  cut: (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"login":"oc')
    setTimeout(() => answer.destroy(), 20)
  },
  /** Sends an endless body. */
  endless: (answer: ServerResponse) => {
    const piece = Buffer.alloc(1024 * 1024, ' ')
    const more = () => {
      while (!answer.destroyed && answer.write(piece)) continue
    }
    answer.writeHead(200, { 'content-type': 'application/json' }).on('drain', more)
    more()
  },
  refused: (answer: ServerResponse) => void answer.destroy(),
}
export type Trouble = keyof typeof refusals | keyof typeof silences

/** Returns the error response for this kind of failure, or null if this kind does not send a complete response. */
export const refusalOf = (trouble: Trouble): Answer | null =>
  trouble in silences ? null : refusals[trouble as keyof typeof refusals]
export const keepSilent = (trouble: Trouble, answer: ServerResponse): void =>
  silences[trouble as keyof typeof silences](answer)
