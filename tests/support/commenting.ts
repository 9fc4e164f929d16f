import assert from 'node:assert/strict'
import { many, one, run } from '#kernel/db.ts'
import { postRoutes } from '#features/writing/posts/posts.routes.ts'
import { cast } from '#tests/support/cast.ts'
import { Comment, CommentList, createComment, getComments } from '#features/conversation/comments/comments.contract.ts'
import { commentRoutes } from '#features/conversation/comments/comments.routes.ts'

export const open = () => cast([...postRoutes, ...commentRoutes])
export type Cast = Awaited<ReturnType<typeof open>>
export type Caller = 'alice' | 'bob' | 'admin' | 'stranger'

export const visitor = { authorName: 'Vera Visitor', authorUrl: 'https://vera.example/', content: 'Well **said**' }
export const commentDefaults = {
  parentId: null,
  memberId: null,
  authorName: 'Vera',
  authorUrl: '',
  contentHtml: '',
  source: null,
  doubts: [],
  sender: null,
}
export const say = async (t: Cast, who: Caller, postId: number, body: object = visitor) => {
  const answer = await t[who]('POST', createComment.href({ id: postId }), body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Comment.parse(answer.body)
}
export const listFor = async (t: Cast, who: Caller, postId: number, query = '') =>
  CommentList.parse((await t[who]('GET', `${getComments.href({ id: postId })}${query}`)).body)
export const textsFor = async (t: Cast, who: Caller, postId: number, query = '') =>
  (await listFor(t, who, postId, query)).comments.map(({ content }) => content)
export const approve = (t: Cast, id: number, by: 'alice' | 'admin' = 'alice') =>
  run(t.db)`update comments set status = 'approved', moderated_by = ${t.members[by].id} where id = ${id}`
export const statusOf = async (t: Cast, id: number) =>
  (await one<{ status: string }>(t.db)`select status from comments where id = ${id}`)?.status
/** Posts with an incorrect stored count. */
export const wrongCounts = ({ db }: Cast) => many(db)`
  select post_id from comment_counts where comment_count <>
    (select count(*) from comments where post_id = comment_counts.post_id and status = 'approved')`
