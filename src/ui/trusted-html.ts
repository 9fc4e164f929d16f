/** The subset of the Trusted Types API used here, which TypeScript does not declare yet. */
interface TrustedTypes {
  createPolicy<Rules extends Record<string, (text: string) => string>>(name: string, rules: Rules): Rules
}
declare global {
  var trustedTypes: TrustedTypes | undefined
}

const policy = globalThis.trustedTypes?.createPolicy('site', { createHTML: (html) => html })

/** Marks HTML that the server has sanitized as trusted, because the site's Content Security Policy enforces Trusted
 *  Types. Returns a new object on every call: memoize it by the HTML string. */
export const trustedHtml = (html: string): string => policy?.createHTML(html) ?? html
