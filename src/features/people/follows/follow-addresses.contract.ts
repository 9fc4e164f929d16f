import * as z from 'zod/mini'
import { address, PageNumber } from '#kernel/address.contract.ts'

export const followersAddress = address('/profile/:username/followers', {
  params: { username: z.string() },
  query: { page: PageNumber },
})
export const followingAddress = address('/profile/:username/following', {
  params: { username: z.string() },
  query: { page: PageNumber },
})
