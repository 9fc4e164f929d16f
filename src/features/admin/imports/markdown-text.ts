import { withoutHtml } from './html-in-markdown.ts'
import { storable } from './source-site.ts'

/** Converts HTML, and removes the image alignment of Hashnode.
 *  @throws Error if HTML is too long or too deeply nested */
export const cleanMarkdown = (markdown: string): string =>
  withoutHtml(storable(markdown)).replace(/(\]\([^()\s]+) align="\w+"\)/g, '$1)')
