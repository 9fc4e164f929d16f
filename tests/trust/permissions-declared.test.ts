import assert from 'node:assert/strict'
import { test } from 'vitest'
import { routes } from '#app/features.ts'
import { createApp } from '#app/http.ts'
import { run } from '#kernel/db.ts'
import { asAdmin, asAnyone, asMember, asModerator, asWriter, route } from '#kernel/http.ts'
import { testApplication } from '../support/application.ts'
import { table } from './setup/permission-table.ts'
import { callsWithoutFactor, moderatorsCalls, nameOf, writersCalls } from './setup/reserved-calls.ts'

test('has a route for every row in the permission table', () => {
  const names = new Set(routes.map(nameOf))
  assert.deepEqual(
    Object.keys(table).filter((name) => !names.has(name)),
    [],
  )
})

test('lets only writers publish', () => {
  assert.deepEqual(
    routes
      .filter(({ access }) => access === 'writer')
      .map(nameOf)
      .toSorted(),
    writersCalls,
  )
})

test('reserves only a few calls for moderators and administrators', () => {
  assert.deepEqual(
    routes
      .filter(({ access }) => access === 'moderator')
      .map(nameOf)
      .toSorted(),
    Object.keys(moderatorsCalls),
  )
})

test('lets members without a required second factor make only a few writes', () => {
  assert.deepEqual(
    routes
      .filter(({ method, endpoint }) => method !== 'GET' && endpoint?.worksWithoutSecondFactor)
      .map(nameOf)
      .toSorted(),
    callsWithoutFactor,
  )
})

test('rejects unauthorized callers on every other route before any other check', async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  await site.register('admina')
  const tokens = {
    stranger: null,
    member: await site.register('olga'),
    reader: await site.register('rita'),
    moderator: await site.register('mona'),
  }
  await run(site.db)`update all_members set role = 'reader' where username = 'rita'`
  await run(site.db)`update all_members set role = 'moderator' where username = 'mona'`
  const derived = [...routes.filter((route) => !(nameOf(route) in table)), ...probes]
  const app = createApp(derived, [], { ctx: site.ctx, ...site.config })
  for (const { method, path, access } of derived) {
    for (const [caller, token] of Object.entries(tokens)) {
      const mayCall =
        access === 'anyone' ||
        (token &&
          (access === 'member' ||
            (access === 'writer' && caller !== 'reader') ||
            (access === 'moderator' && caller === 'moderator')))
      const expected = mayCall ? null : token ? 403 : 401
      const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {})
      const { status } = await app.request(path.replaceAll(/:\w+/g, '1'), { method, headers })
      if (expected) assert.equal(status, expected, `${method} ${path} as ${caller}`)
      else assert.ok(status !== 401 && status !== 403, `${method} ${path} as ${caller}: ${status}`)
    }
  }
})

/** Routes that exist only in this test and have no row, even if every route on the site has one. */
const probes = [
  route(
    'POST',
    '/api/probes/:id',
    asMember(async () => null),
  ),
  route(
    'PUT',
    '/api/probes/:id',
    asAdmin(async () => null),
  ),
  route(
    'DELETE',
    '/api/probes/:id',
    asModerator(async () => null),
  ),
  route(
    'PATCH',
    '/api/probes/:id',
    asWriter(async () => null),
  ),
  route(
    'GET',
    '/api/probes/:id',
    asAnyone(async () => ({})),
  ),
]
