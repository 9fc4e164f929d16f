import type { LookupFunction } from 'node:net'
import { importSite, type ImportOptions } from '#features/admin/imports/import-site.ts'
import { many } from '#kernel/db.ts'
import { createSafeFetch } from '#kernel/safe-fetch.ts'
import { readSource } from '#features/admin/imports/read-source.ts'
import { testApplication } from './application.ts'
import { listen } from './identity.ts'

interface StoredPost {
  id: number
  title: string | null
  content: string
  html: string
  categoryId: number
  isLongForm: boolean
  createdAt: Date
  cover: { url: string; alt: string } | null
}

const unknownName: LookupFunction = (name, _options, callback) => callback(new Error(`${name} is unknown`), [])

/** Opens the whole application with one member, Alice. `run` imports for her; `web` serves files on the loopback
 *  interface. */
export async function importing() {
  const site = await testApplication()
  const token = await site.register('alice')
  const { ctx, db } = site
  const me = (await (await site.call('GET', '/api/users/me', { token })).json()) as { id: number }
  const allow: string[] = []
  const parts = { ...ctx, markdown: { ...ctx.markdown } }
  const run = async (source: string, options: Partial<ImportOptions> = {}) => {
    const fetch = createSafeFetch({ allow, userAgent: 'test', lookup: unknownName })
    const member = { id: me.id, username: 'alice', role: 'member' as const }
    const site = await readSource(source, { fetch, blueskyApiUrl: `http://${allow.at(-1) ?? 'localhost'}` })
    try {
      return await importSite({ ...parts, fetch }, member, site, { from: null, isDryRun: false, ...options })
    } finally {
      site.close?.()
    }
  }
  const posts = () => many<StoredPost>(db)`
    select id, title, content, content_html as html, category_id as "categoryId", is_long_form as "isLongForm",
      created_at as "createdAt", cover from posts order by created_at, id`
  const tagsOf = async (postId: number) =>
    (await many<{ name: string }>(db)`select name from tags_of_posts where post_id = ${postId} order by place`).map(
      ({ name }) => name,
    )
  const web = async (files: Record<string, string | Uint8Array<ArrayBuffer>>): Promise<string> => {
    const server = await listen(async (request) => {
      const file = files[new URL(request.url).pathname]
      if (file === undefined) return new Response('no', { status: 404 })
      return new Response(file, { headers: { 'content-type': typeof file === 'string' ? 'text/html' : 'image/jpeg' } })
    })
    allow.push(new URL(server.url).host)
    return server.url
  }
  return { ...site, parts, token, run, posts, tagsOf, web, allow }
}
