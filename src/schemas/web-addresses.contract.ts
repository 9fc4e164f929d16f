/** In characters. */
export const maxAddressLength = 2000

/** Returns the normalized URL, or null unless it is an HTTP(S) URL without credentials. */
export function webAddress(text: string): string | null {
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(text)) return null
  const url = URL.parse(text)
  return url && !url.username && !url.password && url.href.length <= maxAddressLength ? url.href : null
}
