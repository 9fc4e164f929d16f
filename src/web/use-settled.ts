import { useEffect, useState } from 'react'

const debounceMs = 250

/** Returns the value once it has not changed for a moment. */
export function useSettled(value: string): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
