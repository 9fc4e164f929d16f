/** The beginnings of previews in HTML. */
export const figures = { preview: '<figure class="link-card"', snippet: '<figure class="code link-snippet"' }

/** Replaces the previews in stored HTML with plain links, for readers outside the site. */
export function withoutLinkPreviews(html: string): string {
  return html
    .split(/(?=<figure class="(?:link-card|code link-snippet)")/)
    .map((part) => {
      const end = Object.values(figures).some((start) => part.startsWith(start)) ? part.indexOf('</figure>') : -1
      const link = /<a [^<>]*>/.exec(part)?.[0] ?? ''
      const [, href] = / href="([^"]*)"/.exec(link) ?? []
      return end < 0 || href === undefined ? part : `<p>${link}${href}</a></p>${part.slice(end + '</figure>'.length)}`
    })
    .join('')
}
