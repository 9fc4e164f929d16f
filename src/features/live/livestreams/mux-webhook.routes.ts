import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { isJson } from '#kernel/limited-bytes.ts'
import { receiveMuxWebhook } from './livestreams.contract.ts'

export const muxWebhookRoutes = [
  implement(receiveMuxWebhook, async ({ request, ctx }) => {
    if (!isJson(request)) throw new AppError('unsupported_type', 'Deliveries are taken as application/json.')
    if (!ctx.streaming.receive)
      throw new AppError('not_ready', 'This site takes no deliveries of Mux: it does not broadcast with it.')
    return Response.json({ result: await ctx.streaming.receive(request) }, { status: 202 })
  }),
]
