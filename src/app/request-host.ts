import type { IncomingMessage } from 'node:http'

/** Reports whether the request has exactly one Host header with a valid host. HTTP/1.0 may omit it. HTTP/0.9, which has
 *  no headers, is not accepted. Source: RFC 9112, section 3.2 */
export function hasValidHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const [host, ...others] = headersDistinct.host ?? []
  if (host === undefined) return httpVersion === '1.0'
  return others.length === 0 && /^[^\s,/?#@\\]+$/.test(host) && URL.canParse(`http://${host}`)
}
