import { pageAsked } from '#features/paging/paging.contract.ts'
import type { People } from '#features/follows/people.hooks.ts'

/** Which members the address asks for. */
export const peopleOf = ({ page, search }: Record<string, string>): Required<People> & { search: string } => ({
  page: pageAsked(page),
  search: (search ?? '').trim(),
})

/** The address of that page of the members. */
export function membersHref({ page = 1, search }: Partial<People>): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/members?${query.toString()}` : '/members'
}
