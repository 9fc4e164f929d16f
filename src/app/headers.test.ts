import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pagePolicy } from './headers.ts'

const policyWith = (players: string[]) => {
  const policy = pagePolicy({ siteUrl: 'https://devstead.test', scriptHashes: [], connect: [], images: [], players })
  return new Map(
    policy('devstead.test')
      .split('; ')
      .map((line): [string, string] => [line.split(' ')[0]!, line]),
  )
}

test('lets players fetch from the hosted streaming provider, if any, and from nowhere else', () => {
  const [without, withMux] = [policyWith([]), policyWith(['https://*.mux.com'])]
  const changed = [...withMux].filter(([name, line]) => line !== without.get(name))
  assert.deepEqual(
    changed.map(([, line]) => line),
    [
      "img-src 'self' data: blob: https://*.mux.com",
      "connect-src 'self' https://*.mux.com",
      "media-src 'self' blob: https://*.mux.com",
    ],
  )
})
