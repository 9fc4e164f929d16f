import { AppError } from '#kernel/errors.ts'
import { asAnyone, route } from '#kernel/http.ts'
import { isJson } from '#kernel/limited-bytes.ts'
import { muxWebhookPath } from './livestreams.contract.ts'

export const muxWebhookRoutes = [
  route(
    'POST',
    muxWebhookPath,
    asAnyone(async ({ request, ctx }) => {
      if (!isJson(request)) throw new AppError('unsupported_type', 'Deliveries are taken as application/json.')
      if (!ctx.streaming.receive)
        throw new AppError('not_ready', 'This site takes no deliveries of Mux: it does not broadcast with it.')
      return Response.json({ result: await ctx.streaming.receive(request) }, { status: 202 })
    }),
  ),
]
