import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pageAddress } from './pages.ts'

const addressOf = (target: string) => pageAddress(new URL(target, 'http://devstead.test'))

test('normalizes all forms of a path', () => {
  for (const path of ['/login', '/login/', '/LOGIN', '/Login/?utm_source=x']) assert.equal(addressOf(path), '/login')
  assert.equal(addressOf('/POST/7/'), '/post/7')
  assert.equal(addressOf('/post/7/Edit'), '/post/7/edit')
  assert.equal(addressOf('/nowhere/at/all'), '/404')
})

test('drops query parameters that do not change the page', () => {
  for (const query of [
    'page=1',
    'page=0',
    'page=abc',
    'page=-1',
    'page=02',
    'type=new',
    'categoryId=x',
    'page=',
    'x=1',
  ]) {
    assert.equal(addressOf(`/?${query}`), '/', query)
  }
  assert.equal(addressOf(`/?page=${'9'.repeat(20)}`), '/')
  assert.equal(addressOf('/?categoryId=2&utm=1&type=popular&page=3'), '/?page=3&type=popular&categoryId=2')
  assert.equal(addressOf('/login?tab=register&next=/settings'), '/login?tab=register')
  assert.equal(addressOf('/login?tab=other'), '/login')
})
