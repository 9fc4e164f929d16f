import type { Rendered, TextForm } from './markdown.ts'

/** Renders Markdown for this site: with image sizes, and remote images through the proxy. */
export interface MarkdownService {
  render(source: string, form?: TextForm): Promise<Rendered>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    markdown: MarkdownService
  }
}
