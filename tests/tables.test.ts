import assert from 'node:assert/strict'
import { test } from 'vitest'
import { many } from '#kernel/db.ts'
import { testDb } from './support/database.ts'
import { ownerFaults, siteTables, tablesOf, viewFaults } from './tables.ts'

const migrations = [
  {
    path: 'migrations/0001-posts.sql',
    text: `
      create table posts (id int); -- create table ignored (id int);
      create unlogged table drafts (id int);
      create table words (post_id int);
      create table gone (id int);
      create function add_words(post_id int) returns void language plpgsql as $$
        begin
          -- the words of the post
          insert into words (post_id) values (post_id);
        end $$;
      create function post_added() returns trigger language plpgsql as $$
        begin
          perform add_words(new.id);
          return null;
        end $$;
      create trigger post_added after insert or update of id on posts for each row execute function post_added();
      create trigger stopped after update on posts for each row execute function post_added();`,
  },
  {
    path: 'migrations/0002-hidden.sql',
    text: `
      drop table gone;
      drop trigger stopped on posts;
      alter table posts rename to all_posts;
      create view posts as select * from all_posts where true;`,
  },
]
const tablesIn = (text: string) => tablesOf(migrations, [{ path: 'src/features/writing/posts/posts.store.ts', text }])
const usedBy = (sql: string) => {
  const tables = tablesIn(`const query = sql\`${sql}\``)
  return {
    reads: tables.filter(({ readers }) => readers.length).map(({ name }) => name),
    writes: tables.filter(({ writers }) => writers.length).map(({ name }) => name),
  }
}

test('lists the migrated database’s tables, views, and triggers', async () => {
  const db = await testDb()
  const nameOf = ({ name }: { name: string }) => name
  const tables = siteTables().filter(({ name }) => !name.includes('.'))
  const stored = await many<{ name: string }>(db)`
    select tablename as name from pg_tables where schemaname = 'public' and not starts_with(tablename, 'kysely_')`
  assert.deepEqual(tables.map(nameOf).toSorted(), stored.map(nameOf).toSorted())
  const views = await many<{ name: string }>(db)`select viewname as name from pg_views where schemaname = 'public'`
  assert.deepEqual(tables.flatMap((table) => table.views).toSorted(), views.map(nameOf).toSorted())
  const triggers = await many<{ name: string }>(db)`
    select tgname || ' on ' || tgrelid::regclass as name from pg_trigger
    where not tgisinternal and tgfoid <> 'protect_audit_log'::regproc -- writes nothing
      and not starts_with(tgrelid::regclass::text, 'graphile_worker.')`
  assert.deepEqual([...new Set(tables.flatMap((table) => table.triggers))].toSorted(), triggers.map(nameOf).toSorted())
})

test('follows renames and drops, and lists the tables that triggers write to through other functions', () => {
  assert.deepEqual(tablesIn(''), [
    { name: 'all_posts', views: ['posts'], owner: null, writers: [], readers: [], directReaders: [], triggers: [] },
    { name: 'drafts', views: [], owner: null, writers: [], readers: [], directReaders: [], triggers: [] },
    {
      name: 'words',
      views: [],
      owner: null,
      writers: [],
      readers: [],
      directReaders: [],
      triggers: ['post_added on all_posts'],
    },
  ])
})

test('finds the tables that statements write to', () => {
  const targets = ['insert into posts (id) values (1)', 'update only posts set id = 1', 'truncate table posts']
  for (const target of [...targets, 'delete from posts', 'merge into posts using drafts on true'])
    assert.deepEqual(usedBy(target).writes, ['all_posts'], target)
  assert.deepEqual(usedBy('with gone as (delete from drafts returning id) insert into posts select id from gone'), {
    reads: [],
    writes: ['all_posts', 'drafts'],
  })
  assert.deepEqual(usedBy('select id from posts for update').writes, [])
  assert.deepEqual(usedBy('insert into words values (1) on conflict (id) do update set id = excluded.id').writes, [
    'words',
  ])
})

test('finds the tables that statements and fragments read from', () => {
  const reads = [
    'select id from words, lateral unnest(ids) drafts, posts p where true',
    'select (select 1 from words) from (posts join drafts using (id))',
    'delete from drafts using words where exists (select from posts)',
    'words cross join lateral ${rows} join posts on true',
  ]
  for (const text of reads) assert.deepEqual(usedBy(text).reads.slice(0, 1), ['all_posts'], text)
  for (const text of reads) assert.equal(usedBy(text).reads.at(-1), 'words', text)
})

test('does not mistake aliases, columns, functions, CTEs, strings, and comments for tables', () => {
  const others = [
    'select words, drafts from unnest(${ids}) as words',
    'with words as (select 1) select * from words',
    "select ' from words' -- from words",
    'select 1 where a is distinct from words(1)',
    'select from generate_series(1, 2) posts order by posts, words',
  ]
  for (const text of others) assert.deepEqual(usedBy(text), { reads: [], writes: [] }, text)
})

test('parses nested templates separately', () => {
  const text =
    'const query = sql`select ${sql`(select 1 from words)`} from posts where ${isNew ? sql`true` : sql`id in (select id from drafts)`}`'
  const read = tablesIn(text).filter(({ readers }) => readers.length)
  assert.deepEqual(
    read.map(({ name }) => name),
    ['all_posts', 'drafts', 'words'],
  )
})

test('reports features that read a widely used table without a view', () => {
  const readers = (tables: string[]) =>
    tables.map((table, index) => ({
      path: `src/features/writing/reader-${index}/reader.store.ts`,
      text: `many(db)\`select id from ${table}\``,
    }))
  const posts = { path: 'src/features/writing/posts/posts.store.ts', text: 'run(db)`update all_posts set id = 1`' }
  const faultsOf = (tables: string[]) => viewFaults(tablesOf(migrations, [posts, ...readers(tables)]))
  assert.deepEqual(faultsOf(['all_posts', 'posts', 'posts', 'posts', 'posts']), [])
  assert.deepEqual(faultsOf(['all_posts', 'posts', 'posts', 'posts', 'posts', 'posts']), [
    'features/writing/reader-0 must read one of its views (posts) instead of all_posts, which 6 features read',
  ])
})

test('reports tables that have no owner or two writers', () => {
  const store = (feature: string, table: string) => ({
    path: `src/features/writing/${feature}/${feature}.store.ts`,
    text: `run(db)\`delete from ${table}\``,
  })
  const stores = [store('posts', 'posts'), store('likes', 'all_posts'), store('drafts', 'drafts')]
  assert.deepEqual(ownerFaults(tablesOf(migrations, stores)), [
    'all_posts is written by features/writing/likes and features/writing/posts',
    'words has no owner',
  ])
})
