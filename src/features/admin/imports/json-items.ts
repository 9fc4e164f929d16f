import { t } from '#messages/messages.ts'
import type * as z from 'zod/mini'
import type { SourcePost, SourceSite } from './source-site.ts'
import { reasonOf } from './source-files.ts'
import { itemNames } from './item-names.ts'

/** Adds the posts in a list to the site. Rejects items that do not match the schema or cannot be read. @param what the
 *  kind of items, for the report */
export function addItems<Schema extends z.ZodMiniType>(
  site: SourceSite,
  what: keyof typeof itemNames,
  items: unknown[],
  schema: Schema,
  postOf: (item: z.infer<Schema>) => SourcePost,
): void {
  for (const [index, given] of items.entries()) {
    const key = itemNames[what](index + 1)
    const { success, data } = schema.safeParse(given)
    try {
      if (success) site.posts.push(postOf(data))
      else site.refused.push({ key, why: t('it lacks required fields') })
    } catch (reason) {
      site.refused.push({ key, why: reasonOf(reason) })
    }
  }
}
