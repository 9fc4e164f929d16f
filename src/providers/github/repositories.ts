import { LRUCache } from 'lru-cache'
import { Issue, LatestRelease, OneRepository } from './answers.ts'
import type { Requester } from './requests.ts'
import { readFile, readReadme } from './contents.ts'
import { notFound } from './failures.ts'
import type { Github, GithubAnswer, GithubFailure, GithubRepositoryFacts, GithubValue } from './github.ts'
import { invalidFile, noRepository, invalidRepository } from './names.ts'
import { t } from '#messages/messages.ts'

const recentMs = 5 * 60_000

/** Reads repositories and their contents. A token may grant access to private repositories, so with a token, each
 *  request first checks that the repository is public. */
export function repositoryReader(
  requester: Requester,
  hasToken: boolean,
): Pick<Github, 'repository' | 'latestRelease' | 'readme' | 'issue' | 'file'> {
  const recent = new LRUCache<string, GithubValue<GithubRepositoryFacts>>({ max: 500, ttl: recentMs })

  const repository: Github['repository'] = async (owner, name, etag) => {
    const missing = noRepository(owner, name)
    const question = { route: 'GET /repos/{owner}/{name}', parameters: { owner, name }, etag }
    const answer =
      invalidRepository(owner, name) ?? (await requester.get({ ...question, answer: OneRepository, missing }))
    if (!answer.ok) return answer
    if (!answer.value) return { ...answer, value: null }
    const { facts } = answer.value
    if (!facts) return notFound(missing)
    const found = { ...answer, value: facts }
    recent.set(keyOf(owner, name), found)
    return found
  }
  const known = async (owner: string, name: string) => recent.get(keyOf(owner, name)) ?? repository(owner, name)

  async function refusalOf(owner: string, name: string): Promise<GithubFailure | null> {
    if (!hasToken) return invalidRepository(owner, name)
    const found = await known(owner, name)
    return found.ok ? null : found
  }

  /** A 404 can mean that the repository does not exist or that it lacks that resource. This function distinguishes the
   *  two cases. */
  async function orNone<T>(
    answer: GithubAnswer<T>,
    [owner, name]: [string, string],
    none: (facts: GithubRepositoryFacts) => T,
  ): Promise<GithubAnswer<T>> {
    if (answer.ok || answer.code !== 'not_found') return answer
    const found = await known(owner, name)
    return found.ok ? { ...found, etag: null, value: found.value && none(found.value) } : found
  }

  return {
    repository,
    async latestRelease(owner, name) {
      const answer =
        (await refusalOf(owner, name)) ??
        (await requester.get({
          route: 'GET /repos/{owner}/{name}/releases/latest',
          parameters: { owner, name },
          answer: LatestRelease,
          missing: noRepository(owner, name),
        }))
      return orNone(answer, [owner, name], () => ({ release: null }))
    },
    async readme(owner, name, etag) {
      const answer = (await refusalOf(owner, name)) ?? (await readReadme(requester, owner, name, etag))
      return orNone(answer, [owner, name], ({ htmlUrl }) => ({ markdown: null, path: '', htmlUrl }))
    },
    issue: async (owner, name, number, etag) =>
      (await refusalOf(owner, name)) ??
      requester.get({
        route: 'GET /repos/{owner}/{name}/issues/{number}',
        parameters: { owner, name, number },
        etag,
        answer: Issue,
        missing: t('GitHub has no public issue {number} in {owner}/{name}.', { number, owner, name }),
      }),
    file: async (owner, name, ref, path) =>
      invalidFile(owner, name, ref, path) ??
      (await refusalOf(owner, name)) ??
      readFile(requester, { owner, name, ref, path }),
  }
}

const keyOf = (owner: string, name: string) => `${owner}/${name}`.toLowerCase()
