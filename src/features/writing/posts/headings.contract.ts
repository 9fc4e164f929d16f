/** A heading of an article. `text` is plain text; `id` is the element's id; `level` is 1 to 6. */
export interface Heading {
  id: string
  text: string
  level: number
}

const anchor = /<a class="heading-anchor" href="#(h-[^"]+)" aria-label="[^":]*: ([^"]*)"><\/a><\/h([1-6])>/g

/** Returns the headings with anchors in an article's HTML, as the server or a browser serializes it. */
export const headingsOf = (html: string): Heading[] =>
  Array.from(html.matchAll(anchor), ([, id, text, level]) => ({
    id: decoded(id!),
    text: decoded(text!),
    level: Number(level),
  }))

const decoded = (attribute: string): string =>
  attribute
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', '\u00A0')
    .replaceAll('&amp;', '&')
