import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { PageQuery } from '#schemas/paging.contract.ts'

/** Something that concerns how the member signs in. */
const SecurityEvent = z.object({
  id: Id,
  /** Such as 'sign_in.succeeded'. */
  action: z.string(),
  /** Such as 'Signed in'. */
  text: z.string(),
  /** How: 'password', 'passkey', 'recovery', 'otp', or 'oauth'. Null except for sign-ins. */
  method: z.nullable(z.string()),
  /** Who did it. `visitor`: someone who was not signed in. */
  by: z.enum(['you', 'administrator', 'operator', 'visitor', 'site']),
  /** Browser and operating system. Null, like `network`, if unknown, and for anything administrators and the operator
   *  did. */
  device: z.nullable(z.string()),
  /** The /24 or /64 network of the IP address. */
  network: z.nullable(z.string()),
  at: z.iso.datetime(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

const SecurityEvents = z.object({
  events: z.array(SecurityEvent),
  /** The value of `before` for the next page; null on the last page. */
  next: z.nullable(Id),
  /** False if a hosted sign-in service records sign-ins and credential changes instead of this site. */
  hasSignIns: z.boolean(),
})
export type SecurityEvents = z.infer<typeof SecurityEvents>

/** Newest first. `before`: lists events with lower ids. */
export const getSecurityEvents = endpoint('GET /api/account/security-events', {
  summary: 'List your sign-ins and changes to how you sign in',
  access: 'member',
  query: z.object({ before: z.optional(IdText), limit: PageQuery.shape.limit }),
  answer: SecurityEvents,
})
