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

test('every file keeps to who may import what', () => {
  const files = ['src', 'tests', 'scripts', 'bench'].flatMap(filesIn)
  assert.ok(files.length > 100)
  assert.deepEqual(faultsOf(files.filter((file) => file.path !== 'tests/boundaries.test.ts')), [])
})

test('no two features import each other, except chat and the livestreams whose events carry it', () => {
  assert.deepEqual(mutualPairs(filesIn('src')), ['src/features/live/chat src/features/live/livestreams'])
})

test('every table has one owner, which alone writes to it, and views if many features read it', () => {
  assert.deepEqual([...ownerFaults(siteTables()), ...viewFaults(siteTables())], [])
})

test('a contract runs in both worlds', () => {
  const contract = 'src/features/writing/likes/likes.contract.ts'
  assert.deepEqual(one(contract, "import fs from 'node:fs'"), [`${contract} may not import node:fs`])
  assert.deepEqual(one(contract, "import { useState } from 'react'"), [`${contract} may not import react`])
  assert.deepEqual(one(contract, "import type { Db } from '#kernel/db.ts'"), [
    `${contract} may not import src/kernel/db.ts`,
  ])
  assert.deepEqual(one(contract, "import * as z from 'zod/mini'\nimport { Id } from '#schemas/ids.contract.ts'"), [])
})

test('routes use their own store and nobody else’s', () => {
  const routes = 'src/features/writing/likes/likes.routes.ts'
  assert.deepEqual(one(routes, "import { like } from './likes.store.ts'"), [])
  assert.deepEqual(one(routes, "import {\n  findPost,\n} from '#features/writing/posts/posts.store.ts'"), [
    `${routes} may not import src/features/writing/posts/posts.store.ts`,
  ])
})

test('a view knows no store, no kernel, no route and no page, however it imports them', () => {
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

test('the kernel knows no feature, primitives know no feature, providers show one another their interface alone', () => {
  assert.equal(one('src/kernel/http.ts', "import { x } from '#features/writing/posts/posts.contract.ts'").length, 1)
  assert.equal(one('src/ui/button.tsx', "import { x } from '#features/writing/posts/posts.contract.ts'").length, 1)
  assert.equal(one('src/providers/identity/emails.ts', "import { x } from '#providers/mail/smtp.ts'").length, 1)
  assert.equal(one('src/providers/identity/emails.ts', "import { x } from '#providers/mail/mail.ts'").length, 0)
})

test('routes use a provider, but not its tables', () => {
  const routes = 'src/features/people/accounts/accounts.routes.ts'
  assert.deepEqual(one(routes, "import { x } from '#providers/mail/outbox.ts'"), [])
  assert.equal(one(routes, "import { x } from '#providers/mail/outbox.store.ts'").length, 1)
})

test('the shell and the components of web use primitives; the rest of web does not', () => {
  assert.deepEqual(one('src/web/shell/side-bar.tsx', "import { Icon } from '#ui/icon.tsx'"), [])
  assert.deepEqual(one('src/web/page-bar.tsx', "import { Icon } from '#ui/icon.tsx'"), [])
  assert.equal(one('src/web/api.ts', "import { Icon } from '#ui/icon.tsx'").length, 1)
})

test('pages import everything but routes, providers and the app; the app imports all', () => {
  const page = 'src/pages/home/home.load.ts'
  assert.deepEqual(one(page, "import { listPosts } from '#features/writing/posts/posts.store.ts'"), [])
  assert.equal(one(page, "import { postRoutes } from '#features/writing/posts/posts.routes.ts'").length, 1)
  assert.equal(one(page, "import { x } from '#app/config.ts'").length, 1)
  assert.deepEqual(
    one('src/app/features.ts', "import { postsFeature } from '#features/writing/posts/posts.feature.ts'"),
    [],
  )
})

test('a part of the demo uses its own store and other parts of the demo, and only its feature uses it', () => {
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

test('nothing that ships imports from the tests', () => {
  assert.equal(one('src/kernel/db.ts', "import { testDb } from '#tests/support/database.ts'").length, 1)
})

test('SQL stands in stores, the environment in config.ts', () => {
  assert.deepEqual(one('src/kernel/x.ts', 'one(db)`select 1`'), ['src/kernel/x.ts holds SQL and is no store'])
  assert.deepEqual(one('src/kernel/x.store.ts', 'one(db)`select 1`'), [])
  assert.deepEqual(one('src/kernel/x.ts', 'process.env.HOME'), ['src/kernel/x.ts reads process.env'])
  assert.deepEqual(one('src/app/config.ts', '// text\nprocess.env.HOME'), [])
})

test('links to pages are built by their addresses', () => {
  const fault = 'src/ui/x.tsx spells the address of a page instead of calling its href()'
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

test('no default exports, no barrels, no empty names', () => {
  assert.deepEqual(one('src/ui/button.tsx', 'export default 1'), ['src/ui/button.tsx has a default export'])
  assert.deepEqual(one('vite.config.ts', 'export default {}'), [])
  assert.deepEqual(one('src/ui/all.ts', "export * from './button.tsx'"), ['src/ui/all.ts is a barrel'])
  assert.deepEqual(one('src/ui/index.ts', ''), ['src/ui/index.ts is a barrel'])
  assert.deepEqual(one('src/ui/utils.ts', ''), ['src/ui/utils.ts has a name that says nothing'])
})

test('a cycle is found through any kind of import; a comment is no import', () => {
  const a = { path: 'src/kernel/a.ts', text: "import './b.ts'" }
  const b = { path: 'src/kernel/b.ts', text: "export { c } from './c.ts'" }
  const c = { path: 'src/kernel/c.ts', text: "import type { A } from './a.ts'" }
  assert.deepEqual(faultsOf([a, b, c]), [
    'src/kernel/a.ts → src/kernel/b.ts → src/kernel/c.ts → src/kernel/a.ts is a cycle',
  ])
  assert.deepEqual(faultsOf([a, b, { ...c, text: "// import type { A } from './a.ts'" }]), [])
})
