const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

const signs = Object.fromEntries(Object.entries(entities).map(([sign, entity]) => [entity, sign]))

/** Reverses {@link escapeHtml}. */
export const unescapeHtml = (html: string): string =>
  html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => signs[entity]!)

const unsafeInScript: Record<string, string> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
}

/** Escapes JSON for `<script type="application/json">`, so that nothing in it can end the element. */
export const escapeScript = (json: string): string =>
  json.replaceAll(/[<>&\u2028\u2029]/g, (sign) => unsafeInScript[sign]!)

/** Makes every URL in stored HTML absolute, for readers outside the site. The HTML must be serialized the way the
 *  sanitizer does: attributes in double quotes, without `<` or `>`. Paths are resolved against `siteUrl`, fragments
 *  against `pageUrl`. */
export const absoluteHtml = (html: string, { siteUrl, pageUrl }: { siteUrl: string; pageUrl: string }): string =>
  html.replaceAll(/<[a-z][^<>]*>/g, (tag) =>
    tag
      .replaceAll(/ (href|src)="(?=\/)/g, ` $1="${siteUrl}`)
      .replaceAll(/ href="(?=#)/g, ` href="${pageUrl}`)
      .replaceAll(/ srcset="[^"]*"/g, (srcset) => srcset.replaceAll(/(?<=["\s])(?=\/)/g, siteUrl)),
  )

/** Returns the unescaped attributes of each `<img>` in stored HTML (see `absoluteHtml`). */
export const imagesOf = (html: string): Record<string, string>[] =>
  [...html.matchAll(/<img\b([^<>]*)>/g)].map(([, attributes]) =>
    Object.fromEntries(
      [...attributes!.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescapeHtml(value!)]),
    ),
  )
