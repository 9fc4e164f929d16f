import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { auditActors } from '#kernel/audit-actors.contract.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { PageQuery } from '#schemas/paging.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'

const Detail = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const AuditEntry = z.object({
  id: Id,
  /** Such as 'member.suspended'. */
  action: z.string(),
  /** A sentence without a subject: 'Suspended a member'. */
  text: z.string(),
  /** Who acted: a member, someone not signed in, the operator on the command line, or the site itself. */
  actorKind: z.enum(auditActors),
  /** Null if it was not a member, or if their account has been deleted. */
  actor: z.nullable(PublicAuthor),
  /** The affected member. */
  subject: z.nullable(PublicAuthor),
  /** What was changed: '/post/7', 'comment 12'. */
  target: z.nullable(z.string()),
  details: z.record(z.string(), Detail),
  /** The request's id, which is also in the log. */
  requestId: z.nullable(z.string()),
  recordedAt: z.iso.datetime(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. There is no total: counting the entries takes longer the more there are. */
export const AuditLog = z.object({
  entries: z.array(AuditEntry),
  /** The value of `before` for the next page; null on the last page. */
  next: z.nullable(Id),
  /** How long entries are kept. */
  days: z.int(),
})
export type AuditLog = z.infer<typeof AuditLog>

const actionPattern = /^[a-z_]{1,30}\.[a-z_]{1,30}$/
const Day = z.optional(z.iso.date({ error: () => t('Enter a date such as 2026-11-24') }))

/** The parts of the log that can be selected. `member`: a current or former username of the member who acted or was
 *  affected. `from` and `to`: days in UTC, inclusive. */
const auditFilters = {
  action: z.optional(z.string().check(z.regex(actionPattern, 'action must be such as member.suspended'))),
  who: z.optional(z.enum(auditActors)),
  member: z.optional(z.string().check(z.maxLength(40, 'member must be at most 40 characters'))),
  from: Day,
  to: Day,
}
const AuditFilter = z.object(auditFilters)
export type AuditFilter = z.infer<typeof AuditFilter>

/** `before`: lists entries with lower ids. */
const AuditQuery = z.extend(AuditFilter, { before: z.optional(IdText), limit: PageQuery.shape.limit })
export type AuditQuery = z.infer<typeof AuditQuery>

export const exportFormats = ['csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const getAuditLog = endpoint('GET /api/admin/audit', {
  summary: 'List the entries in the audit log',
  access: 'admin',
  query: AuditQuery,
  answer: AuditLog,
})
/** Streams all selected entries, newest first. */
export const exportAuditLog = endpoint('GET /api/admin/audit/export', {
  summary: 'Download the audit log as CSV or JSON',
  access: 'admin',
  query: z.extend(AuditFilter, { format: z._default(z.enum(exportFormats), 'csv') }),
  answer: media('text/csv'),
  alternatives: [media('application/json')],
  limits: [perMember('audit log exports', 20, 600)],
})
