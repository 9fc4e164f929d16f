const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML, safe between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

const unsafeInScript: Record<string, string> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
}

/** JSON for `<script type="application/json">`: nothing in it can end the element. */
export const jsonForScript = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(/[<>&\u2028\u2029]/g, (sign) => unsafeInScript[sign]!)
