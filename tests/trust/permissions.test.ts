import assert from 'node:assert/strict'
import { test } from 'vitest'
import { routes } from '#app/routes.ts'
import { draftPath } from '#features/drafts/drafts.contract.ts'
import { followPath } from '#features/follows/follows.contract.ts'
import { postPath } from '#features/posts/posts.contract.ts'
import { testApplication } from '../application.ts'

/** Who asks, in the order of the table's columns. The owner is the one whose post it is. */
const callers = ['anonymous', 'other', 'owner', 'admin', 'expired'] as const
type Statuses = [anonymous: number, other: number, owner: number, admin: number, expired: number]

interface Fixture {
  /** The owner's id, and that of a post of theirs made for this one call. */
  ownerId: number
  postId: number
}
interface Row {
  statuses: Statuses
  path?: (fixture: Fixture) => string
  body?: unknown
}

const everyone: Statuses = [200, 200, 200, 200, 200]
const members: Statuses = [401, 200, 200, 200, 401]
const admins: Statuses = [401, 403, 403, 200, 401]
const ownersAndAdmins: Statuses = [401, 403, 200, 200, 401]
const instead = (statuses: Statuses, status: number): Statuses =>
  statuses.map((one) => (one === 200 ? status : one)) as Statuses
const ofPost = ({ postId }: Fixture) => postPath(postId)
const ofFollow = ({ ownerId }: Fixture) => followPath(ownerId)
const ofDraft = () => draftPath('0'.repeat(32))

/** Every route of the application. A route without its row fails the test below. */
const table: Record<string, Row> = {
  'GET /healthz': { statuses: everyone },
  'GET /readyz': { statuses: everyone },
  'GET /api/site': { statuses: everyone },
  'GET /api/config/supabase': { statuses: everyone },
  'GET /api/admin/mails': { statuses: admins },
  'POST /api/admin/recovery-links': { statuses: instead(admins, 201), body: { username: 'olga' } },
  'GET /api/account/sessions': { statuses: members },
  // Of others there is nothing to be seen: this one is nobody's.
  'DELETE /api/account/sessions/:id': {
    statuses: instead(members, 404),
    path: () => '/api/account/sessions/00000000-0000-4000-8000-000000000000',
  },
  'GET /api/users/me': { statuses: members },
  'GET /api/users/by-username/:username': { statuses: everyone, path: () => '/api/users/by-username/olga' },
  'GET /api/usernames/:username': { statuses: everyone, path: () => '/api/usernames/olga' },
  'GET /api/users/:id': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}` },
  'GET /api/users': { statuses: everyone },
  'GET /api/users/:id/followers': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}/followers` },
  'GET /api/users/:id/following': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}/following` },
  'GET /api/connections': { statuses: members },
  // Nobody follows themselves.
  'POST /api/users/:id/follow': { statuses: [401, 200, 400, 200, 401], path: ofFollow },
  'DELETE /api/users/:id/follow': { statuses: [401, 200, 400, 200, 401], path: ofFollow },
  'POST /api/users': { statuses: members, body: {} },
  'POST /api/settings/update': { statuses: members, body: { title: 'Engineer' } },
  'GET /api/post-categories': { statuses: everyone },
  'GET /api/posts': { statuses: everyone },
  'GET /api/users/:id/posts': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}/posts` },
  'POST /api/posts': { statuses: instead(members, 201), body: { content: 'A new post' } },
  'POST /api/posts/preview': { statuses: members, body: { content: '**bold**' } },
  'GET /api/posts/:id': { statuses: everyone, path: ofPost },
  'PATCH /api/posts/:id': { statuses: ownersAndAdmins, path: ofPost, body: { content: 'Changed' } },
  'GET /api/posts/:id/versions': { statuses: everyone, path: (f) => `${ofPost(f)}/versions` },
  'GET /api/posts/:id/versions/:number': { statuses: everyone, path: (f) => `${ofPost(f)}/versions/1` },
  // A post that was never changed has nothing to compare.
  'GET /api/posts/:id/versions/:number/changes': {
    statuses: instead(everyone, 404),
    path: (f) => `${ofPost(f)}/versions/1/changes`,
  },
  'GET /api/posts/:id/neighbours': { statuses: everyone, path: (f) => `${ofPost(f)}/neighbours` },
  'DELETE /api/posts/:id': { statuses: instead(ownersAndAdmins, 204), path: ofPost },
  'POST /api/posts/:id/like': { statuses: members, path: (f) => `${ofPost(f)}/like` },
  'DELETE /api/posts/:id/like': { statuses: members, path: (f) => `${ofPost(f)}/like` },
  'POST /api/posts/:id/unlike': { statuses: members, path: (f) => `${ofPost(f)}/unlike` },
  // Drafts are their author's alone: whoever asks for one that is not theirs finds nothing there.
  'GET /api/drafts': { statuses: members },
  'GET /api/drafts/:key': { statuses: instead(members, 404), path: ofDraft },
  'PUT /api/drafts/:key': {
    statuses: members,
    path: ofDraft,
    body: { title: '', content: '', categoryId: null, postId: null, baseUpdatedAt: null, updatedAt: null },
  },
  'DELETE /api/drafts/:key': { statuses: instead(members, 204), path: ofDraft },
  // Without a picture nobody gets further than being told so; who may upload one is the uploads' own test.
  'POST /api/storage/upload': { statuses: instead(members, 400), body: new FormData() },
  // The address is signed: without a right signature there is nothing there for anybody.
  'GET /image-proxy/:signature/:address': {
    statuses: [404, 404, 404, 404, 404],
    path: () => '/image-proxy/forged/aHR0cA',
  },
  // Nobody here has that picture.
  'GET /avatar': { statuses: [404, 404, 404, 404, 404], path: () => '/avatar?url=https%3A%2F%2Felsewhere.example%2F' },
  'GET /post/:id.md': { statuses: everyone, path: ({ postId }) => `/post/${postId}.md` },
  'GET /cards/post/:id.png': { statuses: everyone, path: ({ postId }) => `/cards/post/${postId}.png` },
  'GET /cards/profile/:username.png': { statuses: everyone, path: () => '/cards/profile/olga.png' },
  'GET /cards/site.png': { statuses: everyone },
  'GET /oembed': { statuses: instead(everyone, 404), path: () => '/oembed?url=https%3A%2F%2Felsewhere.example%2F' },
  'GET /robots.txt': { statuses: everyone },
  'GET /humans.txt': { statuses: everyone },
  'GET /manifest.webmanifest': { statuses: everyone },
  'GET /opensearch.xml': { statuses: everyone },
  'GET /.well-known/security.txt': { statuses: everyone },
  'GET /.well-known/change-password': { statuses: instead(everyone, 303) },
  'GET /sitemap.xml': { statuses: everyone },
  'GET /api/search': { statuses: everyone, path: () => '/api/search?q=olga' },
  'GET /rss.xml': { statuses: everyone },
  'GET /atom.xml': { statuses: everyone },
  'GET /feed.json': { statuses: everyone },
  'GET /blog/rss.xml': { statuses: everyone },
  'GET /blog/atom.xml': { statuses: everyone },
  'GET /blog/feed.json': { statuses: everyone },
  'GET /profile/:username/rss.xml': { statuses: everyone, path: () => '/profile/olga/rss.xml' },
  'GET /profile/:username/atom.xml': { statuses: everyone, path: () => '/profile/olga/atom.xml' },
  'GET /profile/:username/feed.json': { statuses: everyone, path: () => '/profile/olga/feed.json' },
}

test('every route has its row in the permission table, and every row its route', () => {
  const listed = routes.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(Object.keys(table).sort(), listed.sort())
})

test('every route answers each caller as the permission table says', async () => {
  const site = await testApplication({ RATE_LIMITS: 'off' })
  const admin = await site.register('admina')
  const owner = await site.register('olga')
  const other = await site.register('otis')
  const now = Date.now
  site.clock.now = () => now() - 2 * 3600 * 1000
  const expired = await site.register('latecomer')
  site.clock.now = now
  const tokens = { anonymous: null, other, owner, admin, expired }
  const { id: ownerId } = await readJson<{ id: number }>(site.call('GET', '/api/users/me', { token: owner }))

  const wrong: string[] = []
  for (const [name, { statuses, path, body }] of Object.entries(table)) {
    const [method, pattern] = name.split(' ') as [string, string]
    for (const [column, caller] of callers.entries()) {
      const created = site.call('POST', '/api/posts', { token: owner, body: { content: 'A post of the owner' } })
      const { id: postId } = /posts?\/:id/.test(pattern) ? await readJson<{ id: number }>(created) : { id: 0 }
      const { status } = await site.call(method, path?.({ ownerId, postId }) ?? pattern, {
        token: tokens[caller],
        body,
      })
      if (status !== statuses[column]) wrong.push(`${name} as ${caller}: ${status}, not ${statuses[column]}`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual(site.logged, [])
})

const readJson = async <Body>(response: Promise<Response>) => (await (await response).json()) as Body
