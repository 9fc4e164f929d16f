import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Context } from '#kernel/http.ts'
import type { Cover } from '#features/writing/posts/posts.contract.ts'
import { maxContentLength } from '#features/writing/posts/new-posts.contract.ts'
import { t } from '#messages/messages.ts'
import { listDraftComments } from './draft-comments.store.ts'
import { openDraft } from './draft-links.store.ts'
import type { SharedDraft } from './shared-drafts.contract.ts'

type Parts = Pick<Context, 'db' | 'markdown'>

/** Returns the draft that the token opens, or null. */
export async function findSharedDraft({ db, markdown }: Parts, token: string): Promise<SharedDraft | null> {
  const draft = await openDraft(db, token)
  if (!draft) return null
  const { title, content, details, category, user, updatedAt, expiresAt } = draft
  const [rendered, cover, comments] = await Promise.all([
    renderedDraft(markdown, content),
    coverOf(markdown, details.cover),
    listDraftComments(db, draft),
  ])
  return {
    title: title.trim() || t('Untitled draft'),
    ...rendered,
    category,
    cover,
    tags: details.tags,
    user,
    updatedAt: updatedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    comments,
  }
}

type RenderedDraft = Pick<SharedDraft, 'contentHtml' | 'isTruncated' | 'readingMinutes'>
/** Drafts are not stored as HTML, and several readers may open the same version. */
const renderings = new LRUCache<string, RenderedDraft>({ max: 20 })

async function renderedDraft(markdown: Parts['markdown'], content: string): Promise<RenderedDraft> {
  const hash = createHash('sha256').update(content).digest('base64url')
  const known = renderings.get(hash)
  if (known) return known
  const isLong = content.length > maxContentLength
  const source = isLong ? content.slice(0, maxContentLength).toWellFormed() : content
  const { html, isTruncated, readingMinutes } = await markdown.render(source, { isArticle: true, hasHashtags: true })
  const rendering = { contentHtml: html, isTruncated: isTruncated || isLong, readingMinutes }
  renderings.set(hash, rendering)
  return rendering
}

async function coverOf(
  markdown: Parts['markdown'],
  chosen: { url: string; alt: string } | null,
): Promise<Cover | null> {
  if (chosen === null) return null
  const { src, srcset = '', width = null, height = null } = await markdown.imageOf(chosen.url)
  return { ...chosen, src, srcset, width, height }
}
