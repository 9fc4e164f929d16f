import type { Category } from '#features/writing/categories/categories.contract.ts'
import { defaultCategoryId } from '#features/writing/categories/categories.contract.ts'
import { DraftInput } from '#features/writing/drafts/drafts.contract.ts'
import type { SourcePost } from './source-site.ts'
import { NewArticle, type NewPost, NewShortPost } from '#features/writing/posts/posts.contract.ts'

/** What a post becomes. `why`: the reason that it is not published or imported; null if it already was a draft. */
export type Plan =
  | { as: 'post'; input: NewPost }
  | { as: 'draft'; input: DraftInput; why: string | null }
  | { as: 'nothing'; why: string }

/** Plans an article if the post has a title, is long enough, and was not a short post here; otherwise a short post, or
 *  a draft if it is not valid as either. */
export function planOf(post: SourcePost, content: string, categoryId: number, nowMs: number): Plan {
  const { title, isDraft, createdAt } = post
  if (content.trim() === '' && (title === '' || !isDraft)) return { as: 'nothing', why: 'it has no text' }
  const whole = { title, content, categoryId }
  const article = NewArticle.safeParse({ ...whole, isLongForm: true })
  const short = NewShortPost.safeParse({ ...whole, isLongForm: false })
  const published = article.success && post.isLongForm !== false ? article : short
  if (isDraft) return draftOf(whole, null)
  if (createdAt && createdAt.getTime() > nowMs) return draftOf(whole, 'it is scheduled for the future')
  if (published.success) return { as: 'post', input: published.data }
  return draftOf(whole, published.error.issues[0]?.message ?? 'it cannot be published')
}

/** Plans a draft. A title that is too long becomes the first heading of the text. */
export function draftOf({ title, content, categoryId }: Whole, why: string | null): Plan {
  const begun = { categoryId, postId: null, baseUpdatedAt: null, updatedAt: null }
  const draft = DraftInput.safeParse(
    title.length > maxTitle
      ? { ...begun, title: '', content: `# ${title}\n\n${content}` }
      : { ...begun, title, content },
  )
  if (draft.success) return { as: 'draft', input: draft.data, why }
  return { as: 'nothing', why: draft.error.issues[0]?.message ?? 'it cannot be saved as a draft' }
}

interface Whole {
  title: string
  content: string
  categoryId: number
}

const maxTitle = 1000

/** Returns the first category of the post that exists here by name, otherwise General Thoughts. */
export function categoryOf(
  { categories }: Pick<SourcePost, 'categories'>,
  known: Category[],
): { id: number; isKnown: boolean } {
  const words = categories.map(plain)
  const found = words.flatMap((word) =>
    known.filter(({ name, displayName }) => [plain(name), plain(displayName)].includes(word)),
  )
  return { id: found[0]?.id ?? defaultCategoryId, isKnown: found.length > 0 || categories.length === 0 }
}

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_')
