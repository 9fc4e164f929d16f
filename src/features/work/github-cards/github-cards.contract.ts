import { canonicalAddress, githubAddress } from './github-address.contract.ts'

/** What a card shows; `name` is spelled as on GitHub. */
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
/** Cards of a post; links after that stay links. */
const maxCards = 10

/** The first addresses of GitHub among the links, in their one spelling, each once. */
export function cardAddresses(links: string[]): string[] {
  const known = links.map(githubAddress).filter((address) => address !== null)
  return [...new Set(known.map(canonicalAddress))].slice(0, maxCards)
}

/** Whether a text may have links that become cards. */
export const mayHaveCards = (markdown: string): boolean => /github\.com\//i.test(markdown)
