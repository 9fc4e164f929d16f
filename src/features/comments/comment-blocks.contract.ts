import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'

export const commentBlocksPath = '/api/admin/blocks'
export const commentBlockPath = (id: number | ':id') => `${commentBlocksPath}/${id}` as const

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

/** The host of a web address, without the dot that may stand at the end of any; undefined for no address. */
export const hostOf = (address: string): string | undefined => URL.parse(address)?.hostname.replace(/\.$/, '')
