import { publicUntilRemoved } from '#kernel/cache-control.ts'
import { implement } from '#kernel/implement.ts'
import { openApiOf } from '#kernel/open-api.ts'
import { getOpenApi } from './api.contract.ts'

/** Built on the first call and cached, because a process's code does not change. */
let document: string | undefined

export const apiRoutes = [
  implement(getOpenApi, async ({ ctx }) => {
    document ??= JSON.stringify(openApiOf(ctx.features))
    return new Response(document, {
      headers: { 'content-type': 'application/json', 'cache-control': publicUntilRemoved(60) },
    })
  }),
]
