import { User, userPath } from '#features/profiles/profiles.contract.ts'
import { readIfThere } from '#web/api.ts'

/** A member; null when there is none with that id. */
export const userByIdQuery = (id: number) => readIfThere(userPath(id), User)
