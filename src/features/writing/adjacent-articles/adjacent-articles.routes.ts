import { t } from '#messages/messages.ts'
import { AppError, found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getAdjacentArticles } from './adjacent-articles.contract.ts'
import { findAdjacentArticles, isPostGone } from './adjacent-articles.store.ts'

export const adjacentArticleRoutes = [
  implement(getAdjacentArticles, async ({ params: { id }, ctx }) => {
    const adjacent = await findAdjacentArticles(ctx.db, id)
    if (!adjacent && (await isPostGone(ctx.db, id))) throw new AppError('gone', t('This post has been deleted.'))
    return found(adjacent, 'Post')
  }),
]
