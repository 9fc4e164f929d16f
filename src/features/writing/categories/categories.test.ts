import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cast } from '#tests/support/cast.ts'
import { CategoryList, defaultCategoryId, getCategories } from './categories.contract.ts'
import { categoryRoutes } from './categories.routes.ts'

test('returns the five categories to anyone, ordered by ID', async () => {
  const t = await cast(categoryRoutes)
  const answer = await t.stranger('GET', getCategories.path)
  assert.equal(answer.status, 200)
  const categories = CategoryList.parse(answer.body)
  assert.deepEqual(
    categories.map(({ id, name }) => `${id} ${name}`),
    ['1 tech_tips', '2 project_updates', '3 job_openings', '4 show_and_tell', '5 general_thoughts'],
  )
  assert.equal(categories.find(({ id }) => id === defaultCategoryId)?.displayName, 'General Thoughts')
})
