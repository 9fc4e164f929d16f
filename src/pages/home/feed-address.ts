import { useSearch } from 'wouter'
import * as z from 'zod/mini'
import { IdText } from '#features/ids/ids.contract.ts'
import { pageAsked } from '#features/paging/paging.contract.ts'
import type { Feed } from '#features/posts/posts.hooks.ts'
import { useSignedIn } from '#web/use-signed-in.ts'

/** What of the feed the address asks for. What makes no sense counts as not said. */
export const feedOf = ({ page, type, categoryId }: Record<string, string>): Feed => ({
  page: pageAsked(page),
  type: said(z.literal('popular'), type),
  categoryId: said(IdText, categoryId),
})

function said<Schema extends z.ZodMiniType>(schema: Schema, text: string | undefined): z.output<Schema> | undefined {
  const value = schema.safeParse(text)
  return value.success ? value.data : undefined
}

/** As {@link feedOf}, of the page that is shown: whom one follows only the browser of a member knows, and everybody else is
 *  shown all posts. */
export function useFeed(query: Record<string, string>): Feed {
  const isSignedIn = useSignedIn()
  const isFollowing = new URLSearchParams(useSearch()).get('type') === 'following'
  const feed = feedOf(query)
  return isSignedIn && isFollowing ? { ...feed, type: 'following' } : feed
}

/** The feed's address. A change of filter starts at page 1 by leaving `page` out. */
export function feedHref({ page = 1, type, categoryId }: Partial<Feed>): string {
  const query = new URLSearchParams()
  if (page > 1) query.set('page', String(page))
  if (type) query.set('type', type)
  if (categoryId !== undefined) query.set('categoryId', String(categoryId))
  return query.size > 0 ? `/?${query.toString()}` : '/'
}
