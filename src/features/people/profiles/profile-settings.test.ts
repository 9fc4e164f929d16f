import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Context } from '#kernel/http.ts'
import { badBodies } from '#tests/support/bad-input.ts'
import { cast } from '#tests/support/cast.ts'
import { distinctSkills, ProfileSettings, updateSettings } from './profile-settings.contract.ts'
import { getViewer, Viewer } from './profiles.contract.ts'
import { profileRoutes } from './profiles.routes.ts'

const slots: Partial<Context> = {
  identity: { identify: async () => ({ email: 'alice@example.org' }) } as unknown as Context['identity'],
}
const { path } = updateSettings
const castProfiles = () => cast(profileRoutes, slots)

const everything = {
  displayName: '  Alice A. Archer ',
  title: 'Engineer',
  bio: 'Hello\n\nthere',
  profileImage: 'https://example.org/a.png',
  githubUsername: 'alice-a',
  skills: ['SQL', ' ', 'sql', 'Type  Script'],
}

test('updates the member’s own profile and returns it', async () => {
  const t = await castProfiles()
  const { status, body } = await t.alice('POST', path, everything)
  assert.equal(status, 200)
  const me = Viewer.parse(body)
  const { displayName, title, bio, profileImage, githubUsername, skills, email } = me
  assert.deepEqual(
    { displayName, title, bio, profileImage, githubUsername, skills, email },
    { ...everything, displayName: 'Alice A. Archer', skills: ['SQL', 'Type Script'], email: 'alice@example.org' },
  )
  assert.deepEqual(t.announced(), ['members', 'removals'])
  assert.deepEqual((await t.alice('GET', getViewer.path)).body, body)
  assert.deepEqual((await t.alice('POST', path, everything)).body, body)
})

test('leaves omitted fields unchanged and clears fields that are null or empty', async () => {
  const t = await castProfiles()
  await t.alice('POST', path, everything)
  const kept = Viewer.parse((await t.alice('POST', path, { title: 'Boss' })).body)
  assert.deepEqual(
    [kept.displayName, kept.title, kept.bio, kept.skills.length],
    ['Alice A. Archer', 'Boss', everything.bio, 2],
  )
  const emptied = { title: null, bio: '', profileImage: null, githubUsername: '', skills: [] }
  const left = Viewer.parse((await t.alice('POST', path, emptied)).body)
  assert.deepEqual(
    [left.displayName, left.title, left.bio, left.profileImage, left.githubUsername, left.skills],
    ['Alice A. Archer', '', '', null, null, []],
  )
})

test('applies concurrent updates without mixing their fields', async () => {
  const t = await castProfiles()
  await Promise.all([
    ...Array.from({ length: 10 }, () => t.alice('POST', path, { title: 'One', bio: 'Uno' })),
    ...Array.from({ length: 10 }, () => t.alice('POST', path, { skills: ['Go'] })),
  ])
  const me = Viewer.parse((await t.alice('GET', getViewer.path)).body)
  assert.deepEqual([me.title, me.bio, me.skills], ['One', 'Uno', ['Go']])
  assert.deepEqual(t.logged, [])
})

test('rejects visitors and other members’ IDs, and ignores role, username, and counters in the body', async () => {
  const t = await castProfiles()
  assert.equal((await t.stranger('POST', path, everything)).status, 401)
  assert.equal((await t.bob('POST', path, { title: 'X', userId: t.members.alice.id })).status, 403)
  assert.equal((await t.bob('POST', path, { title: 'X', userId: t.members.bob.id })).status, 200)
  const sent = { role: 'admin', username: 'root', id: 1, postCount: 9, email: 'x@example.org' }
  const me = Viewer.parse((await t.bob('POST', path, sent)).body)
  assert.deepEqual([me.role, me.username, me.postCount, me.title], ['member', 'bob', 0, 'X'])
})

test('rejects invalid input with a message and changes nothing', async () => {
  const t = await castProfiles()
  const refused: [object, RegExp][] = [
    [{ displayName: ' A ' }, /Display name must be at least 2 characters/],
    [{ displayName: null }, /Display name must be at least 2 characters/],
    [{ displayName: 'a'.repeat(101) }, /at most 100 characters/],
    [{ bio: 'a'.repeat(2001) }, /at most 2,000/],
    [{ profileImage: 'javascript:alert(1)' }, /valid image URL/],
    [{ profileImage: '/storage/../etc/passwd' }, /valid image URL/],
    [{ githubUsername: 'not a name' }, /valid GitHub username/],
    [{ skills: ['a'.repeat(51)] }, /at most 50 characters/],
    [{ skills: Array.from({ length: 51 }, (_, i) => `skill ${i}`) }, /at most 50 skills/],
  ]
  for (const [input, message] of refused) {
    const { status, body } = await t.alice('POST', path, { title: 'Never', ...input })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), message)
  }
  for (const body of badBodies) assert.ok((await t.alice('POST', path, body)).status < 500)
  assert.equal(Viewer.parse((await t.alice('GET', getViewer.path)).body).title, '')
  assert.deepEqual([t.announced(), t.logged], [[], []])
})

test('keeps skills in order, and keeps the first spelling of duplicates', () => {
  assert.deepEqual(distinctSkills([' Rust', 'rust', '', 'C  ++', 'RUST', 'Ruby']), ['Rust', 'C ++', 'Ruby'])
  assert.deepEqual(ProfileSettings.parse({}), {})
})
