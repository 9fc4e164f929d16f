import { useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import {
  type Command,
  toggleBold,
  toggleCode,
  toggleHeading,
  toggleItalic,
  toggleLink,
  toggleList,
  toggleQuote,
} from './markdown-commands.hooks.ts'
import { neverChanges } from '#web/never-changes.ts'

interface Keyed {
  label: string
  key: string
  /** The physical key, by its name on a US keyboard. */
  code: string
  withShift?: boolean
}

/** A shortcut that formats text. */
export interface Mark extends Keyed {
  action: 'mark'
  command: Command
}

interface Order extends Keyed {
  action: 'save' | 'publish'
}

/** A shortcut with Ctrl (Cmd on a Mac). Some also use Shift, to avoid the browser's own shortcuts. */
export type Shortcut = Mark | Order

export const bold: Mark = { action: 'mark', label: t('Bold'), key: 'b', code: 'KeyB', command: toggleBold }
export const italic: Mark = { action: 'mark', label: t('Italic'), key: 'i', code: 'KeyI', command: toggleItalic }
export const heading: Mark = {
  action: 'mark',
  label: t('Heading'),
  key: '2',
  code: 'Digit2',
  withShift: true,
  command: toggleHeading,
}
export const link: Mark = { action: 'mark', label: t('Link'), key: 'k', code: 'KeyK', command: toggleLink }
export const quote: Mark = {
  action: 'mark',
  label: t('Quote (context: formatting)'),
  key: '.',
  code: 'Period',
  withShift: true,
  command: toggleQuote,
}
export const list: Mark = {
  action: 'mark',
  label: t('List'),
  key: '8',
  code: 'Digit8',
  withShift: true,
  command: toggleList,
}
const code: Mark = { action: 'mark', label: t('Code'), key: 'e', code: 'KeyE', command: toggleCode }
const save: Order = { action: 'save', label: t('Save the draft'), key: 's', code: 'KeyS' }
const publish: Order = { action: 'publish', label: t('Publish'), key: 'Enter', code: 'Enter' }

export const shortcuts: readonly Shortcut[] = [bold, italic, heading, link, quote, list, code, save, publish]

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Returns the shortcut for the pressed keys, or null. Latin letters are matched by character; letters of other
 *  scripts, digits, and symbols by physical key. */
export function shortcutOf(event: Keys, isMac: boolean): Shortcut | null {
  const [isMod, isOther] = isMac ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey]
  if (!isMod || isOther || event.altKey) return null
  const written = event.key.toLowerCase()
  const isLatin = /^[a-z]$/.test(written)
  const asked = shortcuts.find(
    ({ key, code, withShift = false }) =>
      event.shiftKey === withShift && (isLatin ? written === key : event.code === code || event.key === key),
  )
  return asked ?? null
}

/** Formats the keys: `Ctrl+B`, `⌘B`. */
export function keysOf({ key, withShift }: Shortcut, isMac: boolean): string {
  const name = key.length === 1 ? key.toUpperCase() : key
  return isMac ? `${withShift ? '⇧' : ''}⌘${name}` : `Ctrl+${withShift ? 'Shift+' : ''}${name}`
}

/** Returns the label and keys of every shortcut in the editor. */
export const shownShortcuts = (isMac: boolean) => [
  ...shortcuts.map((shortcut) => [shortcut.label, keysOf(shortcut, isMac)] as const),
  [t('Indent, outdent'), isMac ? '⌘] ⌘[' : 'Ctrl+] Ctrl+['] as const,
  [t('Leave the text'), 'Tab'] as const,
]

/** Returns whether this is a Mac, an iPhone, or an iPad, which use Cmd instead of Ctrl. */
export const useIsMac = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => /Mac|iP(hone|ad|od)/.test(navigator.platform),
    () => false,
  )
