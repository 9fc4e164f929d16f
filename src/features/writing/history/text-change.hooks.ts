import { useEffect, useState } from 'react'
import type { TextChange } from './history.contract.ts'

const restMs = 250

interface Compared {
  before: string
  after: string
  change: TextChange | null
}

/** Compares two strings once `after` has stopped changing. Returns null if they are equal, and undefined until the
 *  lazily loaded comparison code has run. */
export function useTextChange(before: string, after: string): TextChange | null | undefined {
  const [compared, setCompared] = useState<Compared>()
  const isCompared = compared?.before === before && compared.after === after
  const isFirst = compared === undefined
  useEffect(() => {
    if (isCompared) return undefined
    let isWanted = true
    const compare = async () => {
      const { textChange } = await import('./text-change.contract.ts')
      if (isWanted) setCompared({ before, after, change: textChange(before, after) })
    }
    const timer = setTimeout(() => void compare(), isFirst ? 0 : restMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [before, after, isCompared, isFirst])
  return compared?.change
}
