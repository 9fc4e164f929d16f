import { useState } from 'react'
import * as z from 'zod/mini'
import { isRefusal } from '#web/api.ts'
import { call } from '#web/call.ts'
import { type Faults, faultsIn } from '#web/use-form.ts'
import type { PageDraft } from './page-draft.hooks.ts'
import { createPage, PageInput, SitePage, updatePage } from './site-pages.contract.ts'
import { useRefetchPages } from './site-pages.hooks.ts'

/** The outcome of saving. */
export type SaveOutcome =
  | { is: 'saved'; page: SitePage }
  | { is: 'faulty'; faults: Faults }
  /** Someone else changed the page. `present`: the current version. */
  | { is: 'conflicting'; present: SitePage }
  | { is: 'deleted' }
  | { is: 'failed'; reason: unknown }

const Conflict = z.object({ page: SitePage })
const Invalid = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })

/** Saves a page. If a response was lost, a retry does not add a second page. */
export function useSavePage() {
  const [isPending, setPending] = useState(false)
  const refetch = useRefetchPages()

  async function save(id: number | null, { updatedAt, ...fields }: PageDraft, isPublished: boolean) {
    const input = PageInput.safeParse({ ...fields, isPublished })
    if (!input.success) return { is: 'faulty', faults: faultsIn(input.error.issues) } satisfies SaveOutcome
    setPending(true)
    try {
      const page =
        id === null || updatedAt === null
          ? await call(createPage, { body: input.data })
          : await call(updatePage, { params: { id }, body: { ...input.data, updatedAt } })
      void refetch()
      return { is: 'saved', page } satisfies SaveOutcome
    } catch (reason) {
      return outcomeOf(reason)
    } finally {
      setPending(false)
    }
  }
  return { save, isPending }
}

function outcomeOf(reason: unknown): SaveOutcome {
  if (isRefusal(reason, 404)) return { is: 'deleted' }
  const body = isRefusal(reason, 409) || isRefusal(reason, 400) ? parsed(reason.body) : null
  const conflict = Conflict.safeParse(body)
  if (conflict.success) return { is: 'conflicting', present: conflict.data.page }
  const invalid = Invalid.safeParse(body)
  if (!invalid.success) return { is: 'failed', reason }
  return { is: 'faulty', faults: faultsIn(invalid.data.issues.map(({ path, message }) => ({ path: [path], message }))) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
