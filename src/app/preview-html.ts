import { escapeHtml } from '#kernel/html.ts'
import { readTags } from '#kernel/html-tags.ts'
import type { PreviewTheme } from '#features/admin/site-settings/settings-previews.contract.ts'

interface PreviewLinks {
  theme: PreviewTheme
  /** Returns the URL in the preview of a page or file on the site; null if it is neither. */
  hrefOf: (path: string) => string | null
}

const loaded = new Set(['href', 'src', 'srcset', 'imagesrcset'])

/** Returns a page's document for a preview: without scripts, and with links to other pages in the preview. All other
 *  links would open a new tab, which frames without `allow-popups` prevent. */
export function previewHtml(html: string, { theme, hrefOf }: PreviewLinks): string {
  const document = withTheme(withoutScripts(html), theme)
  const own = (url: string) => (url.startsWith('/') ? hrefOf(url) : null)
  const changes: { start: number; end: number; text: string }[] = []
  readTags(document, {
    onOpen: () => {},
    onAttribute: ({ tag, name, value, start, end }) => {
      if (!loaded.has(name)) return
      const changed = name.endsWith('srcset') ? ownSet(value, own) : own(value)
      if (changed !== null && changed !== value) changes.push({ start, end, text: escapeHtml(changed) })
      else if (tag === 'a' && !value.startsWith('#')) changes.push({ start: end + 1, end: end + 1, text: newTab })
    },
  })
  return replaced(document, changes)
}

const withTheme = (html: string, theme: PreviewTheme): string =>
  theme === 'dark' ? html.replace('<html ', '<html class="dark" ') : html

const withoutScripts = (html: string): string =>
  [
    ['<script', '</script>'],
    ['<link rel="modulepreload"', '>'],
    ['<link rel="manifest"', '>'],
  ].reduce((rest, [start, end]) => withoutElements(rest, start!, end!), html)

/** Removes everything from each `start` to the next `end`, in linear time. */
function withoutElements(html: string, start: string, end: string): string {
  const [first = '', ...others] = html.split(start)
  return first + others.map((part) => part.slice(part.indexOf(end) + end.length)).join('')
}

const ownSet = (srcset: string, own: (url: string) => string | null): string =>
  srcset
    .split(',')
    .map((candidate) => {
      const [url = '', ...size] = candidate.trim().split(' ')
      return [own(url) ?? url, ...size].join(' ')
    })
    .join(', ')

const newTab = ' target="_blank"'

function replaced(text: string, changes: readonly { start: number; end: number; text: string }[]): string {
  let at = 0
  const parts = changes.map(({ start, end, text: own }) => {
    const part = text.slice(at, start) + own
    at = end
    return part
  })
  return parts.join('') + text.slice(at)
}
