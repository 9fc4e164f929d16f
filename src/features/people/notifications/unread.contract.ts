import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'

export const getUnreadCount = endpoint('GET /api/notifications/unread-count', {
  summary: 'Count your unread notifications',
  access: 'member',
  answer: z.object({ count: z.int().check(z.gte(0)) }),
})
