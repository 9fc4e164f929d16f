/** Copies text to the clipboard. Pages served over plain HTTP have no `navigator.clipboard`, so there it falls back to
 *  the legacy copy command, which copies a selection. @returns whether it was copied */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return copySelection(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'visually-hidden'
  field.readOnly = true // keeps the on-screen keyboard closed
  field.value = text
  // Nothing outside an open modal dialog can be selected.
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  parent.append(field)
  field.focus({ preventScroll: true })
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
