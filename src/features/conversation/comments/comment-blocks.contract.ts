import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'

const kind = z.enum(['member', 'sender', 'domain'], 'kind must be member, sender or domain')
export type BlockKind = z.infer<typeof kind>

/** Somebody whom a member, or for administrators the whole site, does not want to hear from. `label`: who that is. */
const CommentBlock = z.object({ id: Id, kind, label: z.string(), createdAt: z.iso.datetime() })
export const CommentBlocks = z.object({ blocks: z.array(CommentBlock) })

/** Blocks who wrote the comment: the member, the visitor's network, or the host of the website; or the site that a
 *  webmention comes from. */
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

/** The host of a web address, without the dot that may stand at the end of any; undefined for no address. */
export const hostOf = (address: string): string | undefined => URL.parse(address)?.hostname.replace(/\.$/, '')
