import type { RenderedPost } from '#features/writing/posts/posts.store.ts'

/** What rendering the post “x” returns. */
export const renderedPost: RenderedPost = {
  html: '<p>x</p>',
  isTruncated: false,
  beginningHtml: null,
  text: 'x',
  excerpt200: 'x',
  readingMinutes: 1,
  language: null,
}
