import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'vitest'
import { demoProjects } from '#features/work/projects/projects.demo.ts'
import { people } from '#features/people/profiles/people.demo.ts'
import { readDemoTexts } from './demo-texts.demo.ts'

const pictures = path.resolve(import.meta.dirname, '../../../app/demo/pictures')

test('has long articles, short posts of a few words, and at least one post by every member', async () => {
  const texts = await readDemoTexts()
  for (const { author, title, content, isLongForm } of texts) {
    const words = content.split(/\s+/).length
    assert.ok(isLongForm ? words >= 400 && words <= 900 && title : words <= 140, `${author}, ${title}: ${words} words`)
    assert.ok(people.some(({ username }) => username === author))
  }
  for (const { username } of people) assert.ok(texts.filter(({ author }) => author === username).length >= 6, username)
})

test('orders posts from oldest to newest, none dated before its author joined', async () => {
  const texts = await readDemoTexts()
  assert.deepEqual(
    texts.map(({ daysAgo }) => daysAgo),
    texts.map(({ daysAgo }) => daysAgo).sort((a, b) => b - a),
  )
  for (const { author, daysAgo } of texts)
    assert.ok(people.find(({ username }) => username === author)!.joinedDaysAgo > daysAgo, `${author} ${daysAgo}`)
})

test('uses every demo picture, and refers only to pictures that exist', async () => {
  const texts = await readDemoTexts()
  const inTexts = texts.flatMap(({ content }) =>
    [...content.matchAll(/\]\(([\w-]+\.webp)\)/g)].map(([, name]) => name!),
  )
  const avatars = people.map(({ username }) => `avatar-${username}.webp`)
  const ofProjects = demoProjects.flatMap(({ picture, gallery = [] }) =>
    [picture ?? [], gallery.map(({ name }) => name)].flat(),
  )
  assert.deepEqual([...inTexts, ...avatars, ...ofProjects].sort(), (await readdir(pictures)).sort())
})
