import { pino } from 'pino'
import { features, routes as siteRoutes } from '#app/features.ts'
import { createApp } from '#app/http.ts'
import { createSitePaths } from '#app/site-paths.ts'
import { createLiveSiteSettings } from '#features/admin/site-settings/live-site-settings.ts'
import type { Topic } from '#kernel/topics.contract.ts'
import { systemClock } from '#kernel/clock.ts'
import { many, one } from '#kernel/db.ts'
import type { Method } from '#kernel/endpoint.contract.ts'
import { createEmit } from '#kernel/event.ts'
import type { Context, Member, Route } from '#kernel/http.ts'
import { renderMarkdown } from '#kernel/markdown/markdown.ts'
import { testDb, testSealing } from './database.ts'

const siteUrl = 'http://devstead.test'
/** The site's Markdown renderer, but without picture sizes or the image proxy. */
const markdown: Context['markdown'] = {
  render: async (source, form) => renderMarkdown(source, { ...form, siteUrl, image: (src) => ({ src }) }),
  imageOf: async (src) => ({ src }),
}
const sitePaths = createSitePaths(siteRoutes)
/** Storage that does not recognize any URL as its own. */
const storage = { keyOf: () => null } as unknown as Context['storage']
export type Name = 'alice' | 'bob' | 'admin'

/** Returns the people in a test: Alice owns things, Bob is another member, the stranger is not signed in, and the admin
 *  is the administrator. Each of them calls the routes, which use a real database: `await t.bob('POST',
 *  '/api/posts/1/like')`. */
export async function cast(routes: Route[], slots: Partial<Context> = {}) {
  const db = await testDb()
  const members = await castMembers(slots.db ?? db)
  const logged: unknown[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const memberOf: Context['memberOf'] = async (authorization) =>
    members[(authorization?.replace('Bearer ', '') ?? '') as Name] ?? null
  const topics = new Set<Topic>()
  let changeCount = 0
  const stamp = () => changeCount
  const announceSoon: Context['announceSoon'] = (...changed) => {
    changeCount++
    changed.forEach((topic) => topics.add(topic))
  }
  const emit = createEmit(
    features.flatMap(({ on = [] }) => on),
    () => ctx,
  )
  const usual = {
    db,
    siteSettings: createLiveSiteSettings({
      db: slots.db ?? db,
      changes: { stampOf: stamp, lastStampOf: stamp },
      fixed: {},
    }),
    log,
    clock: systemClock,
    siteUrl,
    memberOf,
    announce: async (...changed: Topic[]) => announceSoon(...changed),
    announceSoon,
    sealing: testSealing,
    markdown,
    storage,
    features,
    emit,
    sitePaths,
  }
  const ctx = { ...usual, ...slots } as Context
  const app = createApp(routes, [], { ctx, siteUrl, trustProxyHops: 0, rateLimits: true, checksAnswers: true })

  const as =
    (name: Name | null) =>
    async <Body = AnyBody>(method: Method | 'HEAD', path: string, body?: unknown) => {
      const headers = new Headers(name ? { authorization: `Bearer ${name}` } : {})
      if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
      const sent =
        body === undefined
          ? {}
          : { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) }
      return readAnswer<Body>(await app.request(path, { method, headers, ...sent }))
    }

  /** Returns the topics announced since the last call, in alphabetical order. */
  function announced(): Topic[] {
    const listed = [...topics].toSorted()
    topics.clear()
    return listed
  }

  async function postBy(name: Name, content = 'A post'): Promise<number> {
    const row = await one<{ id: number }>(db)`
      with counted as (update post_totals set total = total + 1 where not is_long_form and category_id = 5)
      insert into posts (member_id, content, content_html, excerpt, reading_minutes, category_id, is_long_form)
      values (${members[name].id}, ${content}, ${`<p>${content}</p>`}, ${content}, 1, 5, false) returning id`
    return row!.id
  }

  return {
    app,
    db,
    ctx,
    members,
    logged,
    announced,
    alice: as('alice'),
    bob: as('bob'),
    admin: as('admin'),
    stranger: as(null),
    postBy,
  }
}

/** Any JSON response, for comparing in assertions. Tests that process a response name its type: `t.bob<PostList>('GET',
 *  …)`. */
interface AnyBody {
  [key: string]: AnyBody
}

async function readAnswer<Body>(response: Response): Promise<{ status: number; headers: Headers; body: Body }> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body }
}

async function castMembers(db: Context['db']): Promise<Record<Name, Member>> {
  const rows = await many<Member>(db)`
    insert into members (issuer, subject, username, display_name, role) values
      ('test', 'alice', 'alice', 'Alice Archer', 'member'),
      ('test', 'bob', 'bob', 'Bob Baker', 'member'),
      ('test', 'admin', 'admina', 'Ada Admin', 'admin')
    returning id, username, role`
  const [alice, bob, admin] = rows
  return { alice: alice!, bob: bob!, admin: admin! }
}
