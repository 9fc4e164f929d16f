import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { connect } from '#kernel/db.ts'
import { testConnection } from '#tests/support/database.ts'
import { silentProxy } from '#tests/support/silent-proxy.ts'
import { png, testStorage } from '#tests/support/storage.ts'

test('serves previously requested pictures during a database outage, and returns 503 for all others', async () => {
  const proxy = await silentProxy(await testConnection())
  const db = connect({ ...proxy.connection, statementLimitMs: 2000, patienceMs: 0, onError: () => {} })
  onTestFinished(() => db.destroy())
  const t = await testStorage({ db })
  const bucket = t.client('alice').from('post-images')
  const options = { contentType: 'image/png' }
  for (const name of ['known.png', 'removed.png', 'unknown.png']) await bucket.upload(name, await png(), options)
  const ask = (name: string) => fetch(`${t.url}/storage/v1/object/public/post-images/${name}`)
  const before = await ask('known.png')
  assert.equal((await ask('removed.png')).status, 200)
  await bucket.remove(['removed.png'])

  proxy.goSilent()
  const during = await ask('known.png')
  assert.deepEqual([during.status, during.headers.get('etag')], [200, before.headers.get('etag')])
  assert.equal((await ask('removed.png')).status, 404)
  const refused = await ask('unknown.png')
  assert.deepEqual([refused.status, Number(refused.headers.get('retry-after')) > 0], [503, true])
})
