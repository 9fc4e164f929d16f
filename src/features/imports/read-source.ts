import { stat } from 'node:fs/promises'
import { readMarkdownFolder } from './markdown-folder.ts'
import { type OldSite, SourceError } from './old-site.ts'

/** Reads whatever is at the path, recognised by what it holds. @throws SourceError for what cannot be brought along */
export async function readSource(source: string): Promise<OldSite> {
  const found = await stat(source).catch(() => null)
  if (!found) throw new SourceError(`There is nothing at ${source}.`)
  if (!found.isDirectory()) throw new SourceError(`${source} is not a folder of markdown files.`)
  return nonEmpty(await readMarkdownFolder(source), source)
}

function nonEmpty(site: OldSite, source: string): OldSite {
  if (site.posts.length + site.refused.length === 0) throw new SourceError(`There are no posts in ${source}.`)
  return site
}
