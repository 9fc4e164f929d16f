import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { faultsOf, mutualPairs, type SourceFile } from './boundaries.ts'
import { ownerFaults, siteTables, viewFaults } from './tables.ts'

const root = path.resolve(import.meta.dirname, '..')

function filesIn(folder: string): SourceFile[] {
  const entries = fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      path: path.relative(root, file).split(path.sep).join('/'),
      text: fs.readFileSync(file, 'utf8'),
    }))
}

const one = (name: string, text: string) => faultsOf([{ path: name, text }])

test('restricts every file’s imports to those allowed for its type', () => {
  const files = ['src', 'tests', 'scripts', 'bench'].flatMap(filesIn)
  assert.ok(files.length > 100)
  assert.deepEqual(faultsOf(files.filter((file) => file.path !== 'tests/boundaries.test.ts')), [])
})

test('lets no two features import each other, except chat and livestreams, which share an event stream', () => {
  assert.deepEqual(mutualPairs(filesIn('src')), ['src/features/live/chat src/features/live/livestreams'])
})

test('lets only a table’s owner write to it, and requires a view if many features read it', () => {
  assert.deepEqual([...ownerFaults(siteTables()), ...viewFaults(siteTables())], [])
})

test('restricts contracts to imports that run both in browsers and on the server', () => {
  const contract = 'src/features/writing/likes/likes.contract.ts'
  assert.deepEqual(one(contract, "import fs from 'node:fs'"), [`${contract} may not import node:fs`])
  assert.deepEqual(one(contract, "import { useState } from 'react'"), [`${contract} may not import react`])
  assert.deepEqual(one(contract, "import type { Db } from '#kernel/db.ts'"), [
    `${contract} may not import src/kernel/db.ts`,
  ])
  assert.deepEqual(one(contract, "import * as z from 'zod/mini'\nimport { Id } from '#schemas/ids.contract.ts'"), [])
})

test('lets routes import only their own store', () => {
  const routes = 'src/features/writing/likes/likes.routes.ts'
  assert.deepEqual(one(routes, "import { like } from './likes.store.ts'"), [])
  assert.deepEqual(one(routes, "import {\n  findPost,\n} from '#features/writing/posts/posts.store.ts'"), [
    `${routes} may not import src/features/writing/posts/posts.store.ts`,
  ])
})

test('does not let views import a store, kernel, route, or page, not even lazily', () => {
  const view = 'src/features/writing/likes/like-button.tsx'
  const targets = [
    '#features/writing/likes/likes.store.ts',
    '#kernel/db.ts',
    './likes.routes.ts',
    '#pages/home/home.tsx',
  ]
  for (const target of targets) {
    assert.equal(one(view, `const later = () => import('${target}')`).length, 1, target)
    assert.equal(one(view, `export type { X } from '${target}'`).length, 1, target)
  }
  assert.deepEqual(one(view, "import '#features/writing/post-cards/post-card.tsx'\nimport './like-button.css'"), [])
})

test('keeps the kernel and primitives from importing features, and lets providers import only interfaces', () => {
  assert.equal(one('src/kernel/http.ts', "import { x } from '#features/writing/posts/posts.contract.ts'").length, 1)
  assert.equal(one('src/ui/button.tsx', "import { x } from '#features/writing/posts/posts.contract.ts'").length, 1)
  assert.deepEqual(one('src/ui/avatar.tsx', "import { x } from '#schemas/initials.contract.ts'"), [])
  assert.equal(one('src/providers/identity/emails.ts', "import { x } from '#providers/mail/smtp.ts'").length, 1)
  assert.equal(one('src/providers/identity/emails.ts', "import { x } from '#providers/mail/mail.ts'").length, 0)
})

test('lets routes import a provider but not its store', () => {
  const routes = 'src/features/people/accounts/accounts.routes.ts'
  assert.deepEqual(one(routes, "import { x } from '#providers/mail/outbox.ts'"), [])
  assert.equal(one(routes, "import { x } from '#providers/mail/outbox.store.ts'").length, 1)
})

test('lets only the shell and components in src/web import primitives', () => {
  assert.deepEqual(one('src/web/shell/side-bar.tsx', "import { Icon } from '#ui/icon.tsx'"), [])
  assert.deepEqual(one('src/web/page-bar.tsx', "import { Icon } from '#ui/icon.tsx'"), [])
  assert.equal(one('src/web/api.ts', "import { Icon } from '#ui/icon.tsx'").length, 1)
})

test('lets pages import everything except routes, providers, and the app, and lets the app import everything', () => {
  const page = 'src/pages/home/home.load.ts'
  assert.deepEqual(one(page, "import { listPosts } from '#features/writing/posts/posts.store.ts'"), [])
  assert.equal(one(page, "import { postRoutes } from '#features/writing/posts/posts.routes.ts'").length, 1)
  assert.equal(one(page, "import { x } from '#app/config.ts'").length, 1)
  assert.deepEqual(
    one('src/app/features.ts', "import { postsFeature } from '#features/writing/posts/posts.feature.ts'"),
    [],
  )
})

test('lets demo content import only its own store and other demo content, and lets only its feature import it', () => {
  const demo = 'src/features/writing/likes/likes.demo.ts'
  const allowed = [
    './likes.store.ts',
    '#features/writing/posts/posts.demo.ts',
    '#kernel/demo.ts',
    '#providers/storage/storage.ts',
  ]
  for (const target of allowed) assert.deepEqual(one(demo, `import { x } from '${target}'`), [], target)
  for (const target of ['#features/writing/posts/posts.store.ts', './likes.routes.ts', '#app/config.ts'])
    assert.equal(one(demo, `import { x } from '${target}'`).length, 1, target)
  for (const name of ['likes.routes.ts', 'likes.store.ts', 'likes.contract.ts', 'like-button.tsx'])
    assert.equal(one(`src/features/writing/likes/${name}`, "import { x } from './likes.demo.ts'").length, 1, name)
  assert.deepEqual(
    one('src/features/writing/likes/likes.feature.ts', "const load = () => import('./likes.demo.ts')"),
    [],
  )
})

test('does not let production code import from the tests', () => {
  assert.equal(one('src/kernel/db.ts', "import { testDb } from '#tests/support/database.ts'").length, 1)
})

test('allows SQL only in stores, and environment access only in config.ts', () => {
  assert.deepEqual(one('src/kernel/x.ts', 'one(db)`select 1`'), ['src/kernel/x.ts contains SQL and is not a store'])
  assert.deepEqual(one('src/kernel/x.store.ts', 'one(db)`select 1`'), [])
  assert.deepEqual(one('src/kernel/x.ts', 'process.env.HOME'), ['src/kernel/x.ts reads process.env'])
  assert.deepEqual(one('src/app/config.ts', '// text\nprocess.env.HOME'), [])
})

test('requires links to pages to be built with the page’s href()', () => {
  const fault = 'src/ui/x.tsx contains the URL of a page instead of calling its href()'
  for (const code of [
    '<a href="/blog">',
    "navigate('/login')",
    '<Link href={`/post/${id}`}>',
    "{ href: '/members' }",
  ]) {
    assert.deepEqual(one('src/ui/x.tsx', code), [fault], code)
  }
  assert.deepEqual(one('src/ui/x.tsx', '<a href="/">'), [])
})

test('rejects default exports, barrels, and meaningless names', () => {
  assert.deepEqual(one('src/ui/button.tsx', 'export default 1'), ['src/ui/button.tsx has a default export'])
  assert.deepEqual(one('vite.config.ts', 'export default {}'), [])
  assert.deepEqual(one('src/ui/all.ts', "export * from './button.tsx'"), ['src/ui/all.ts is a barrel'])
  assert.deepEqual(one('src/ui/index.ts', ''), ['src/ui/index.ts is a barrel'])
  assert.deepEqual(one('src/ui/utils.ts', ''), ['src/ui/utils.ts has a meaningless name'])
})

test('finds a cycle of static imports of any kind, and ignores comments', () => {
  const a = { path: 'src/kernel/a.ts', text: "import './b.ts'" }
  const b = { path: 'src/kernel/b.ts', text: "export { c } from './c.ts'" }
  const c = { path: 'src/kernel/c.ts', text: "import type { A } from './a.ts'" }
  assert.deepEqual(faultsOf([a, b, c]), [
    'src/kernel/a.ts → src/kernel/b.ts → src/kernel/c.ts → src/kernel/a.ts is a cycle',
  ])
  assert.deepEqual(faultsOf([a, b, { ...c, text: "// import type { A } from './a.ts'" }]), [])
})
