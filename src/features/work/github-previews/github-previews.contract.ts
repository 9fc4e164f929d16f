import { canonicalAddress, githubAddress } from './github-address.contract.ts'

/** What a preview shows; `name` is spelled as on GitHub. */
export interface RepositoryFacts {
  kind: 'repository'
  name: string
  description: string | null
  language: string | null
  stars: number
  forks: number
  isArchived: boolean
}
export interface IssueFacts {
  kind: 'issue'
  isPullRequest: boolean
  title: string
  state: 'open' | 'closed' | 'merged' | 'draft'
  author: string | null
  comments: number
  labels: string[]
}
export interface SnippetFacts {
  kind: 'snippet'
  /** At most `maxLines`. */
  lines: string[]
  commit: string
  /** What the default branch has in their place: the same, something else, or no such lines. */
  since: 'same' | 'changed' | 'gone'
}
export type GithubFacts = RepositoryFacts | IssueFacts | SnippetFacts

/** Lines of a snippet; of longer ranges the first are shown. */
export const maxLines = 60
/** Previews of a post; links after that stay links. */
const maxPreviews = 10

/** The first addresses of GitHub among the links, in their one spelling, each once. */
export function previewAddresses(links: string[]): string[] {
  const known = links.map(githubAddress).filter((address) => address !== null)
  return [...new Set(known.map(canonicalAddress))].slice(0, maxPreviews)
}

/** Whether a text may have links that become previews. */
export const mayHavePreviews = (markdown: string): boolean => /github\.com\//i.test(markdown)
