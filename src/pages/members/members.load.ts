import { peopleQuery } from '#features/people/follows/people.hooks.ts'
import { defaultLimit } from '#schemas/paging.contract.ts'
import { listUsers } from '#features/people/profiles/people.store.ts'
import type { membersAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { preload } from '#web/preload.ts'
import type { Load } from '../page.ts'
import { peopleOf } from './members-address.ts'

export const loadMembers: Load<typeof membersAddress> = async ({ db }, { query }) => {
  const people = peopleOf(query)
  return { entries: [preload(peopleQuery(people), await listUsers(db, { ...people, limit: defaultLimit }, null))] }
}
