import { showBusySoon } from '#web/show-busy-soon.ts'

declare global {
  interface Window {
    /** Repeats what the reader did before the page was hydrated. */
    releaseHeldEvents?: () => void
  }
}

/** Holds clicks on buttons, submitted forms, and keyboard shortcuts until the page is hydrated, because only scripts
 *  respond to them. Links and searches work without scripts. Submitting a form with Enter also clicks its button. */
export function holdEvents(): void {
  const held: (() => void)[] = []
  const end = new AbortController()
  let endBusy: (() => void) | undefined
  function hold(event: Event, repeat: () => void): void {
    event.preventDefault()
    event.stopPropagation()
    held.push(repeat)
    endBusy ??= showBusySoon()
  }
  function release(): void {
    end.abort()
    endBusy?.()
    for (const repeat of held.splice(0)) repeat()
  }
  const options = { capture: true, signal: end.signal }
  addEventListener('click', (event) => holdClick(event, hold), options)
  addEventListener('submit', (event) => holdSubmit(event, hold), options)
  addEventListener('keydown', (event) => holdKey(event, hold), options)
  // If a script fails to load, nothing else releases the events.
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && release(), options)
  window.releaseHeldEvents = release
}

type Hold = (event: Event, repeat: () => void) => void

function holdClick(event: MouseEvent, hold: Hold): void {
  const button = event.target instanceof Element && event.target.closest('button')
  if (!button || button.popoverTargetElement || isSearch(button)) return
  hold(event, () => button.click())
}

const isSearch = ({ type, form }: HTMLButtonElement): boolean => type === 'submit' && form?.method === 'get'

/** For forms that are submitted without a button. React hydrates the part of the page that gets a `keyup`, but not for a
 *  `submit`. */
function holdSubmit(event: SubmitEvent, hold: Hold): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || form.method === 'get') return
  hold(event, () => {
    form.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }))
    if (form.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null)
  })
}

/** Holds single keys and Ctrl+K or Cmd+K. Keys with a meaning of their own, such as Tab, have longer names. */
function holdKey(event: KeyboardEvent, hold: Hold): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target } = event
  if (key.length > 1 || key === ' ' || altKey || repeat) return
  const isCommand = ctrlKey || metaKey
  const isWriting = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  if (isCommand ? key.toLowerCase() !== 'k' : isWriting) return
  const init = { key, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }
  hold(event, () => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init)))
}
