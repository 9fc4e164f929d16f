import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { readStoredJson } from '#web/storage.ts'
import { useStoring } from '#web/use-stored-text.ts'
import { slugFrom } from './page-slugs.contract.ts'
import type { SitePage } from './site-pages.contract.ts'

/** A page in the editor. `updatedAt`: the version that the edit is based on; null for a new page. */
export const PageDraft = z.object({
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  isInNavigation: z.boolean(),
  updatedAt: z.nullable(z.string()),
})
export type PageDraft = z.infer<typeof PageDraft>

const emptyDraft: PageDraft = { title: '', slug: '', content: '', isInNavigation: false, updatedAt: null }

export const draftOf = (page: SitePage | null): PageDraft => (page ? PageDraft.parse(page) : emptyDraft)

const isSameDraft = (one: PageDraft, other: PageDraft): boolean =>
  one.title === other.title &&
  one.slug === other.slug &&
  one.content === other.content &&
  one.isInNavigation === other.isInNavigation

/** The local storage key for the member's unsaved changes. */
export const draftKeyOf = (userId: string, pageId: number | null) => `page-draft:${userId}:${pageId ?? 'new'}`

/** The page in the editor, stored in this browser while it differs from the saved page, and restored after a reload or
 *  a new sign-in. */
export function usePageDraft(key: string, saved: SitePage | null) {
  const start = draftOf(saved)
  const [stored] = useState(() => readStoredJson(key, PageDraft))
  const [draft, setDraft] = useState(stored ?? start)
  const isChanged = !isSameDraft(draft, start)
  const isLost = useStoring(key, isChanged ? JSON.stringify(draft) : null)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isLost.current) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isLost])
  return {
    draft,
    isChanged,
    wasRestored: stored !== null && isChanged,
    change: (part: Partial<PageDraft>) => setDraft((before) => ({ ...before, ...part })),
    /** Changes the title. The address follows it until someone chooses one. */
    changeTitle: (title: string) =>
      setDraft((before) => {
        const follows = saved === null && before.slug === (slugFrom(before.title) ?? '')
        return { ...before, title, ...(follows && { slug: slugFrom(title) ?? '' }) }
      }),
    replace: setDraft,
  }
}
