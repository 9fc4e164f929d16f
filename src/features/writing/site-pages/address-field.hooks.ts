import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { PageSlug } from './page-slugs.contract.ts'
import { useAddressState } from './site-pages.hooks.ts'

/** Checks the address shortly after the last keystroke. Returns what is wrong with it, or what it will change. */
export function useAddressFeedback(slug: string, pageId: number | null): { fault: string | undefined; note: string } {
  const settled = useDebouncedValue(slug)
  const state = useAddressState(settled, pageId)
  const invalid = settled.trim() === '' ? undefined : PageSlug.safeParse(settled).error?.issues[0]?.message
  return { fault: invalid ?? state?.problem ?? undefined, note: state?.note ?? '' }
}
