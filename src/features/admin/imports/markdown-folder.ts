import { t } from '#messages/messages.ts'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { freeLists, settleAddresses } from './addresses.ts'
import { listOfPage } from './generators/code-pages.ts'
import { fileTreeOf } from './generators/file-tree.ts'
import { findGenerators } from './generators/find-generators.ts'
import type { Generator } from './generators/generator.ts'
import { plainFolder } from './generators/plain-folder.ts'
import { type ReadFile, readFile, type SourceFile } from './markdown-post.ts'
import { readPicture } from './picture-files.ts'
import { localPath } from './source-links.ts'
import { type SourceList, type SourceSite, storable } from './source-site.ts'

const maxFileBytes = 4 * 1024 * 1024
const isMarkdown = (name: string) => /\.(?:mdx?|markdown|mdown|mkd)$/i.test(name)
/** Other text formats that generators read. */
const isOtherText = (name: string) => /\.(?:adoc|asciidoc|rst|org|textile|ipynb)$/i.test(name)
const isHtml = (name: string) => /\.html?$/i.test(name)
const hasFrontMatter = (text: string) => /^(?:---|\+\+\+)[ \t]*\r?\n/.test(text)
const isAboutTheFolder = (name: string) =>
  /^(?:readme|license|changelog|contributing|code_of_conduct|security|agents|claude|support)\.[^/]*$/i.test(
    path.posix.basename(name),
  )

/** Reads a folder of Markdown or MDX files: a site built with Hugo, Jekyll, Eleventy, Astro, Docusaurus, Hexo, Zola, or
 *  a framework such as Next.js; or an export from dev.to or Hashnode. Does not follow symbolic links. */
export async function readMarkdownFolder(folder: string): Promise<SourceSite> {
  const source = path.resolve(folder)
  const tree = await fileTreeOf(source)
  const generators = await findGenerators(tree)
  const pictureRoot = generators.find(({ root }) => source.startsWith(`${root}${path.sep}`))?.root ?? source
  const site: SourceSite = {
    kind: generators.length === 1 ? generators[0]!.kind : 'Markdown',
    posts: [],
    refused: [],
    skipped: [],
    origin: generators.find(({ origin }) => origin !== null)?.origin ?? null,
    redirects: generators.flatMap(({ redirects }) => redirects),
    pictureAt: picturesIn(pictureRoot, generators),
  }
  const read = new Map<Generator, ReadFile[]>()
  const plain = plainFolder(source)
  const siblings = filesByFolder(tree.paths)
  for (const key of tree.paths.filter((name) => isMarkdown(name) || isOtherText(name) || isHtml(name))) {
    const absolute = path.join(source, key)
    const generator = generators.find(({ root }) => absolute.startsWith(`${root}${path.sep}`)) ?? plain
    const place = { path: relative(generator.root, absolute), base: relative(pictureRoot, absolute) }
    const file = { key: key.normalize('NFC'), ...place, siblings: siblings.get(path.posix.dirname(key)) ?? [] }
    if (isHtml(key) && !generator.hasHtmlPosts) continue
    const isOutside = generator === plain && generators.length > 0
    const found = isOutside ? outsideOf(key) : await readOne(absolute, file, generator, site)
    if (!found) continue
    if ('why' in found) site.skipped!.push(found)
    else filesOf(read, generator).push(found)
  }
  const files = [...read.values()].flat()
  settleAddresses(files)
  const pages = new Set(files.filter(isListPage))
  site.posts = files.filter((file) => !pages.has(file)).map(({ post }) => post)
  site.skipped!.push(
    ...[...pages].map(({ post: { key } }) => ({
      key,
      why: t('it is a list of posts, which this site generates itself'),
    })),
  )
  const lists = [...read].flatMap(([generator, own]) => generator.lists(own.map(({ listed }) => listed)))
  site.lists = freeLists(
    [...[...pages].flatMap(listsOfPage), ...lists],
    files.filter((file) => !pages.has(file)),
  )
  const codePages = site.lists.filter(({ to }) => to === 'home').map(({ from }) => from)
  site.notes = [
    ...generators.flatMap(({ notes }) => Array.from(notes ?? [])),
    ...(codePages.length > 0
      ? [
          t('these pages consist of code, so their addresses redirect to the home page: {pages}', {
            pages: codePages.join(', ').slice(0, 1000),
          }),
        ]
      : []),
  ]
  return site
}

function filesOf(read: Map<Generator, ReadFile[]>, generator: Generator): ReadFile[] {
  const files = read.get(generator) ?? []
  read.set(generator, files)
  return files
}

const relative = (root: string, file: string): string => path.relative(root, file).split(path.sep).join('/')

const outsideOf = (key: string) => (isAboutTheFolder(key) ? null : { key, why: t('it is not part of the site') })

const picturesIn =
  (root: string, generators: Generator[]): SourceSite['pictureAt'] =>
  (url) => {
    const pathname = localPath(url)
    const folders = generators.flatMap((one) =>
      one.publicFolders.map((name) => path.join(relative(root, one.root), name)),
    )
    return pathname === null ? Promise.resolve(null) : readPicture(root, pathname, folders)
  }

function filesByFolder(paths: string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const name of paths) {
    const folder = folders.get(path.posix.dirname(name)) ?? []
    folder.push(path.posix.basename(name))
    folders.set(path.posix.dirname(name), folder)
  }
  return folders
}

/** Reads a file, or returns why it cannot be imported. */
async function readOne(
  absolute: string,
  file: Omit<SourceFile, 'text' | 'modified'>,
  generator: Generator,
  site: SourceSite,
): Promise<ReturnType<typeof readFile>> {
  try {
    if (isOtherText(file.key)) throw new Error(t('this format is not supported; convert it to Markdown first'))
    const { text, modified } = await readText(absolute)
    if ((isAboutTheFolder(file.key) || isHtml(file.key)) && !hasFrontMatter(text)) return null
    return readFile({ ...file, text: storable(text), modified }, generator, Date.now())
  } catch (reason) {
    site.refused.push({ key: file.key, why: reason instanceof Error ? reason.message : String(reason) })
    return null
  }
}

/** @throws Error if the file is too large or not text */
async function readText(file: string): Promise<{ text: string; modified: Date }> {
  const handle = await open(file)
  try {
    const { size, mtime } = await handle.stat()
    if (size > maxFileBytes)
      throw new Error(t('it is larger than {megabytes} MB', { megabytes: maxFileBytes / 1024 / 1024 }))
    return { text: decodeText(await handle.readFile()), modified: mtime }
  } finally {
    await handle.close()
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (reason) {
    throw new Error(t('it is not encoded in UTF-8'), { cause: reason })
  }
}

/** A loop or an include in Liquid or Nunjucks. */
const isTemplate = /`\{%-? (?:for|include|assign|paginate|render) /

/** Reports whether a page only lists posts: it has no text, or it has a loop. */
const isListPage = ({ post: { content, isPage, isDraft } }: ReadFile): boolean =>
  isPage === true && !isDraft && (content === '' || isTemplate.test(content))

const listsOfPage = ({ post, listed: { fields } }: ReadFile): SourceList[] => {
  const tag = ['tag', 'category'].map((name) => fields[name]).find((value) => typeof value === 'string')
  return post.addresses.flatMap((from) => (tag === undefined ? listOfPage(from) : [{ from, to: { tag } }]))
}
