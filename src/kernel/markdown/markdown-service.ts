import type { Rendered, TextForm } from './markdown.ts'

/** Markdown as this site shows it: image sizes looked up, remote images through the proxy. */
export interface MarkdownService {
  render(source: string, form?: TextForm): Promise<Rendered>
}

declare module '#kernel/http.ts' {
  interface BaseContext {
    markdown: MarkdownService
  }
}
