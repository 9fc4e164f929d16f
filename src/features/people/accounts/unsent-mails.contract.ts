import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { Role } from '#schemas/roles.contract.ts'

/** `open` means password reset requests that no administrator has handled yet. */
export const UnsentMailStatus = z.enum(['open', 'all'], { error: () => t('The status must be open or all') })
export type UnsentMailStatus = z.infer<typeof UnsentMailStatus>
const UnsentMailQuery = z.extend(PageQuery, { status: z._default(UnsentMailStatus, 'open') })
export type UnsentMailQuery = z.infer<typeof UnsentMailQuery>

export const UnsentMail = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  /** The body without the link. */
  body: z.string(),
  hadLink: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Whether it is a password reset request from `member`. */
  isReset: z.boolean(),
  member: z.nullable(z.object({ username: z.string(), role: Role })),
  /** When a link was created for it, and by whom. */
  handledAt: z.nullable(z.iso.datetime()),
  handledBy: z.nullable(z.string()),
})
export type UnsentMail = z.infer<typeof UnsentMail>

/** Newest first. */
const UnsentMailList = z.object({
  mails: z.array(UnsentMail),
  openRequests: z.int().check(z.gte(0)),
  ...pageFields,
})
export type UnsentMailList = z.infer<typeof UnsentMailList>

export const getUnsentMails = endpoint('GET /api/admin/mails', {
  summary: 'List emails that were not sent because the site has no mail server',
  access: 'admin',
  query: UnsentMailQuery,
  answer: UnsentMailList,
})
