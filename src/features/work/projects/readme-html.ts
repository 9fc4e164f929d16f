import { AppError } from '#kernel/errors.ts'
import { withAddresses } from '#kernel/markdown/addresses.ts'
import { maxMarkdownLength } from '#kernel/markdown/excerpts.ts'
import type { MarkdownService } from '#kernel/markdown/markdown-service.ts'
import { withoutHtml } from './readme-html-parts.ts'

export interface Readme {
  markdown: string
  /** The README's path in the repository: `docs/README.md`. */
  path: string
  /** `owner/name` and the branch that the README was read from. */
  repository: string
  branch: string
}

/** Renders the README as safe HTML for a section of a page: relative links point into the repository, and headings
 *  start below the section's own. Long READMEs are truncated. Returns an empty string if it cannot be rendered. */
export async function readmeHtml(service: Pick<MarkdownService, 'render'>, readme: Readme): Promise<string> {
  const source = withoutHtml(beginningOf(readme.markdown))
  const markdown = source && (await withAddresses(beginningOf(source), ({ kind, text }) => leading(kind, text, readme)))
  if (!markdown) return ''
  try {
    const { html } = await service.render(beginningOf(markdown), { isArticle: true })
    return html.replaceAll(/<(\/?)h([1-6])(?=[ >])/g, (_, slash, level) => `<${slash}h${lowered(Number(level))}`)
  } catch (reason) {
    if (reason instanceof AppError) return ''
    throw reason
  }
}

const lowered = (level: number): number => Math.min(6, level + 2)

/** Truncates the text to the part that is rendered, in whole lines. */
function beginningOf(markdown: string): string {
  if (markdown.length <= maxMarkdownLength) return markdown
  const end = markdown.lastIndexOf('\n', maxMarkdownLength)
  return markdown.slice(0, end > 0 ? end : maxMarkdownLength).toWellFormed()
}

/** Returns the absolute URL for a link or an image; null to leave it unchanged. */
function leading(kind: 'picture' | 'link' | 'bare', address: string, readme: Readme): string | null {
  if (kind === 'bare' || address.startsWith('#')) return null
  const url = kind === 'picture' ? fileAt(address, readme) : at('https://github.com', 'blob/', address, readme)
  if (!url) return null
  if (isBadge(url) || (kind === 'picture' && /\.svg$/i.test(url.pathname))) return noPicture
  // Escapes brackets, which would end the URL.
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
}

/** The image proxy rejects SVG images: their alt text is shown. */
const noPicture = '#'
const badgeHosts = new Set(['img.shields.io', 'badgen.net', 'flat.badgen.net', 'badge.fury.io'])
const isBadge = ({ hostname, pathname }: URL): boolean => {
  const path = pathname.toLowerCase()
  return badgeHosts.has(hostname) || (path.includes('/badge') && path.endsWith('.svg'))
}

/** Returns the URL of the raw file, not of the page that shows it. */
function fileAt(address: string, readme: Readme): URL | null {
  const url = at(filesHost, '', address, readme)
  const page = url?.hostname === 'github.com' && /^\/([^/]+\/[^/]+)\/(?:blob|raw)\/(.+)$/.exec(url.pathname)
  return page ? URL.parse(`${filesHost}/${page[1]}/${page[2]}`) : url
}
const filesHost = 'https://raw.githubusercontent.com'

function at(host: string, kind: 'blob/' | '', address: string, { repository, branch, path }: Readme): URL | null {
  const root = `${host}/${repository}/${kind}${encodePath(branch)}/`
  const isOfRoot = address.startsWith('/') && !address.startsWith('//')
  return isOfRoot ? URL.parse(address.slice(1), root) : URL.parse(address, root + encodePath(path))
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
