import type { ImageSource } from './links-and-pictures.ts'
import type { Rendered, TextForm } from './markdown.ts'

/** Renders Markdown for this site: with image sizes, and remote images through the proxy. */
export interface MarkdownService {
  render(source: string, form?: TextForm): Promise<Rendered>
  /** Returns how pages show the picture at a URL. */
  imageOf(url: string): Promise<ImageSource>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    markdown: MarkdownService
  }
}
