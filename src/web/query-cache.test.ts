import assert from 'node:assert/strict'
import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { onTestFinished, test } from 'vitest'
import { createQueryCache } from './query-cache.ts'

test('makes reads and writes fail immediately when offline', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const cache = createQueryCache()
  const refused = () => Promise.reject(new TypeError('Failed to fetch'))
  await assert.rejects(cache.fetchQuery({ queryKey: ['read'], queryFn: refused }), /Failed to fetch/)
  await assert.rejects(new MutationObserver(cache, { mutationFn: refused }).mutate(), /Failed to fetch/)
})
