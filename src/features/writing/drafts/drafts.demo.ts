import { daysBefore, type Demo, type DemoPart } from '#kernel/demo.ts'
import { noDetails } from '#features/writing/posts/article-details.contract.ts'
import type { DraftInput } from './drafts.contract.ts'
import { backdateDraft, saveDraft } from './drafts.store.ts'

/** Creates the owner's drafts: an article, an untitled note, and a change to a published article. */
export const draftsDemo: DemoPart = async (demo) => {
  const [owner] = demo.members
  if (!owner) throw new Error('The demo has no members')
  const inputs = [thought, article, changeTo(lastArticleOf(demo, owner.id))]
  for (const [index, input] of inputs.entries()) {
    const key = Array.from({ length: 32 }, () => Math.floor(demo.chance() * 16).toString(16)).join('')
    await saveDraft(demo.ctx.db, owner.id, key, { ...begun, ...input })
    await backdateDraft(demo.ctx.db, owner.id, key, daysBefore(demo, daysAgo[index]!))
  }
}

const daysAgo = [11, 2.2, 0.13]
const begun: DraftInput = {
  title: '',
  content: '',
  categoryId: null,
  details: noDetails,
  postId: null,
  baseUpdatedAt: null,
  updatedAt: null,
}

const thought: Partial<DraftInput> = {
  content:
    'A queue is a promise with a waiting room. Look for the places where we made the promise and forgot the room.',
}

const article: Partial<DraftInput> = {
  title: 'What a slow query log taught us about our own product',
  categoryId: 1,
  content: `Every Monday we read the ten slowest queries of the week aloud. Not to shame anyone, but to find out what people do with what we built.

## The query that was a feature request

Number three on the list, for a month, was a search for everything a customer had *ever* ordered, sorted by date, exported by hand. No one had asked us for an export. They had just found a way.

## What we changed

- an index, which took a minute
- the export, which took a week and ended the query
`,
}

function lastArticleOf({ posts }: Demo, memberId: number): Demo['posts'][number] {
  const post = posts.findLast((post) => post.memberId === memberId && post.isLongForm)
  if (!post) throw new Error('The demo’s owner has no article')
  return post
}

const changeTo = ({ id, title, content, categoryId, createdAt }: Demo['posts'][number]): Partial<DraftInput> => ({
  title: title ?? '',
  content: `${content}\n\n## A month later\n\nIt still does not hurt.`,
  categoryId,
  postId: id,
  baseUpdatedAt: createdAt.toISOString(),
})
