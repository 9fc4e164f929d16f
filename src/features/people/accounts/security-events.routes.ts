import { implement } from '#kernel/implement.ts'
import { getSecurityEvents } from './security-events.contract.ts'
import { listSecurityEvents } from './security-events.store.ts'

export const securityEventRoutes = [
  implement(getSecurityEvents, async ({ ctx, member, query: { before, limit } }) => {
    const events = await listSecurityEvents(ctx.db, member.id, { before, limit: limit + 1 })
    const listed = events.slice(0, limit)
    return {
      events: listed,
      next: events.length > limit ? listed.at(-1)!.id : null,
      hasSignIns: ctx.identity.sessions !== undefined,
    }
  }),
]
