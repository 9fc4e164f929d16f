import assert from 'node:assert/strict'
import { test } from 'vitest'
import { migrationName } from './migration-name.ts'

test('numbers a new migration after the last existing one', () => {
  assert.equal(
    migrationName(['0001-members.sql', '0041-likes.sql', '0007-posts.sql'], 'Post tags'),
    '0042-post-tags.sql',
  )
  assert.equal(migrationName([], 'members'), '0001-members.sql')
})

test('ignores files that are not migrations', () => {
  assert.equal(migrationName(['0003-a.sql', '0009-notes.md', 'README.md'], 'b'), '0004-b.sql')
})

test('converts a title to lowercase words joined by hyphens', () => {
  assert.equal(migrationName([], ' Members’ “API” tokens!'), '0001-members-api-tokens.sql')
})

test('rejects a title without letters', () => {
  assert.throws(() => migrationName([], ' – '), /Give the migration a title/)
})
