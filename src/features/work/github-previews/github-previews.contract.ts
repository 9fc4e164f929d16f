import { canonicalAddress, githubAddress } from './github-address.contract.ts'

/** The content of a preview; `name` is spelled as on GitHub. */
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
  /** The lines compared with the default branch: unchanged, changed, or removed. */
  since: 'same' | 'changed' | 'gone'
}
export type GithubFacts = RepositoryFacts | IssueFacts | SnippetFacts

/** Maximum lines in a snippet. Longer ranges are truncated. */
export const maxLines = 60
/** Maximum previews per post. Further links stay plain links. */
const maxPreviews = 10

/** Returns the canonical GitHub addresses among the links, without duplicates, up to the maximum number per post. */
export function previewAddresses(links: string[]): string[] {
  const known = links.map(githubAddress).filter((address) => address !== null)
  return [...new Set(known.map(canonicalAddress))].slice(0, maxPreviews)
}

/** Returns whether the Markdown may contain links that get a preview. */
export const mayHavePreviews = (markdown: string): boolean => /github\.com\//i.test(markdown)
