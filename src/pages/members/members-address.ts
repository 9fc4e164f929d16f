import type { People } from '#features/people/follows/people.hooks.ts'
import type { membersAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { PageProps } from '../page.ts'

/** Parses the page number and the search from the URL. */
export const peopleOf = ({
  page,
  search = '',
}: PageProps<typeof membersAddress>['query']): Required<People> & { search: string } => ({
  page,
  search: search.trim(),
})
