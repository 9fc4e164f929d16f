import { type RefObject, useEffect, useState } from 'react'

/** Returns a function that focuses the first enabled control with one of the given names after the next render. */
export function useFocusAfterwards(
  form: RefObject<HTMLFormElement | HTMLFieldSetElement | null>,
): (...names: string[]) => void {
  const [wanted, setWanted] = useState<string[]>([])
  useEffect(() => {
    const controls = wanted.map((name) => form.current?.elements.namedItem(name))
    const control = controls.find((one) => one instanceof HTMLElement && !one.matches(':disabled'))
    if (control instanceof HTMLElement) control.focus()
  }, [form, wanted])
  return (...names: string[]) => setWanted(names)
}
