import { useEffect, useState } from 'react'

/** How long the user must pause before the site reacts to what they type. */
export const debounceMs = 250

/** Returns the value after it has not changed for {@link debounceMs}. */
export function useDebouncedValue(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
