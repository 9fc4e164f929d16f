import type { Resolver } from 'node:dns/promises'
import net from 'node:net'
import tls from 'node:tls'
import { type Finding, reasonOf, report } from './finding.ts'

const timeoutMs = 10_000
const dayMs = 86_400_000

/** Checks that the site's host name resolves to an IP address. */
export async function checkDns({ hostname }: URL, resolver: Resolver): Promise<Finding[]> {
  const { ok, error } = report('dns')
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (net.isIP(host) > 0 || /(^|\.)localhost$/.test(host)) return [ok(`${host} needs no DNS.`)]
  const [v4, v6] = await Promise.all([resolver.resolve4(host).catch(() => []), resolver.resolve6(host).catch(() => [])])
  if (v4.length + v6.length > 0) return [ok(`${host} resolves to ${[...v4, ...v6].join(', ')}.`)]
  return [
    error(
      `${host} does not resolve to an address.`,
      `Add an A record (and AAAA record) for ${host} with the server’s address.`,
    ),
  ]
}

/** Checks the site's certificate. @param ca certificates to trust in addition to the default ones */
export async function checkTls({ protocol, hostname, port }: URL, nowMs: number, ca?: string): Promise<Finding[]> {
  const { ok, warning, error } = report('tls')
  if (protocol !== 'https:') return []
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const renew =
    'Renew the certificate, and check that renewal runs automatically, for example with Caddy or certbot.timer.'
  try {
    const { certificate, fault } = await certificateOf(host, Number(port || 443), ca)
    const expiresMs = Date.parse(certificate.valid_to)
    const days = Math.floor((expiresMs - nowMs) / dayMs)
    if (expiresMs <= nowMs) return [error(`The certificate expired on ${dayOf(expiresMs)}.`, renew)]
    if (fault !== null && fault !== 'CERT_HAS_EXPIRED')
      return [
        error(
          `Browsers reject the certificate: ${fault}.`,
          `Get a certificate for ${host} from a public certificate authority, and serve it with its intermediate certificates.`,
        ),
      ]
    const lifetimeMs = expiresMs - Date.parse(certificate.valid_from)
    const isNear = expiresMs - nowMs < Math.min(14 * dayMs, lifetimeMs / 4)
    const text = `The certificate expires on ${dayOf(expiresMs)}, in ${days} ${days === 1 ? 'day' : 'days'}.`
    return [isNear ? warning(text, renew) : ok(text)]
  } catch (reason) {
    return [
      error(
        `No TLS connection to ${host}: ${reasonOf(reason)}.`,
        'Start the proxy, and open TCP port 443 in the firewall.',
      ),
    ]
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

function certificateOf(host: string, port: number, ca?: string) {
  return new Promise<{ certificate: tls.PeerCertificate; fault: string | null }>((resolve, reject) => {
    const servername = net.isIP(host) > 0 ? {} : { servername: host }
    const trusted = ca === undefined ? {} : { ca: [...tls.rootCertificates, ca] }
    const socket = tls.connect({ host, port, ...servername, ...trusted, rejectUnauthorized: false, timeout: timeoutMs })
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate()
      const fault = socket.authorized ? null : String(socket.authorizationError)
      socket.destroy()
      resolve({ certificate, fault })
    })
    socket.once('timeout', () => socket.destroy(new Error('it did not respond in time')))
    socket.once('error', reject)
  })
}
