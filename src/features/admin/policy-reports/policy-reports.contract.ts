import * as z from 'zod/mini'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perAddress } from '#kernel/limits.contract.ts'
import { Id } from '#schemas/ids.contract.ts'

/** A kind of violation of the Content Security Policy, without anything that identifies a visitor. */
export const PolicyReport = z.object({
  id: Id,
  /** Such as 'script-src-elem'. */
  directive: z.string(),
  /** What was blocked: an origin, a path on this site, or a keyword such as 'inline'. */
  blocked: z.string(),
  /** The page's path, truncated after its first segment: '/post/…'. */
  page: z.string(),
  /** The script that caused the violation, and the line in it; null if unknown. */
  source: z.nullable(z.string()),
  line: z.nullable(z.int()),
  /** How often browsers reported it. */
  count: z.int().check(z.gte(1)),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
})
export type PolicyReport = z.infer<typeof PolicyReport>

/** A violation as stored. */
export type Violation = Pick<PolicyReport, 'directive' | 'blocked' | 'page' | 'source' | 'line'>

/** The maximum number of kinds of violations to store. The most frequent ones are kept. */
export const maxPolicyReports = 200
export const policyReportDays = 30

const PolicyReportList = z.object({ reports: z.array(PolicyReport) })

/** Called by browsers. Reports about other sites' documents and reports from browser extensions are ignored. */
export const sendPolicyReports = endpoint('POST /api/policy-reports', {
  summary: 'Report Content Security Policy violations',
  access: 'anyone',
  body: media('application/reports+json'),
  answer: z.null(),
  limits: [perAddress('policy reports', 30, 60)],
})
export const getPolicyReports = endpoint('GET /api/admin/policy-reports', {
  summary: 'List Content Security Policy violations',
  access: 'admin',
  answer: PolicyReportList,
})
export const deletePolicyReports = endpoint('DELETE /api/admin/policy-reports', {
  summary: 'Delete all Content Security Policy reports',
  access: 'admin',
  answer: z.null(),
})
