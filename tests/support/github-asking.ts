import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { GithubAnswer } from '#providers/github/github.ts'
import { octokitGithub, type OctokitOptions } from '#providers/github/octokit.ts'
import { startGithubServer } from './github-server.ts'

/** Returns the provider and the fake GitHub that it calls. `now` is the provider's clock, which tests can set; `logged`
 *  contains its log lines. */
export async function asking(options: Partial<OctokitOptions> = {}) {
  const server = await startGithubServer()
  onTestFinished(() => server.close())
  const logged: string[] = []
  const time = { now: Date.now() }
  const github = octokitGithub({
    apiUrl: server.url,
    token: server.token,
    userAgent: 'Devstead (+http://devstead.test)',
    clock: { now: () => time.now },
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    ...options,
  })
  return { server, github, time, logged }
}

/** Returns the data from GitHub. @throws Error if the request failed or nothing has changed */
export function factsOf<T>(answer: GithubAnswer<T>): T {
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  if (answer.value === null) throw new Error('Nothing has changed')
  return answer.value
}
