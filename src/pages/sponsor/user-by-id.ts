import { getUser } from '#features/people/profiles/profiles.contract.ts'
import { queryIfThere } from '#web/call.ts'

/** Resolves to null for an unknown id. */
export const userByIdQuery = (id: number) => queryIfThere(getUser, { params: { id } })
