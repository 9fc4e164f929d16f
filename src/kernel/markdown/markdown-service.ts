import type { ImageSource } from './links-and-pictures.ts'
import type { Rendered, TextForm } from './markdown.ts'

/** Renders Markdown for this site, with image sizes, and with remote images loaded through the proxy. */
export interface MarkdownService {
  render(source: string, form?: TextForm): Promise<Rendered>
  /** Returns the source that pages use for the picture at a URL. */
  imageOf(url: string): Promise<ImageSource>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    markdown: MarkdownService
  }
}
