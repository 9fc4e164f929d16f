import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'vitest'
import { slugInPath } from '#features/writing/site-pages/page-paths.contract.ts'
import { pages } from '#pages/pages.ts'
import { routes } from './features.ts'
import { mountPrefixes } from './providers.ts'
import { createSitePaths } from './site-paths.ts'

const { isTaken } = createSitePaths(routes)
const root = path.resolve(import.meta.dirname, '../..')

test('reserves the paths of screens, endpoints, and files, and all paths below them', () => {
  const files = fs.readdirSync(path.join(root, 'public'))
  const paths = [
    ...pages.filter(({ isShared }) => !isShared).map(({ address }) => address.path),
    ...routes.map((route) => route.path),
    ...Object.values(mountPrefixes),
    '/assets',
    '/404',
  ].filter((one) => one !== '/')
  assert.ok(paths.length > 200)
  for (const one of paths) {
    // If the first segment were a parameter, it would match every page.
    assert.doesNotMatch(one, /^\/[:*]/)
    const filled = one.replaceAll(/:\w+/g, '1')
    assert.ok(isTaken(filled) && isTaken(filled.toUpperCase()) && isTaken(`${filled}/more`), one)
  }
  for (const file of files) assert.equal(slugInPath(`/${file}`), null, file)
})

test('allows all other paths, and those of screens that administrators can replace', () => {
  for (const free of [
    '/contact',
    '/contact/press',
    '/about',
    '/now',
    '/uses',
    '/talks/2024',
    '/apis',
    '/blogs',
    '/settings-of-mine',
  ]) {
    assert.equal(isTaken(free), false, free)
  }
})
