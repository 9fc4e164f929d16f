const placeholders = /(?:^|\.)(?:example\.(?:com|org|net)|localhost|invalid|test)$/

/** Returns the origin of a configured URL, or null if it is missing or a placeholder. */
export function originIn(address: string): string | null {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) && !placeholders.test(url.hostname) ? url.origin : null
}

/** Returns the path of a configured URL or base path, such as `/blog`, or `/` if it has none. */
export const prefixIn = (address: string): string =>
  (URL.parse(address, 'https://source.invalid')?.pathname ?? '/').replace(/(?<=[^/])\/+$/, '')
