import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { statementsIn } from './sql-statements.ts'

test('splits statements, but not at semicolons in comments, strings, names, and function bodies', () => {
  const text = `-- first; comment
create table "a;b" (c text default 'it''s; fine');

/* another;
comment */ create function f() returns int language sql as $body$
  select 1;
$body$;
select 2`
  assert.deepEqual(statementsIn(text), [
    { line: 2, text: `create table "a;b" (c text default 'it''s; fine');` },
    { line: 5, text: 'create function f() returns int language sql as $body$\n  select 1;\n$body$;' },
    { line: 8, text: 'select 2' },
  ])
  assert.deepEqual(statementsIn(' ;\n-- nothing\n'), [])
})

test('finds at least one statement in each migration', () => {
  const folder = path.resolve(import.meta.dirname, '../../migrations')
  for (const name of readdirSync(folder))
    for (const { text } of statementsIn(readFileSync(path.join(folder, name), 'utf8')))
      assert.match(text, /^[a-z]/i, name)
})
