import { useCallback, useRef, useState } from 'react'
import type { Writing } from '#features/writing/autosave/article-writing.hooks.ts'
import type { Faults } from '#web/use-form.ts'

/** The errors by field. Focuses the first invalid field; editing a field clears its error. */
export function useArticleErrors() {
  const [faults, setFaults] = useState<Faults>({})
  const title = useRef<HTMLTextAreaElement>(null)
  const category = useRef<HTMLSelectElement>(null)
  const text = useRef<{ focus: () => void }>(null)

  function show(found: Faults) {
    setFaults(found)
    const first = found.title ? title : found.categoryId ? category : found.content ? text : null
    first?.current?.focus()
  }
  const mend = useCallback((part: Partial<Writing>) => {
    const isEdited = (name: string) => name in { ...part, ...part.details }
    setFaults((found) =>
      Object.keys(found).some(isEdited)
        ? Object.fromEntries(Object.entries(found).filter(([name]) => !isEdited(name)))
        : found,
    )
  }, [])
  return { faults, show, mend, title, category, text }
}
