import * as z from 'zod/mini'
import type { Violation } from './policy-reports.contract.ts'

/** A violation as the browser reports it. */
interface Reported {
  directive: string
  blocked: string
  document: string
  source: string | null
  line: number | null
  sample: string
}

const text = z._default(z.string(), '')
const optionalText = z._default(z.nullable(z.string()), null)
const optionalLine = z._default(z.nullable(z.number()), null)

/** Source: https://w3c.github.io/reporting/ and https://www.w3.org/TR/CSP3/#reporting */
const ReportingApi = z.array(
  z.looseObject({
    type: z.string(),
    body: z.looseObject({
      effectiveDirective: text,
      blockedURL: text,
      documentURL: text,
      sourceFile: optionalText,
      lineNumber: optionalLine,
      sample: optionalText,
    }),
  }),
)
/** Sent by browsers that support only `report-uri`. */
const ReportUri = z.object({
  'csp-report': z.looseObject({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': optionalText,
    'line-number': optionalLine,
    'script-sample': optionalText,
  }),
})

/** The maximum number of reports in a body. */
const maxReports = 50

/** Reads a body in either format. Returns null for anything else. */
export function reportedIn(body: unknown): Reported[] | null {
  const current = ReportingApi.safeParse(body)
  if (current.success)
    return current.data
      .filter(({ type }) => type === 'csp-violation')
      .slice(0, maxReports)
      .map(({ body: one }) => ({
        directive: one.effectiveDirective,
        blocked: one.blockedURL,
        document: one.documentURL,
        source: one.sourceFile,
        line: one.lineNumber,
        sample: one.sample ?? '',
      }))
  const old = ReportUri.safeParse(body)
  if (!old.success) return null
  const one = old.data['csp-report']
  return [
    {
      directive: one['effective-directive'] || one['violated-directive'],
      blocked: one['blocked-uri'],
      document: one['document-uri'],
      source: one['source-file'],
      line: one['line-number'],
      sample: one['script-sample'] ?? '',
    },
  ]
}

export interface OwnSite {
  /** The origins that the site is served from. */
  origins: readonly string[]
  /** Reports whether the path's first part belongs to one of the site's screens, API calls, or files. */
  isKnown: (path: string) => boolean
}

const extension = /^[a-z-]*extension:/i
const keyword = /^[a-z-]{1,40}$/
/** For a Trusted Types violation, the sample begins with the sink: 'Element innerHTML|<p>…'. */
const sink = /^[\w .:]{1,60}(?=\|)/

/** Reduces a report to what administrators need and are allowed to see. Returns null for browser extensions and
 *  other sites' documents. */
export function violationOf({ directive, blocked, document, source, line, sample }: Reported, site: OwnSite) {
  const page = ownPath(document, site)
  const name = directive.split(' ', 1)[0]!
  if (page === null || !keyword.test(name) || extension.test(blocked) || extension.test(source ?? '')) return null
  const violation: Violation = {
    directive: name,
    blocked: sink.exec(sample)?.[0] ?? (keyword.test(blocked) ? blocked : placeOf(blocked, site)),
    page,
    source: source ? placeOf(source, site) : null,
    line: source && line !== null && Number.isInteger(line) && line > 0 && line < 1_000_000 ? line : null,
  }
  return violation
}

/** Returns the path of a built file or the first part of another path on the site, the origin of another site, or the
 *  scheme of anything else. */
function placeOf(address: string, site: OwnSite): string {
  const own = ownPath(address, site)
  if (own !== null) return own
  const url = URL.parse(address)
  if (!url) return 'unknown'
  return (/^https?:$/.test(url.protocol) ? url.origin : url.protocol).slice(0, 200)
}

const builtFile = /^\/assets\/[\w.-]{1,100}$/

function ownPath(address: string, { origins, isKnown }: OwnSite): string | null {
  const url = URL.parse(address)
  if (!url || !origins.includes(url.origin)) return null
  const { pathname } = url
  if (pathname === '/' || builtFile.test(pathname)) return pathname
  const first = `/${pathname.split('/')[1]!}`
  if (!isKnown(pathname) || first.length > 60) return '/…'
  return first === pathname ? first : `${first}/…`
}
