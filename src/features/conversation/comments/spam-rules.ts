import { createHmac } from 'node:crypto'
import type { Context, Member } from '#kernel/http.ts'
import { networkOf } from '#kernel/networks.ts'
import { siteSecret } from '#kernel/site-secrets.store.ts'
import { emailDomainOf } from '#schemas/email-domain.contract.ts'
import { hostOf, mailboxOf } from './comment-blocks.contract.ts'
import { isBlocked } from './comment-blocks.store.ts'
import { type CommentDoubt, maxVisitorLinks, minWritingMs, type SpamFields, trapField } from './comments.contract.ts'

declare module '#kernel/http.ts' {
  interface Context {
    spamRules: SpamRules
  }
}

/** Text that a visitor or a member submits. */
interface Submitted {
  member: Member | null
  ip: string
  /** The member whom the text is for. Their blocks apply in addition to the site's. */
  ownerId: number
  /** The URLs in the text. */
  links: readonly string[]
  /** The author's website, as a URL. */
  website?: string | undefined
  email?: string
  fields: SpamFields
}

interface Verdict {
  /** A keyed hash that identifies the visitor's network without revealing it; null for members. */
  sender: Buffer | null
  isBlocked: boolean
  /** The reasons why the text looks automated. */
  doubts: CommentDoubt[]
}

/** The rules for comments, which also apply to other text that visitors submit. */
export interface SpamRules {
  judge: (ctx: Pick<Context, 'db' | 'sealing'>, submitted: Submitted) => Promise<Verdict>
}

export const spamRules: SpamRules = {
  async judge(ctx, { member, ip, ownerId, links, website = '', email, fields }) {
    const isContactMessage = email !== undefined // moderators do not decide who can write to the owner
    const sender = member ? null : await senderOf(ctx, ip)
    const mailbox = email === undefined ? null : mailboxOf(email)
    const hosts = [...links, website].flatMap((address) => hostOf(address) ?? [])
    const domains = mailbox === null ? hosts : [...hosts, emailDomainOf(mailbox)]
    return {
      sender,
      isBlocked: await isBlocked(
        ctx.db,
        ownerId,
        { memberId: member?.id ?? null, sender, domains, mailbox },
        isContactMessage,
      ),
      doubts: doubtsAbout(fields, links.length, member),
    }
  },
}

/** Members are exempt from the time and link checks. */
function doubtsAbout(fields: SpamFields, links: number, member: Member | null): CommentDoubt[] {
  const { writingMs = minWritingMs } = fields
  return [
    ...(fields[trapField] ? (['hidden-field'] as const) : []),
    ...(!member && links > maxVisitorLinks ? (['links'] as const) : []),
    ...(!member && writingMs < minWritingMs ? (['quick'] as const) : []),
  ]
}

const senderOf = async (ctx: Pick<Context, 'db' | 'sealing'>, ip: string): Promise<Buffer> =>
  createHmac('sha256', await siteSecret(ctx, 'comment-senders'))
    .update(networkOf(ip, 'subnet'))
    .digest()
    .subarray(0, 16)
