/** The subset of the Trusted Types API used here, which TypeScript does not declare yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string }
}
declare global {
  var trustedTypes: TrustedTypes | undefined
}

const policy = globalThis.trustedTypes?.createPolicy('site', { createHTML: (html) => html })

/** Marks HTML that the server has sanitized as trusted, for browsers that enforce Trusted Types. Returns a new object
 *  on every call: memoize it by the HTML string. */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html
