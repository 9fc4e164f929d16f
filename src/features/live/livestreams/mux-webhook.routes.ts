import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { isJson } from '#kernel/limited-bytes.ts'
import { receiveMuxWebhook } from './livestreams.contract.ts'

export const muxWebhookRoutes = [
  implement(receiveMuxWebhook, async ({ request, ctx }) => {
    if (!isJson(request)) throw new AppError('unsupported_type', t('Deliveries must be sent as application/json.'))
    if (!ctx.streaming.receive)
      throw new AppError('not_ready', t('This site does not use Mux, so it does not accept its webhooks.'))
    return Response.json({ result: await ctx.streaming.receive(request) }, { status: 202 })
  }),
]
