import { t } from '#messages/messages.ts'
import { useCategories } from '#features/writing/categories/categories.hooks.ts'
import type { Feed } from '#features/writing/posts/posts.hooks.ts'
import { membersAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useFeedAddress } from './feed.hooks.ts'

interface Props {
  feed: Feed
  /** Number of matching posts on all pages. */
  total: number
}

/** Explains why the list is empty and offers next steps. */
export function FeedEmpty({ feed: { type, categoryId }, total }: Props) {
  const feedAddress = useFeedAddress()
  const hasMembers = useIsOn('members')
  const category = useCategories().find(({ id }) => id === categoryId)
  if (total > 0) {
    return (
      <EmptyState
        actions={<ButtonLink href={feedAddress.href({ type, categoryId })}>{t('Go to the first page')}</ButtonLink>}
      >
        {t('There are no posts on this page.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      actions={
        (type || categoryId !== undefined) && (
          <>
            <ButtonLink href={feedAddress.href()}>{t('View all posts')}</ButtonLink>
            {type === 'following' && hasMembers && (
              <ButtonLink href={membersAddress.href()}>{t('Find members')}</ButtonLink>
            )}
            {categoryId !== undefined && (
              <ButtonLink href={feedAddress.href({ type })}>{t('Clear category filter')}</ButtonLink>
            )}
          </>
        )
      }
    >
      {sentence({ type, categoryId }, category?.displayName)}
    </EmptyState>
  )
}

/** Source: docs/product.md, Home feed. */
function sentence({ type, categoryId }: Pick<Feed, 'type' | 'categoryId'>, category: string | undefined): string {
  if (type === 'following' && categoryId === undefined)
    return t('There are no posts from the members or tags you follow. Follow someone to see their posts here.')
  if (type && categoryId === undefined) return t('There are no popular posts at the moment.')
  if (!type && category !== undefined) return t('No posts found in the "{category}" category.', { category })
  if (!type && categoryId === undefined) return t('No posts have been created yet. Be the first to create a post!')
  return t('No posts match your current filter criteria.')
}
