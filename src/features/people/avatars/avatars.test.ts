import assert from 'node:assert/strict'
import { test } from 'vitest'
import { one, run } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import { avatarAddress } from '#ui/avatar-address.ts'
import { cast } from '#tests/support/cast.ts'
import { getAvatar } from './avatars.contract.ts'
import { avatarRoutes } from './avatars.routes.ts'

const elsewhere = 'https://pictures.example/me?size=9&x=a b'
const storage = {
  keyOf: (url: string) => (url.includes('/own/') ? {} : null),
  addressOf: () => 'https://bucket.example/own/a.webp',
} as unknown as Context['storage']
const imageProxy = { addressOf: (url: string) => `/image-proxy/signed/${Buffer.from(url).toString('base64url')}` }

async function castWithPicture(picture: string) {
  const t = await cast(avatarRoutes, { storage, imageProxy: imageProxy as Context['imageProxy'] })
  await run(t.db)`update members set profile_image = ${picture} where id = ${t.members.alice.id}`
  return t
}

test('redirects requests for a member’s picture on another site to the image proxy', async () => {
  const t = await castWithPicture(elsewhere)
  assert.ok(avatarAddress(elsewhere, 40).startsWith(`${getAvatar.path}?`))
  const { status, headers } = await t.stranger('GET', avatarAddress(elsewhere, 40))
  assert.deepEqual([status, headers.get('location')], [302, `${imageProxy.addressOf(elsewhere)}?width=480`])
})

test('rejects pictures that no member uses', async () => {
  const t = await castWithPicture('/storage/v1/object/public/profile-images/1/a.webp')
  for (const url of [elsewhere, '/storage/v1/object/public/profile-images/1/a.webp', ''])
    assert.equal((await t.stranger('GET', `${getAvatar.path}?url=${encodeURIComponent(url)}`)).status, 404)
  for (const query of ['', `?url=${'a'.repeat(2001)}`])
    assert.equal((await t.stranger('GET', getAvatar.path + query)).status, 400)
  assert.deepEqual(t.logged, [])
})

test('serves a sponsor’s picture while the sponsorship is active', async () => {
  const t = await castWithPicture('')
  const statusOf = async () => (await t.stranger('GET', avatarAddress(elsewhere, 40))).status
  await run(t.db)`insert into sponsors (member_id, source, display_name, picture, is_private)
    values (${t.members.bob.id}, 'manual', 'Sam', ${elsewhere}, false)`
  assert.equal(await statusOf(), 302)
  await run(t.db)`update sponsors set is_active = false`
  assert.equal(await statusOf(), 404)
})

test('redirects requests for uploaded pictures to file storage', async () => {
  const own = 'https://bucket.example/own/a.webp'
  const t = await castWithPicture(own)
  assert.equal((await t.stranger('GET', avatarAddress(own, 40))).headers.get('location'), own)
})

test('uses the variant of a picture that this site serves where it is sharp, and otherwise the picture itself', () => {
  const own = '/storage/v1/object/public/profile-images/1/a%20b.png'
  assert.deepEqual(
    [24, 32, 40, 64, 96].map((pixels) => avatarAddress(own, pixels)),
    [`${own}.128w.webp`, `${own}.128w.webp`, `${own}.128w.webp`, own, own],
  )
  for (const withoutVariant of [
    'https://project.supabase.co/storage/v1/object/public/profile-images/1/a.webp',
    '/storage/v1/object/public/post-images/1/a.webp',
    `${own}?download`,
    `${own}.128w.webp`,
    '/icon-192.png',
  ])
    assert.equal(avatarAddress(withoutVariant, 24), withoutVariant)
})

test('uses an index to look up pictures', async () => {
  const t = await castWithPicture(elsewhere)
  await run(t.db)`
    insert into members (issuer, subject, username, display_name, profile_image)
    select 'test', 'm' || n, 'm' || n, 'M', 'https://pictures.example/' || n from generate_series(1, 5000) n`
  await run(t.db)`analyze all_members`
  const plan = await one<{ 'QUERY PLAN': unknown }>(t.db)`
    explain (format json) select 1 from members where profile_image = ${elsewhere} and profile_image like 'http%'`
  assert.match(JSON.stringify(plan), /members_foreign_image/)
})
