import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'

const blockKinds = ['member', 'sender', 'domain', 'email'] as const
export type BlockKind = (typeof blockKinds)[number]

/** An author blocked by a member, or by an administrator for the whole site. `label`: the name to show. */
const CommentBlock = z.object({ id: Id, kind: z.enum(blockKinds), label: z.string(), createdAt: z.iso.datetime() })
export const CommentBlocks = z.object({ blocks: z.array(CommentBlock) })

/** Blocks a comment's author by account, network, or website host, the site that sent a webmention, or the sender of a
 *  contact message by email address or its domain. */
export const NewCommentBlock = z.union([
  z.object({
    commentId: Id,
    kind: z.enum(['member', 'sender', 'domain'], 'kind must be member, sender, or domain'),
  }),
  z.object({
    webmentionId: Id,
    kind: z.literal('domain', { error: () => t('Only the domain of a webmention can be blocked') }),
  }),
  z.object({ messageId: Id, kind: z.enum(['email', 'domain'], 'kind must be email or domain') }),
])
export type NewCommentBlock = z.infer<typeof NewCommentBlock>

export const getBlockedAuthors = endpoint('GET /api/admin/blocks', {
  summary: 'List blocked authors',
  access: 'member',
  answer: CommentBlocks,
})
export const blockAuthor = endpoint('POST /api/admin/blocks', {
  summary: 'Block the author of a comment, webmention, or contact message',
  access: 'member',
  body: NewCommentBlock,
  answer: z.omit(CommentBlock, { createdAt: true }),
  creates: true,
})
export const unblockAuthor = endpoint('DELETE /api/admin/blocks/:id', {
  summary: 'Unblock an author',
  access: 'member',
  params: { id: IdText },
  answer: z.null(),
})

/** Returns the part of an email address that identifies a mailbox: in lowercase and without a tag after `+`. */
export function mailboxOf(email: string): string {
  const [tag, at] = [email.indexOf('+', 1), email.lastIndexOf('@')]
  return (tag > 0 && tag < at ? email.slice(0, tag) + email.slice(at) : email).toLowerCase()
}

/** Returns the host of a URL without its optional trailing dot; undefined if it is not a URL. */
export const hostOf = (address: string): string | undefined => URL.parse(address)?.hostname.replace(/\.$/, '')
