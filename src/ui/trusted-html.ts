/** The part of the browser's Trusted Types that TypeScript does not know yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string }
}
declare global {
  var trustedTypes: TrustedTypes | undefined
}

const policy = globalThis.trustedTypes?.createPolicy('site', { createHTML: (html) => html })

/** HTML that the server has sanitised, marked as such for browsers that let no other into a page. It is another object at
 *  every call: keep it for as long as the text stays the same. */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html
