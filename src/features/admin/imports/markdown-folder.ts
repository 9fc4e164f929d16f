import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pictureIn, readFrontMatter, textOf, textsOf, timeOf } from './front-matter.ts'
import { withoutHtml } from './html-in-markdown.ts'
import { localPath } from './source-links.ts'
import { type SourcePost, type SourceSite, storable } from './source-site.ts'
import { readPicture } from './picture-files.ts'
import { type Converted, markdownOfMdx } from './mdx.ts'
import { unconverted, withoutShortcodes } from './shortcodes.ts'

const maxFileBytes = 4 * 1024 * 1024
const isMarkdown = (name: string) => /\.(?:mdx?|markdown|mdown|mkd)$/i.test(name)
/** Formats of texts that generators also read. */
const isOtherText = (name: string) => /\.(?:adoc|asciidoc|rst|org|textile|ipynb)$/i.test(name)
const isAboutTheFolder = (name: string) =>
  /^(?:readme|license|changelog|contributing|code_of_conduct|_index)\./i.test(name)

/** Reads a folder of Markdown or MDX files of Hugo, Jekyll, Eleventy, Astro, or Next.js, or exported by dev.to or
 *  Hashnode. Does not follow symbolic links. */
export async function readMarkdownFolder(folder: string): Promise<SourceSite> {
  const pictureAt: SourceSite['pictureAt'] = async (url) => {
    const pathname = localPath(url)
    return pathname === null ? null : readPicture(folder, pathname)
  }
  const site: SourceSite = { kind: 'Markdown', posts: [], refused: [], pictureAt, origin: null }
  for await (const file of markdownFiles(folder)) {
    const key = path.relative(folder, file).split(path.sep).join('/').normalize('NFC')
    try {
      if (isOtherText(file)) throw new Error('this format is not supported; convert it to Markdown first')
      const { text, modified } = await readText(file)
      site.posts.push(postOf(key, storable(text), modified))
    } catch (reason) {
      site.refused.push({ key, why: reason instanceof Error ? reason.message : String(reason) })
    }
  }
  return site
}

async function* markdownFiles(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') yield* markdownFiles(file)
    if (entry.isFile() && (isMarkdown(entry.name) || isOtherText(entry.name)) && !isAboutTheFolder(entry.name))
      yield file
  }
}

/** @throws Error if the file is too large or not text */
async function readText(file: string): Promise<{ text: string; modified: Date }> {
  const handle = await open(file)
  try {
    const { size, mtime } = await handle.stat()
    if (size > maxFileBytes) throw new Error(`it is larger than ${maxFileBytes / 1024 / 1024} MB`)
    return { text: decodeText(await handle.readFile()), modified: mtime }
  } finally {
    await handle.close()
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (reason) {
    throw new Error('it is not encoded in UTF-8', { cause: reason })
  }
}

const datedName = /^(\d{4}-\d\d-\d\d)-(.+)$/

/** @param key the file's path in the folder @throws Error if the front matter is invalid */
function postOf(key: string, text: string, modified: Date): SourcePost {
  const { fields, body } = readFrontMatter(text)
  const [, heading, rest] = /^\s*#[ \t]+([^\n]+)\n([\s\S]*)$/.exec(`${body}\n`) ?? []
  const title = textOf(fields, 'title') || (heading?.trim() ?? '')
  const cover = pictureIn(fields, coverFields)
  const words = heading !== undefined && heading.trim() === title ? rest! : body
  const { markdown, left } = converted(words, key)
  const file = path.posix.basename(key).replace(/\.[^.]+$/, '')
  const name = file === 'index' ? path.posix.basename(path.posix.dirname(key)) : file
  const [, day = '', undated = name] = datedName.exec(name) ?? []
  const date =
    timeOf(
      textOf(fields, 'date', 'published_at', 'datePublished', 'pubDate', 'publishDate', 'publishedAt', 'created'),
    ) ?? timeOf(day)
  const base = `/${key.split('/').map(encodeURIComponent).join('/')}`
  return {
    key,
    title,
    content: withCover(cover, title, cleanMarkdown(markdown)),
    createdAt: date ?? modified,
    notes: [...(date === null ? ['it names no date and got that of the file'] : []), ...left.map(unconverted)],
    isDraft:
      fields['draft'] === true ||
      fields['published'] === false ||
      textOf(fields, 'status') === 'draft' ||
      key.split('/').includes('_drafts'),
    categories: textsOf(fields, ['category', 'categories', 'tags'], isJekyll(key) ? /[,\s]+/ : ','),
    addresses: [
      base,
      ...textsOf(fields, ['permalink', 'url', 'canonical_url', 'aliases', 'redirect_from']),
      `/${textOf(fields, 'slug') || undated}`,
    ],
    base,
  }
}

/** Where generators name the cover picture. */
const coverFields = [
  'cover_image',
  'coverImage',
  'cover',
  'heroImage',
  'hero',
  'featured_image',
  'featuredImage',
  'feature_image',
  'image',
  'images',
  'banner',
  'thumbnail',
  'ogImage',
]

/** Converts MDX and shortcodes. */
function converted(text: string, key: string): Converted {
  const mdx = /\.mdx$/i.test(key) ? markdownOfMdx(text) : { markdown: text, left: [] }
  const { markdown, left } = withoutShortcodes(mdx.markdown)
  return { markdown, left: [...mdx.left, ...left] }
}

const isJekyll = (key: string): boolean => key.split('/').some((folder) => folder === '_posts' || folder === '_drafts')

/** Puts the cover image above the text, unless the text contains it. */
export const withCover = (cover: string | null | undefined, title: string, text: string): string =>
  cover && !text.includes(cover) ? `![${title.replace(/[[\]\\\n]/g, '')}](<${cover}>)\n\n${text.trim()}` : text.trim()

/** Converts HTML, and removes the image alignment of Hashnode.
 *  @throws Error if HTML is too long or too deeply nested */
export const cleanMarkdown = (markdown: string): string =>
  withoutHtml(storable(markdown)).replace(/(\]\([^()\s]+) align="\w+"\)/g, '$1)')
