import assert from 'node:assert/strict'
import { test } from 'vitest'
import { withDecisions } from './decisions.ts'

const before = '# Decisions\n\n| Number | Title | Status | Changed by |\n|---|---|---|---|\n'

test('lists every decision, and keeps the columns that are maintained manually', () => {
  const list = withDecisions(`${before}| [004](old.md) | Old | Accepted | Bucket: 104 |\n\nText after the table.\n`)
  assert.ok(list.startsWith(before))
  assert.match(list, /^\| \[001\]\(001-tool-versions\.md\) \| Tool versions .* \| Accepted \| {2}\|$/m)
  assert.match(list, /^\| \[004\]\(004-pictures\.md\) \| Picture uploads \| Accepted \| Bucket: 104 \|$/m)
  assert.match(list, /\|\n\nText after the table\.\n$/)
})

test('rejects a list without rows', () => {
  assert.throws(() => withDecisions(before), /no row/)
})
