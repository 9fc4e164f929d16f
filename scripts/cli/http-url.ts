import { InvalidArgumentError } from '@commander-js/extra-typings'

/** Parses an argument. @returns the URL's origin */
export function httpUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be a URL, such as https://example.org.')
  return url.origin
}
