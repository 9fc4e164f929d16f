import { useEffect, useRef } from 'react'

/** The delay between saving and leaving the form. Source: docs/product.md, Limits. */
const leaveMs = 800

/** Returns a function to call after saving. It calls `leave` a moment later, unless the form has been closed by then. */
export function useLeavingAfterSave(leave: (() => void) | undefined): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    if (leave) timer.current = setTimeout(leave, leaveMs)
  }
}
