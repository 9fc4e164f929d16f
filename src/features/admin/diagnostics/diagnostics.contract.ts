import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'

/** What a request looks like when it arrives, after all proxies. */
export const ArrivedRequest = z.object({
  /** The caller's IP address, as the site determines it. */
  ip: z.string(),
  forwardedFor: z.nullable(z.string()),
  forwardedProto: z.nullable(z.string()),
  host: z.nullable(z.string()),
})
export type ArrivedRequest = z.infer<typeof ArrivedRequest>

/** For `devstead doctor`, which signs the token with a secret from the database. */
export const getArrivedRequest = endpoint('GET /api/diagnostics/request', {
  summary: 'Show how the site received a request from devstead doctor',
  access: 'anyone',
  query: z.object({ token: z.string().check(z.maxLength(200)) }),
  headers: { 'x-forwarded-for': 'Added by proxies', 'x-forwarded-proto': 'Added by proxies' },
  answer: ArrivedRequest,
})
