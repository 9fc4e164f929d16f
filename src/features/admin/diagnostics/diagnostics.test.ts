import assert from 'node:assert/strict'
import { test } from 'vitest'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { cast } from '#tests/support/cast.ts'
import { diagnosticToken } from './diagnostic-tokens.ts'
import { getArrivedRequest } from './diagnostics.contract.ts'
import { diagnosticsRoutes, diagnosticsSecret } from './diagnostics.routes.ts'

test('shows how a request arrives, but only to callers with a genuine token', async () => {
  const t = await cast(diagnosticsRoutes)
  const secret = await siteSecret(t.ctx, diagnosticsSecret)
  const ask = (token: string) => t.stranger('GET', `${getArrivedRequest.path}?token=${encodeURIComponent(token)}`)
  const now = t.ctx.clock.now()
  const genuine = diagnosticToken(secret, now)
  const { status, body } = await ask(genuine)
  assert.deepEqual([status, Object.keys(body)], [200, ['ip', 'forwardedFor', 'forwardedProto', 'host']])
  const forged = diagnosticToken(Buffer.alloc(32), now)
  const expired = diagnosticToken(secret, now - 61_000)
  const endless = `${now * 2}.${genuine.split('.')[1]}`
  for (const token of ['', 'x', '.', forged, expired, endless, `${genuine}x`])
    assert.equal((await ask(token)).status, 404, token)
})
