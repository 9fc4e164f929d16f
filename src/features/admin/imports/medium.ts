import { t } from '#messages/messages.ts'
import path from 'node:path'
import { timeOf } from './front-matter.ts'
import { percentDecoded } from '#kernel/address.contract.ts'
import { documentOf, markdownOfNode } from './html-to-markdown.ts'
import { all, attributeOf, lineOf } from './html-parts.ts'
import { cleanBody, coverIn } from './medium-html.ts'
import { readText, reasonOf, type SourceFiles } from './source-files.ts'
import { noPictures, type SourcePost, type SourceSite, storable } from './source-site.ts'

const maxFileBytes = 16 * 1024 * 1024
const isStory = (name: string) => /^posts\/[^/]+\.html$/i.test(name)

/** Reads a Medium export: `posts/2020-01-31_Title-0123456789ab.html` and `posts/draft_Title-0123456789ab.html`. Returns
 *  null for other files. Responses have no title, and become unlisted short posts. */
export async function readMediumExport(files: SourceFiles): Promise<SourceSite | null> {
  const names = files.names.filter(isStory)
  const [first] = names
  const start = first === undefined ? '' : await readText(files, first, maxFileBytes).catch(() => '')
  if (!/<section\b[^<>]{0,200}\bdata-field="body"/.test(start)) return null
  const origin = 'https://medium.com'
  const site: SourceSite = { kind: 'Medium', posts: [], refused: [], pictureAt: noPictures, origin }
  const hashes = new Set(names.map(hashOf))
  for (const name of names) {
    try {
      site.posts.push(postOf(name, documentOf(storable(await readText(files, name, maxFileBytes))), hashes))
    } catch (reason) {
      site.refused.push({ key: name, why: reasonOf(reason) })
    }
  }
  const responses = site.posts.filter(({ isUnlisted }) => isUnlisted).length
  if (responses > 0)
    site.notes = [
      t('stories without a title, such as responses, became unlisted short posts ({count})', { count: responses }),
    ]
  return site
}

/** The id of a story, at the end of its file name and address. */
const hashOf = (name: string): string => /([\da-f]{8,14})\.html$/i.exec(name)?.[1] ?? path.posix.basename(name, '.html')

function postOf(name: string, document: Document, hashes: ReadonlySet<string>): SourcePost {
  const body = document.querySelector<HTMLElement>('section[data-field="body"]')
  if (!body) throw new Error(t('it is not a Medium story'))
  const hash = hashOf(name)
  const canonical = attributeOf(document.querySelector('a.p-canonical'), 'href')
  const published = document.querySelector('time.dt-published')
  const isTitled = Boolean(body.querySelector('.graf--title')) || /^posts\/draft_/i.test(name)
  const date = timeOf(attributeOf(published, 'datetime'))
  const isDraft = /^posts\/draft_/i.test(name) || !published
  const isOwnAddress = canonical === '' || canonical.endsWith(hash)
  const slug = isOwnAddress ? slugOf(canonical, hash) : ''
  const cover = coverIn(body)
  const title = lineOf(document.querySelector('.p-name'))
  const notes = [
    ...(published && !date ? [t('its date is invalid')] : []),
    ...cleanBody(body, title, cover?.address ?? null, hashes),
  ]
  return {
    key: `Medium ${hash}`,
    title: isTitled ? title : '',
    content: markdownOfNode(body),
    createdAt: date,
    isDraft,
    categories: all(document, '.p-tags .p-tag').map(lineOf),
    addresses: [...(isOwnAddress && canonical ? [canonical] : []), `https://medium.com/p/${hash}`],
    base: canonical && isOwnAddress ? canonical : `https://medium.com/p/${hash}`,
    ...(slug && { slug }),
    ...(!isOwnAddress && { canonicalUrl: canonical }),
    ...(cover && { cover }),
    ...(!isTitled && { isUnlisted: true, isLongForm: false }),
    notes,
  }
}

/** Returns the last part of the address without the id, or the empty string. */
function slugOf(address: string, hash: string): string {
  const name = percentDecoded(path.posix.basename(URL.parse(address)?.pathname ?? ''))
  return name.slice(0, -hash.length).replace(/(?<!-)-+$/, '')
}
