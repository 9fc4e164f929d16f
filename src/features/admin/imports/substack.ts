import { t } from '#messages/messages.ts'
import { readCsv } from '#kernel/csv-rows.ts'
import { timeOf } from './front-matter.ts'
import { documentOf, markdownOfNode } from './html-to-markdown.ts'
import { readText, reasonOf, type SourceFiles } from './source-files.ts'
import { noPictures, type SourcePost, type SourceSite, storable } from './source-site.ts'
import { cleanBody } from './substack-html.ts'

const table = 'posts.csv'
const maxTableBytes = 16 * 1024 * 1024
const maxFileBytes = 16 * 1024 * 1024

/** Reads a Substack export: `posts.csv` and `posts/123.slug.html`. Returns null for other files. Subscriber lists are
 *  not read. */
export async function readSubstackExport(files: SourceFiles): Promise<SourceSite | null> {
  if (!files.names.includes(table)) return null
  const { rows, faults } = await readCsv(storable(await readText(files, table, maxTableBytes)).replace(/^\uFEFF/, ''))
  const [header, ...others] = rows
  if (!header?.fields.includes('post_id')) return null
  const site: SourceSite = { kind: 'Substack', posts: [], refused: [], pictureAt: noPictures, origin: null }
  for (const { line, reason } of faults)
    site.refused.push({ key: t('{name}, line {line}', { name: table, line }), why: reason })
  for (const { line, fields } of others) {
    const row = new Map(header.fields.map((name, index) => [name, fields[index]?.trim() ?? '']))
    try {
      site.posts.push(await postOf(files, row))
    } catch (reason) {
      site.refused.push({ key: t('{name}, line {line}', { name: table, line }), why: reasonOf(reason) })
    }
  }
  site.notes = notesOn(files, rows.length + faults.length - 1)
  return site
}

function notesOn({ names }: SourceFiles, count: number): string[] {
  const subscribers = names.some((name) => /^(?:email_list|subscriber)[^/]*\.csv$/i.test(name))
  const stories = names.filter((name) => /^posts\/[^/]+\.html$/i.test(name)).length
  return [
    ...(subscribers ? [t('not imported: the list of subscribers')] : []),
    ...(stories > count
      ? [t('not imported: files in posts that are not listed in {table} ({count})', { table, count: stories - count })]
      : []),
  ]
}

const reasons: Record<string, () => string> = {
  only_paid: () => t('it is only for paying subscribers'),
  only_free: () => t('it is only for subscribers'),
  founding: () => t('it is only for founding members'),
}

/** @throws Error if the row or its file is damaged */
async function postOf(files: SourceFiles, row: ReadonlyMap<string, string>): Promise<SourcePost> {
  const field = (name: string) => row.get(name) ?? ''
  const id = field('post_id')
  const [, number, slug] = /^(\d+)(?:\.([\w-]*))?$/.exec(id) ?? []
  if (number === undefined) throw new Error(t('its post_id is invalid'))
  const audience = reasons[field('audience')]?.()
  const date = timeOf(field('post_date'))
  const notes = [
    ...(audience === undefined ? [] : [t('saved as a draft, because {audience}', { audience })]),
    ...(field('post_date') !== '' && !date ? [t('its date is invalid')] : []),
  ]
  const { markdown, left } = await textOf(files, id, field('type'))
  return {
    key: `Substack ${number}`,
    title: field('title').replaceAll(/\s+/g, ' '),
    content: [italic(field('subtitle').replaceAll(/\s+/g, ' ')), audioOf(field('podcast_url')), markdown]
      .filter((one) => one !== '')
      .join('\n\n'),
    createdAt: date,
    isDraft: !/^true$/i.test(field('is_published')) || audience !== undefined,
    categories: [],
    addresses: slug ? [`/p/${slug}`] : [],
    base: `/p/${slug ?? ''}`,
    ...(slug && { slug }),
    ...(field('type') === 'page' && { isPage: true }),
    notes: [...notes, ...left],
  }
}

const italic = (text: string): string => (text === '' ? '' : `*${text.replaceAll(/([\\*_[\]`<>])/g, '\\$1')}*`)

const audioOf = (address: string): string =>
  /^https?:\/\//.test(address) ? `[Audio](<${address.replaceAll(/[<>\s]/g, encodeURIComponent)}>)` : ''

/** Threads have a title and no text on their page. */
async function textOf(files: SourceFiles, id: string, type: string): Promise<{ markdown: string; left: string[] }> {
  const name = `posts/${id}.html`
  if (!files.names.includes(name)) {
    if (type === 'thread' || type === 'podcast')
      return { markdown: '', left: [t('its text, {name}, is not in the export', { name })] }
    throw new Error(t('its text, {name}, is not in the export', { name }))
  }
  const { body } = documentOf(storable(await readText(files, name, maxFileBytes)))
  const left = cleanBody(body)
  return {
    markdown: markdownOfNode(body),
    left: type === 'thread' ? [t('it was a thread; its comments are not in the export'), ...left] : left,
  }
}
