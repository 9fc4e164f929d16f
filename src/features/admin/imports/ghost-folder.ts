import { t } from '#messages/messages.ts'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import * as z from 'zod/mini'
import { addGhostComments, ghostRedirects } from './ghost-parts.ts'
import { readPicture } from './picture-files.ts'
import { localPath } from './source-links.ts'
import type { SourceSite } from './source-site.ts'

const maxBytes = 64 * 1024 * 1024

/** Adds the other files in a Ghost export's folder: its comments, redirects, routes, and pictures. */
export async function addGhostFiles(site: SourceSite, folder: string, json: string): Promise<void> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isFile()).map(({ name }) => name)
  const ids = idsIn(json)
  for (const name of names.toSorted()) {
    const file = path.join(folder, name)
    const kind = kinds.find(({ pattern }) => pattern.test(name))
    if (!kind || (await stat(file)).size > maxBytes) continue
    try {
      kind.add(site, await readFile(file, 'utf8'), name, ids)
    } catch (reason) {
      const why = reason instanceof Error ? reason.message.split('\n')[0]! : String(reason)
      site.notes = [...(site.notes ?? []), t('{name} could not be read: {why}', { name, why })]
    }
  }
  site.pictureAt = (url) => {
    const pathname = localPath(url)
    return pathname === null ? Promise.resolve(null) : readPicture(folder, pathname)
  }
}

const kinds: {
  pattern: RegExp
  add: (site: SourceSite, text: string, name: string, ids: Map<string, string>) => void
}[] = [
  { pattern: /comments[\w.-]{0,80}\.csv$/i, add: addGhostComments },
  { pattern: /^redirects[\w.-]*\.(?:json|ya?ml)$/i, add: addRedirects },
  { pattern: /^routes[\w.-]*\.ya?ml$/i, add: addRoutes },
]

/** Returns every post's key, by post id. */
function idsIn(json: string): Map<string, string> {
  const Post = z.object({ id: z.union([z.string(), z.number()]), uuid: z.nullish(z.string()) })
  const Data = z.object({ posts: z.array(Post) })
  const whole: unknown = JSON.parse(json)
  const data =
    z.object({ db: z.array(z.object({ data: Data })) }).safeParse(whole).data?.db[0]?.data ??
    z.object({ data: Data }).safeParse(whole).data?.data
  return new Map((data?.posts ?? []).map(({ id, uuid }) => [String(id), `Ghost ${uuid ?? id}`]))
}

function addRedirects(site: SourceSite, text: string, name: string): void {
  const { rules, left } = ghostRedirects(text, name)
  site.redirects = [...(site.redirects ?? []), ...rules]
  if (left > 0)
    site.notes = [
      ...(site.notes ?? []),
      t('{name}: not imported: redirects with regular expressions ({count})', { name, count: left }),
    ]
}

const Routes = z.object({
  collections: z.nullish(z.record(z.string(), z.object({ permalink: z.optional(z.string()) }))),
  taxonomies: z.nullish(z.record(z.string(), z.nullish(z.string()))),
})

/** Adds the addresses defined by the permalinks in `routes.yaml`, such as `/{year}/{slug}/` or `/blog/{slug}/`. */
function addRoutes(site: SourceSite, text: string): void {
  const { collections, taxonomies } = Routes.parse(parseYaml(text, { maxAliasCount: 0, logLevel: 'error' }))
  const permalinks = Object.values(collections ?? {}).flatMap(({ permalink }) => permalink ?? [])
  for (const post of site.posts.filter(({ isPage }) => !isPage)) {
    const [year = '', month = '', day = ''] = post.createdAt?.toISOString().slice(0, 10).split('-') ?? []
    const values: Record<string, string> = { year, month, day, slug: post.slug ?? '' }
    const filled = permalinks.map((one) => one.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole))
    post.addresses = [...new Set([...filled.filter((one) => !one.includes('{')), ...post.addresses])]
  }
  const tagRoute = taxonomies?.['tag']?.replace(/\{slug\}\/?/, '')
  const own = (site.lists ?? []).filter(({ from }) => from.startsWith('/tag/'))
  const moved = tagRoute ? own.map(({ from, to }) => ({ from: from.replace('/tag/', tagRoute), to })) : []
  const lists = Object.keys(collections ?? {}).filter((route) => route !== '/')
  site.lists = [...moved, ...(site.lists ?? []), ...lists.map((from) => ({ from, to: 'posts' as const }))]
}
