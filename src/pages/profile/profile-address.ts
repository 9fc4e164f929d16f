import { profileFolder } from '#features/feeds/feeds.contract.ts'
import { pageAsked } from '#features/paging/paging.contract.ts'

export interface ProfilePart {
  tab: 'posts' | 'about' | 'github'
  /** Of the posts. */
  page: number
}

/** Which part of a profile the address asks for. What makes no sense counts as not said. */
export const partOf = ({ tab, page }: Record<string, string>): ProfilePart =>
  tab === 'about' || tab === 'github' ? { tab, page: 1 } : { tab: 'posts', page: pageAsked(page) }

/** The address of a part of the member's profile; the posts stand at the profile's own. */
export function profileHref(username: string, { tab = 'posts', page = 1 }: Partial<ProfilePart> = {}): string {
  const query = new URLSearchParams()
  if (tab !== 'posts') query.set('tab', tab)
  else if (page > 1) query.set('page', String(page))
  return profileFolder(username) + (query.size > 0 ? `?${query.toString()}` : '')
}
