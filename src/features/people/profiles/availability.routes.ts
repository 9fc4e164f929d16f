import { implement } from '#kernel/implement.ts'
import { removeAvailability, saveAvailability } from './availability.contract.ts'
import { clearAvailability, setAvailability } from './availability.store.ts'

export const availabilityRoutes = [
  implement(saveAvailability, async ({ ctx, member, body }) => {
    await setAvailability(ctx.db, member.id, body)
    return body
  }),
  implement(removeAvailability, async ({ ctx, member }) => {
    await clearAvailability(ctx.db, member.id)
    return null
  }),
]
