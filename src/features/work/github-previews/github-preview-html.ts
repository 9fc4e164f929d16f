import { t } from '#messages/messages.ts'
import { escapeHtml } from '#kernel/html.ts'
import type { LinkPreview } from '#kernel/markdown/link-previews.ts'
import { foreignRel } from '#kernel/markdown/links.ts'
import { type GithubAddress, githubAddress, linesUrl } from './github-address.contract.ts'
import {
  type GithubFacts,
  type IssueFacts,
  maxLines,
  type RepositoryFacts,
  type SnippetFacts,
} from './github-previews.contract.ts'

/** Renders a GitHub link's preview from its facts; returns null if the link and the facts are of different kinds. */
export function githubPreview(href: string, facts: GithubFacts): LinkPreview | null {
  const address = githubAddress(href)
  if (address?.kind === 'repository' && facts.kind === 'repository') return { before: repository(href, facts) }
  if (address?.kind === 'issue' && facts.kind === 'issue') return { before: issue(href, address, facts) }
  if (address?.kind === 'snippet' && facts.kind === 'snippet') return snippet(href, address, facts)
  return null
}

const link = (href: string, html: string): string => `<a href="${escapeHtml(href)}" rel="${foreignRel}">${html}</a>`
const paragraph = (part: string, html: string): string => `<p class="link-card-${part}">${html}</p>`
/** Renders facts in a row, omitting nulls. */
function factsRow(facts: (string | null)[]): string {
  const spans = facts.filter((fact) => fact !== null).map((fact) => `<span>${escapeHtml(fact)}</span>`)
  return spans.length > 0 ? paragraph('facts', spans.join(' ')) : ''
}

function repository(href: string, facts: RepositoryFacts): string {
  const { stars, forks } = facts
  return [
    paragraph('kind', escapeHtml(t('Repository on GitHub'))),
    paragraph('title', link(href, escapeHtml(facts.name))),
    facts.description ? paragraph('text', escapeHtml(facts.description)) : '',
    factsRow([
      facts.language,
      stars ? t('{stars, plural, one {# star} other {# stars}}', { stars }) : null,
      forks ? t('{forks, plural, one {# fork} other {# forks}}', { forks }) : null,
      facts.isArchived ? t('Archived') : null,
    ]),
  ].join('')
}

const states = {
  open: () => t('Open (context: an issue)'),
  closed: () => t('Closed (context: an issue)'),
  merged: () => t('Merged'),
  draft: () => t('Draft (context: a pull request)'),
}

function issue(href: string, address: GithubAddress & { kind: 'issue' }, facts: IssueFacts): string {
  const reference = `${address.owner}/${address.name} #${address.number}`
  const state = `<span class="link-card-state" data-state="${facts.state}">${escapeHtml(states[facts.state]())}</span>`
  const labels = facts.labels.map((label) => `<span class="link-card-label">${escapeHtml(label)}</span>`)
  return [
    paragraph('kind', escapeHtml(facts.isPullRequest ? t('Pull request on GitHub') : t('Issue on GitHub'))),
    paragraph('title', link(href, escapeHtml(facts.title))),
    paragraph('labels', [state, ...labels].join(' ')),
    factsRow([
      reference,
      facts.author && t('by {author}', { author: facts.author }),
      facts.comments ? t('{count, plural, one {# comment} other {# comments}}', { count: facts.comments }) : null,
    ]),
  ].join('')
}

function snippet(href: string, address: GithubAddress & { kind: 'snippet' }, facts: SnippetFacts): LinkPreview {
  const { path, from, to } = address
  const last = Math.min(to, from + facts.lines.length - 1)
  const code = { text: facts.lines.join('\n'), language: languageOf(path), firstLine: from }
  const isCut = to > last && facts.lines.length === maxLines
  const more = `<p class="link-snippet-more">${link(href, escapeHtml(t('Lines {from} to {to} on GitHub', { from: String(last + 1), to: String(to) })))}</p>`
  return { before: caption(href, address, facts, last), code, ...(isCut && { after: more }) }
}

/** Where the link to the commit is inserted. */
const commitPlace = '\uFFFC'

function caption(
  href: string,
  address: GithubAddress & { kind: 'snippet' },
  { commit, since }: SnippetFacts,
  last: number,
): string {
  const { owner, name, path, from } = address
  const at = link(linesUrl(address, commit), `<span class="link-snippet-commit">${commit.slice(0, 7)}</span>`)
  const repository = `${owner}/${name}`
  const source =
    last > from
      ? t('Lines {from} to {to} of {repository} at {commit}', {
          from: String(from),
          to: String(last),
          repository,
          commit: commitPlace,
        })
      : t('Line {from} of {repository} at {commit}', { from: String(from), repository, commit: commitPlace })
  return [
    '<figcaption class="link-snippet-source">',
    `<span class="link-snippet-path">${link(href, escapeHtml(path))}</span> `,
    `<span>${escapeHtml(source).replace(commitPlace, () => at)}</span>`,
    since === 'same' ? '' : ` <span class="link-snippet-since">${changeNote(address, since)}</span>`,
    '</figcaption>',
  ].join('')
}

const changeNote = (address: GithubAddress & { kind: 'snippet' }, since: 'changed' | 'gone'): string =>
  since === 'gone'
    ? escapeHtml(t('Changed since: these lines no longer exist'))
    : link(linesUrl(address, 'HEAD'), escapeHtml(t('Changed since: see the current lines')))

/** Returns the highlighter's language name for a file extension. */
function languageOf(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (file === 'makefile') return file
  const end = file.lastIndexOf('.')
  return end < 0 ? '' : (otherNames.get(file.slice(end + 1)) ?? file.slice(end + 1))
}
const otherNames = new Map([
  ['htm', 'html'],
  ['txt', ''],
  ['lock', ''],
])
