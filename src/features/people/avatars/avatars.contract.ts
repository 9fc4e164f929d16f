import * as z from 'zod/mini'
import { endpoint, redirect } from '#kernel/endpoint.contract.ts'

/** Redirects only to pictures that a member or a sponsor uses, so that the image proxy is not open to everyone. */
export const getAvatar = endpoint('GET /avatar', {
  summary: 'Get a profile picture hosted on another site',
  access: 'anyone',
  query: z.object({ url: z.string().check(z.maxLength(2000)) }),
  answer: redirect,
})
