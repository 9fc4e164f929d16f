import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { useCategories } from '#features/writing/categories/categories.hooks.ts'
import type { Feed } from '#features/writing/posts/posts.hooks.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Select } from '#ui/field.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { focusContent } from '#web/focus-content.ts'
import { useFeedAddress } from './feed.hooks.ts'

/** The feed's filters: links and a form, which work without JavaScript. A change returns to page 1. */
export function FeedFilters({ feed: { type, categoryId } }: { feed: Feed }) {
  const feedAddress = useFeedAddress()
  return (
    <div className="feed-filters">
      <LinkTabs
        label={t('Filter posts')}
        tabs={[
          { label: t('All Posts'), href: feedAddress.href({ categoryId }), isCurrent: !type },
          {
            label: t('Popular'),
            href: feedAddress.href({ type: 'popular', categoryId }),
            isCurrent: type === 'popular',
          },
          {
            label: t('Following'),
            href: feedAddress.href({ type: 'following', categoryId }),
            isCurrent: type === 'following',
            className: 'for-members',
          },
        ]}
      />
      <CategoryForm type={type} categoryId={categoryId} />
      <ActiveFilters type={type} categoryId={categoryId} />
    </div>
  )
}

type Filters = Pick<Feed, 'type' | 'categoryId'>

function CategoryForm({ type, categoryId }: Filters) {
  const categories = useCategories()
  const feedAddress = useFeedAddress()
  const [, navigate] = useLocation()
  const select = useRef<HTMLSelectElement>(null)
  const choose = (value: string) =>
    navigate(feedAddress.href({ type, categoryId: value === '' ? undefined : Number(value) }))
  const shown = categories.some(({ id }) => id === categoryId) ? String(categoryId) : ''

  // Applies a filter chosen before hydration.
  const catchUp = useEffectEvent(() => {
    const chosen = select.current!.value
    if (chosen !== shown) choose(chosen)
  })
  useEffect(() => catchUp(), [])

  return (
    <form action={feedAddress.path} method="get" className="push row">
      {type && <input type="hidden" name="type" value={type} />}
      <Select
        name="categoryId"
        label={t('Category')}
        hideLabel
        ref={select}
        autoComplete="off"
        value={shown}
        onChange={({ target: { value } }) => choose(value)}
      >
        <option value="">{t('All Categories')}</option>
        {categories.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit" size="s">
          {t('Show')}
        </Button>
      </noscript>
    </form>
  )
}

const typeNames = { popular: t('Popular'), following: t('Following') }

/** The active filters as removable chips. */
function ActiveFilters({ type, categoryId }: Filters) {
  const feedAddress = useFeedAddress()
  const category = useCategories().find(({ id }) => id === categoryId)
  useFocusAfterRemoval(Number(type !== undefined) + Number(categoryId !== undefined))
  if (!type && categoryId === undefined) return null
  return (
    <ul className="feed-filters-chips row" aria-label={t('Active filters')}>
      {type && (
        <li>
          <Chip
            removeHref={feedAddress.href({ categoryId })}
            removeLabel={t('Remove filter: {filter}', { filter: typeNames[type] })}
          >
            {typeNames[type]}
          </Chip>
        </li>
      )}
      {categoryId !== undefined && (
        <li>
          <Chip removeHref={feedAddress.href({ type })} removeLabel={t('Clear category filter')}>
            {category?.displayName ?? t('Category {categoryId}', { categoryId })}
          </Chip>
        </li>
      )}
    </ul>
  )
}

/** Moves focus to the page after the focused chip is removed. */
function useFocusAfterRemoval(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) focusContent()
    before.current = count
  }, [count])
}
