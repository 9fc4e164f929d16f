import { type RefObject, useEffect, useEffectEvent } from 'react'
import { t } from '#messages/messages.ts'
import { hasSingleKeys } from '#web/single-keys.ts'

export const queueShortcuts = [
  [t('Next'), 'J'],
  [t('Previous'), 'K'],
  [t('Select'), 'X'],
  [t('Approve'), 'A'],
  [t('Move to pending'), 'H'],
  [t('Mark as spam'), 'S'],
  [t('Delete'), 'D'],
] as const

const steps: Record<string, number> = { j: 1, k: -1 }

/** Moves focus between the items' checkboxes with J and K. Passes other keys to `onKey` with the index of the
 *  focused item. @param onKey returns whether it handled the key */
export function useQueueKeys(list: RefObject<HTMLElement | null>, onKey: (key: string, index: number) => boolean) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || !hasSingleKeys()) return
    if (!(target instanceof HTMLElement) || isForText(target)) return
    const key = event.key.toLowerCase()
    const entries = [...(list.current?.children ?? [])]
    const index = entries.findIndex((entry) => entry.contains(target))
    const step = steps[key]
    if (step !== undefined) {
      const next = index < 0 ? 0 : Math.min(Math.max(index + step, 0), entries.length - 1)
      entries[next]?.querySelector<HTMLElement>('input[type=checkbox]')?.focus()
    } else if (index < 0 || !onKey(key, index)) return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isForText = (target: HTMLElement) =>
  target.isContentEditable ||
  target.matches('textarea, select, input:not([type=checkbox]), [role=menuitem]') ||
  target.closest('dialog') !== null
