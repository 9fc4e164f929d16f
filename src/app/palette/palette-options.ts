import { t } from '#messages/messages.ts'
import type { SearchResult } from '#features/discovery/search/search.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import type { IconName } from '#ui/icon-names.ts'

/** An entry in the command palette: opens a page or runs an action. */
export interface Option {
  group: Group
  label: string
  /** Shown after the label in muted text. */
  detail?: string
  icon: IconName
  /** The page's URL, or the action. */
  opens: string | (() => void)
  /** Found by searching, but not listed before that. */
  isMinor?: boolean
}

/** The groups, in display order. */
export const groups = ['Pages', 'Actions', 'Members', 'Projects', 'Posts', 'Search'] as const
type Group = (typeof groups)[number]

export const groupLabels: Record<Group, () => string> = {
  Pages: () => t('Pages'),
  Actions: () => t('Actions'),
  Members: () => t('Members'),
  Projects: () => t('Projects'),
  Posts: () => t('Posts'),
  Search: () => t('Search'),
}

/** Identifies an option while others are added above it. */
export const keyOf = ({ group, label, opens }: Option): string =>
  `${group} ${typeof opens === 'string' ? opens : label}`

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the options whose label contains words that start with all of the typed words. */
export function matching(options: Option[], typed: string): Option[] {
  const sought = wordsOf(typed)
  if (sought.length === 0) return typed === '' ? options.filter(({ isMinor }) => !isMinor) : []
  return options.filter(({ label }) => {
    const words = wordsOf(label)
    return sought.every((start) => words.some((word) => word.startsWith(start)))
  })
}

/** Presents a search result as an option. */
export function optionOf(found: SearchResult): Option {
  const { user } = found
  if (found.kind === 'member') {
    const href = profileAddress.href({ username: user.username })
    return { group: 'Members', label: user.displayName, detail: `@${user.username}`, icon: 'user', opens: href }
  }
  const label = (found.title ?? ('snippet' in found ? found.snippet : [])).join('')
  const detail = user.displayName
  return found.kind === 'project'
    ? { group: 'Projects', label, detail, icon: 'folder-git-2', opens: projectAddress.href({ id: found.id }) }
    : { group: 'Posts', label, detail, icon: 'newspaper', opens: postPath(found) }
}
