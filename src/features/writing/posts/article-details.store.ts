import { type Db, one, run, sql } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import { t } from '#messages/messages.ts'
import { setUnlisted } from './hidden-posts.store.ts'
import { isReservedSlug } from './article-details.contract.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import type { Cover } from './posts.contract.ts'
import type { NewPost } from './new-posts.contract.ts'

/** How many numbers to try appending to a taken slug, before falling back to the post's id. */
const maxSuffix = 50

type Details = Pick<NewPost, 'title' | 'isLongForm' | 'slug' | 'canonicalUrl' | 'isUnlisted' | 'language'> & {
  cover: Cover | null
}

/** Saves the details of a post that was just created or changed. An article without a slug gets one derived from its
 *  title. `isExact`: rejects a chosen slug that is taken instead of adding a number to it. `isNew`: the post was just
 *  created without details.
 *  @throws AppError invalid_input if the chosen slug is taken */
export async function saveDetails(
  db: Db,
  id: number,
  input: Details,
  { isExact, isNew }: { isExact: boolean; isNew: boolean },
): Promise<void> {
  const slug = input.isLongForm ? await claimSlug(db, id, input, isExact) : null
  const cover = input.cover && JSON.stringify(input.cover)
  const hasDetails = [slug, input.canonicalUrl, cover, input.language].some((detail) => detail !== null)
  if (!isNew || hasDetails)
    await run(db)`
      update readable_posts set slug = ${slug}::text, canonical_url = ${input.canonicalUrl}::text, cover = ${cover}::jsonb,
        language = ${input.language}::text
      where id = ${id} and (slug, canonical_url, cover, language) is distinct from
        (${slug}::text, ${input.canonicalUrl}::text, ${cover}::jsonb, ${input.language}::text)`
  if (!isNew || input.isUnlisted) await setUnlisted(db, id, input.isUnlisted)
}

async function claimSlug(db: Db, id: number, { slug, title }: Details, isExact: boolean): Promise<string> {
  if (slug !== null && isExact) {
    if (await claim(db, id, slug)) return slug
    const message = t('Another article already uses this address. Choose a different one.')
    throw new AppError('invalid_input', message, { issues: [{ path: 'slug', message }] })
  }
  const own = await one<{ slug: string }>(db)`select slug from readable_posts where id = ${id} and slug is not null`
  return own?.slug ?? registerSlug(db, id, { slug, title })
}

/** Registers a slug for a post that has none and may not exist yet: the chosen one or one derived from the title, with
 *  a number if it is taken. @returns the slug */
export async function registerSlug(
  db: Db,
  id: number,
  { slug, title }: Pick<Details, 'slug' | 'title'>,
): Promise<string> {
  const wanted = (slug ?? slugOf(title ?? '')) || 'post'
  const free = isReservedSlug(wanted) ? null : await claimFree(db, id, wanted)
  if (free !== null) return free
  const withId = `${wanted}-${id}`
  return (await claim(db, id, withId)) ? withId : `post-${id}`
}

/** Registers the slug, or the slug with the first free number after it, for the post.
 *  @returns the slug, or null if there is none or another transaction registered it at the same time */
const claimFree = async (db: Db, id: number, slug: string): Promise<string | null> =>
  (
    await one<{ slug: string }>(db)`
      insert into post_slugs as taken (slug, post_id)
      select slug, ${id}::int from (
        select number, case when number = 1 then ${slug}::text else ${slug} || '-' || number end as slug
        from generate_series(1, ${maxSuffix}::int) number) as numbered
      where not exists (
        select from post_slugs other join all_posts on all_posts.id = other.post_id where other.slug = numbered.slug)
      order by number limit 1
      on conflict (slug) do update set post_id = excluded.post_id where ${isAvailable} returning slug`
  )?.slug ?? null

/** Registers the slug for the post, unless it is or was the slug of another existing post.
 *  @returns whether it was registered */
const claim = async (db: Db, id: number, slug: string): Promise<boolean> =>
  (await run(db)`
    insert into post_slugs as taken (slug, post_id) values (${slug}, ${id})
    on conflict (slug) do update set post_id = excluded.post_id where ${isAvailable}`) > 0

/** Whether a registered slug is the post's own or belongs to a deleted post. A slug that another transaction registered
 *  during this statement is not available: its post exists, but this statement cannot see it. */
const isAvailable = sql`(taken.post_id = excluded.post_id
  or exists (select from post_slugs visible where (visible.slug, visible.post_id) = (taken.slug, taken.post_id))
    and not exists (select from all_posts where id = taken.post_id))`
