import assert from 'node:assert/strict'
import { chats } from '#tests/large-site/chats.ts'
import { test } from '#tests/large-site/large-site.ts'
import { readWhole } from '#tests/support/plans.ts'
import { entriesAfterQuery, latestEntriesQuery, reservedNameQuery, usedNameQuery } from './chat.store.ts'

const visitor = { livestreamId: chats, memberId: null, sender: Buffer.from('x'), username: 'Visitor 7' }

const queries = {
  'the latest messages': latestEntriesQuery(chats, 100),
  'the messages after a given message': entriesAfterQuery(chats, 59_000, 500),
  'a reserved name': reservedNameQuery('Member 7'),
  'another visitor’s name': usedNameQuery(visitor),
}

test.for(Object.entries(queries))('uses an index to find %s', async ([, query], { db }) => {
  assert.deepEqual(await readWhole(db, query), [])
})
