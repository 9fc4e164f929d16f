import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'

const kind = z.enum(['member', 'sender', 'domain'], 'kind must be member, sender, or domain')
export type BlockKind = z.infer<typeof kind>

/** An author blocked by a member, or by an administrator for the whole site. `label`: the name to show. */
const CommentBlock = z.object({ id: Id, kind, label: z.string(), createdAt: z.iso.datetime() })
export const CommentBlocks = z.object({ blocks: z.array(CommentBlock) })

/** Blocks a comment's author by account, network, or website host, or blocks the site that sent a webmention. */
export const NewCommentBlock = z.union([
  z.object({ commentId: Id, kind }),
  z.object({ webmentionId: Id, kind: z.literal('domain', 'Only the domain of a webmention can be blocked') }),
])
export type NewCommentBlock = z.infer<typeof NewCommentBlock>

export const getBlockedAuthors = endpoint('GET /api/admin/blocks', {
  summary: 'List blocked authors',
  access: 'member',
  answer: CommentBlocks,
})
export const blockAuthor = endpoint('POST /api/admin/blocks', {
  summary: 'Block the author of a comment or webmention',
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

/** Returns the host of a URL without its optional trailing dot; undefined if it is not a URL. */
export const hostOf = (address: string): string | undefined => URL.parse(address)?.hostname.replace(/\.$/, '')
