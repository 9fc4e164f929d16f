import { oneLine } from '#providers/github/one-line.ts'
import type { Github, GithubAnswer, GithubFailure, GithubFile } from '#providers/github/github.ts'
import { type GithubAddress, githubAddress } from './github-address.contract.ts'
import { type GithubFacts, maxLines, type SnippetFacts } from './github-previews.contract.ts'
import type { DuePreview, PreviewUpdate } from './github-previews.store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxText = 500
const maxLabels = 6
const maxLineLength = 300

type Snippet = GithubAddress & { kind: 'snippet' }
/** `facts` is null if nothing has changed since the stored ETag. */
type Read = { facts: GithubFacts | null; etag: string | null } | GithubFailure

/** Fetches the preview's facts; keeps the stored facts if they have not changed. */
export async function readPreview(github: Github, preview: DuePreview, nowMs: number): Promise<PreviewUpdate> {
  const address = githubAddress(preview.address)
  if (!address) return { facts: null, etag: null, failure: 'address', dueAt: new Date(nowMs + dayMs) }
  const read = (await refusalOf(github, address)) ?? (await readFacts(github, address, preview))
  if ('ok' in read) return failed(read, preview, nowMs)
  return { facts: read.facts ?? preview.facts, etag: read.etag, failure: null, dueAt: new Date(nowMs + dayMs) }
}

/** With a token, GitHub also returns private repositories. Returns an error for repositories that are not public. */
async function refusalOf(github: Github, { kind, owner, name }: GithubAddress): Promise<GithubFailure | null> {
  if (!github.hasToken || kind === 'repository') return null
  const answer = await github.repository(owner, name)
  return answer.ok ? null : answer
}

/** Drops the facts if the page is no longer public; keeps them after a temporary failure. */
function failed({ code, retryAt }: GithubFailure, { facts, etag }: DuePreview, nowMs: number): PreviewUpdate {
  const isFinal = code === 'not_found' || code === 'renamed' || code === 'blocked'
  if (isFinal) return { facts: null, etag: null, failure: code, dueAt: new Date(nowMs + dayMs) }
  return { facts, etag, failure: code, dueAt: retryAt ?? new Date(nowMs + hourMs) }
}

function readFacts(github: Github, address: GithubAddress, preview: DuePreview): Promise<Read> {
  if (address.kind === 'repository') return readRepository(github, address, preview)
  if (address.kind === 'issue') return readIssue(github, address, preview)
  return preview.facts?.kind === 'snippet'
    ? compareWithHead(github, address, preview.facts)
    : readSnippet(github, address)
}

async function readRepository(github: Github, { owner, name }: GithubAddress, preview: DuePreview): Promise<Read> {
  const answer = await github.repository(owner, name, preview.facts && preview.etag)
  return read(answer, ({ fullName, description, language, stars, forks, isArchived }) => ({
    kind: 'repository',
    name: plain(fullName),
    description: description && plain(description),
    language: language && plain(language),
    stars,
    forks,
    isArchived,
  }))
}

async function readIssue(
  github: Github,
  { owner, name, number }: GithubAddress & { kind: 'issue' },
  preview: DuePreview,
): Promise<Read> {
  const answer = await github.issue(owner, name, number, preview.facts && preview.etag)
  return read(answer, ({ isPullRequest, title, state, author, comments, labels }) => ({
    kind: 'issue',
    isPullRequest,
    title: plain(title) || `#${number}`,
    state,
    author: author && plain(author),
    comments,
    labels: labels.slice(0, maxLabels).map((label) => plain(label.name).slice(0, 50)),
  }))
}

const read = <T>(answer: GithubAnswer<T>, factsOf: (value: T) => GithubFacts): Read =>
  answer.ok ? { facts: answer.value && factsOf(answer.value), etag: answer.etag } : answer

/** Fetches the lines that the link refers to (only these are stored) and compares them with the default branch. */
async function readSnippet(github: Github, address: Snippet): Promise<Read> {
  const { owner, name, ref, path } = address
  const answer = await github.file(owner, name, ref, path)
  if (!answer.ok) return answer
  const lines = answer.value && linesIn(answer.value, address)
  if (!answer.value || !lines || !/^[0-9a-f]{40,64}$/.test(answer.value.commit)) return noLines
  return compareWithHead(github, address, { kind: 'snippet', lines, commit: answer.value.commit, since: 'same' })
}

const noLines: GithubFailure = { ok: false, code: 'not_found', message: 'These lines don’t exist.', retryAt: null }

async function compareWithHead(github: Github, address: Snippet, facts: SnippetFacts): Promise<Read> {
  const answer = await github.file(address.owner, address.name, 'HEAD', address.path)
  if (!answer.ok && answer.code !== 'not_found') return answer
  const lines = answer.ok && answer.value ? linesIn(answer.value, address) : null
  const since = lines === null ? 'gone' : lines.join('\n') === facts.lines.join('\n') ? 'same' : 'changed'
  return { facts: { ...facts, since }, etag: null }
}

/** Returns the first lines of the range; null if the file is shorter or binary. */
function linesIn({ text }: GithubFile, { from, to }: Snippet): string[] | null {
  if (text.includes('\0')) return null
  const lines = text.replace(/\n$/, '').split('\n')
  const shown = lines.slice(from - 1, Math.min(to, from + maxLines - 1))
  return shown.length === 0 ? null : shown.map(cutLine)
}

function cutLine(line: string): string {
  const text = line.replace(/\r$/, '').replaceAll(/[\p{Cc}\p{Cs}]/gu, (sign) => (sign === '\t' ? sign : '\ufffd'))
  return text.length > maxLineLength ? `${text.slice(0, maxLineLength).toWellFormed()}…` : text
}

const plain = (text: string): string => oneLine(text, maxText)
