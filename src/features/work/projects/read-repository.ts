import { oneLine } from '#providers/github/one-line.ts'
import type { MarkdownService } from '#kernel/markdown/markdown-service.ts'
import { renderVersion } from '#kernel/markdown/render-version.ts'
import { githubAddress } from '#features/work/github-previews/github-address.contract.ts'
import type { Github, GithubFailure, GithubRelease, GithubRepositoryFacts } from '#providers/github/github.ts'
import type { KnownRepository, RepositoryUpdate, RepositoryFacts } from './project-repositories.store.ts'
import { readmeHtml } from './readme-html.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

interface Parts {
  github: Github
  markdown: MarkdownService
}
type Known = Pick<KnownRepository, 'facts' | 'etag' | 'readmeEtag' | 'readmeHtml'>

/** Fetches the repository, its latest release, and its README, if changed. Returns either everything or nothing. */
export async function readRepository(parts: Parts, known: KnownRepository, nowMs: number): Promise<RepositoryUpdate> {
  const address = githubAddress(known.address)
  if (!address) throw new Error(`Not a repository URL: ${known.address}`)
  const isOfToday = known.facts !== null && known.renderVersion === renderVersion()
  const read = await readAll(parts, address, isOfToday ? known : { ...known, etag: null, readmeEtag: null })
  if ('ok' in read) return failed(read, known, nowMs)
  return { ...read, renderVersion: renderVersion(), failure: null, dueAt: new Date(nowMs + dayMs) }
}

/** Drops the facts if the repository is no longer public; keeps them after a temporary failure. */
function failed({ code, retryAt }: GithubFailure, known: KnownRepository, nowMs: number): RepositoryUpdate {
  const isFinal = code === 'not_found' || code === 'renamed' || code === 'blocked'
  const nothing = { facts: null, etag: null, readmeEtag: null, readmeHtml: '' }
  const dueAt = isFinal ? new Date(nowMs + dayMs) : (retryAt ?? new Date(nowMs + hourMs))
  return { ...known, ...(isFinal && nothing), failure: code, dueAt }
}

async function readAll(
  { github, markdown }: Parts,
  { owner, name }: { owner: string; name: string },
  known: Known,
): Promise<Known | GithubFailure> {
  const repository = await github.repository(owner, name, known.etag)
  if (!repository.ok) return repository
  const latest = await github.latestRelease(owner, name)
  if (!latest.ok) return latest
  const release = latest.value ? releaseOf(latest.value.release) : (known.facts?.release ?? null)
  // The repository has not changed.
  if (!repository.value && known.facts) return { ...known, facts: { ...known.facts, release }, etag: repository.etag }
  if (!repository.value) return unclear
  const facts = { ...factsOf(repository.value), release }
  const readmeEtag = facts.branch === known.facts?.branch ? known.readmeEtag : null
  const readme = await github.readme(owner, name, readmeEtag)
  if (!readme.ok) return readme
  const { etag } = repository
  if (!readme.value) return { ...known, facts: { ...facts, readmeUrl: known.facts?.readmeUrl ?? '' }, etag }
  const { markdown: source, path, htmlUrl } = readme.value
  const html = source === null ? '' : await readmeHtml(markdown, { markdown: source, path, ...locationOf(facts) })
  return { facts: { ...facts, readmeUrl: html && htmlUrl }, etag, readmeEtag: readme.etag, readmeHtml: html }
}

const unclear: GithubFailure = { ok: false, code: 'unavailable', message: '', retryAt: null }
const locationOf = ({ name, branch }: RepositoryFacts) => ({ repository: name, branch })

function factsOf(facts: GithubRepositoryFacts): RepositoryFacts {
  const { fullName, htmlUrl, stars, forks, language, license, isArchived, defaultBranch } = facts
  const name = plain(fullName)
  return {
    name,
    url: htmlUrl,
    stars,
    forks,
    language: language && plain(language),
    license: license && plain(license),
    isArchived,
    release: null,
    branch: defaultBranch,
    readmeUrl: '',
  }
}

const releaseOf = (release: GithubRelease | null): RepositoryFacts['release'] =>
  release && {
    name: plain(release.tagName),
    url: release.htmlUrl,
    publishedAt: release.publishedAt.toISOString(),
  }

const plain = (text: string): string => oneLine(text, 200)
