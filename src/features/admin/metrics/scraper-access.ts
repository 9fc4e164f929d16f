import { createHash, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'

/** Headers that proxies add. A request with one of them is not from this machine, although its connection is. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Allows callers with the token or, if none is configured, callers on this machine that do not connect through a
 *  proxy. @throws AppError not_signed_in, forbidden */
export function checkScraper({ headers, url }: Request, ip: string, token: string | null): void {
  if (token !== null) {
    if (isSame(headers.get('authorization') ?? '', `Bearer ${token}`)) return
    throw new AppError('not_signed_in', t('Send the token from METRICS_TOKEN: Authorization: Bearer TOKEN.'))
  }
  const isLocal = ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
  const isDirect = !proxyHeaders.some((name) => headers.has(name)) && localHosts.has(new URL(url).hostname)
  if (!isLocal || !isDirect)
    throw new AppError('forbidden', t('Metrics are only available on this machine, unless METRICS_TOKEN is set.'))
}

const isSame = (given: string, expected: string) => timingSafeEqual(hash(given), hash(expected))

const hash = (text: string) => createHash('sha256').update(text).digest()
