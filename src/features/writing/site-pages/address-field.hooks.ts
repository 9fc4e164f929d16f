import { useEffect, useState } from 'react'
import { PageSlug } from './page-slugs.contract.ts'
import { useAddressState } from './site-pages.hooks.ts'

const restMs = 300

/** Checks the address shortly after the last keystroke. Returns what is wrong with it, or what it will change. */
export function useAddressFeedback(slug: string, pageId: number | null): { fault: string | undefined; note: string } {
  const settled = useSettled(slug)
  const state = useAddressState(settled, pageId)
  const invalid = settled.trim() === '' ? undefined : PageSlug.safeParse(settled).error?.issues[0]?.message
  return { fault: invalid ?? state?.problem ?? undefined, note: state?.note ?? '' }
}

/** Returns the value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
