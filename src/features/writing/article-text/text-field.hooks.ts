import { flushSync } from 'react-dom'
import type { Selected } from '#features/writing/posts/markdown-snippets.hooks.ts'
import { t } from '#messages/messages.ts'

/** A field for long text: a textarea, or the editor that replaces it. */
export interface TextField {
  read: () => Selected
  /** Replaces the text and the selection in one undoable step, and focuses the field. */
  write: (after: Selected) => void
  /** Inserts a placeholder, without an undo step. */
  insertPlaceholder: (place: number, mark: string) => void
  /** Replaces the placeholder, wherever the caret is. Does nothing if the placeholder was deleted. */
  replacePlaceholder: (mark: string, by: string) => void
  /** Returns the text position at a point in the window, or null if the point is outside the text. */
  placeAt: (x: number, y: number) => number | null
  focus: () => void
}

/** A change that replaces the text between `from` and `to` with `insert`. */
export interface Change {
  from: number
  to: number
  insert: string
}

/** Returns the smallest change between two texts. */
export function changeBetween(before: string, after: string): Change {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let tail = 0
  while (tail < most - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}

/** Wraps a textarea that React controls. `onChange` notifies its owner. */
export function textareaField(textarea: HTMLTextAreaElement, onChange: (text: string) => void): TextField {
  const put = (text: string, start: number, end: number) => {
    flushSync(() => onChange(text))
    textarea.setSelectionRange(start, end)
  }
  return {
    read: () => ({ text: textarea.value, start: textarea.selectionStart, end: textarea.selectionEnd }),
    write({ text, start, end }) {
      textarea.focus()
      const { from, to, insert } = changeBetween(textarea.value, text)
      textarea.setSelectionRange(from, to)
      if (textarea.value === text || typeUndoably(insert)) textarea.setSelectionRange(start, end)
      else put(text, start, end)
    },
    insertPlaceholder(place, mark) {
      const { value, selectionStart, selectionEnd } = textarea
      const moved = (at: number) => (at < place ? at : at + mark.length)
      put(value.slice(0, place) + mark + value.slice(place), moved(selectionStart), moved(selectionEnd))
    },
    replacePlaceholder(mark, by) {
      const { value, selectionStart, selectionEnd } = textarea
      const from = value.indexOf(mark)
      if (from < 0) return
      const moved = (at: number) => (at <= from ? at : Math.max(from, at + by.length - mark.length))
      put(
        value.replace(mark, () => by),
        moved(selectionStart),
        moved(selectionEnd),
      )
    },
    placeAt(x, y) {
      const place = document.caretPositionFromPoint?.(x, y)
      return place?.offsetNode === textarea ? place.offset : null
    },
    focus: () => textarea.focus(),
  }
}

/** Inserts text with `execCommand`, which is deprecated but the only way to allow undo. @returns whether it worked */
function typeUndoably(text: string): boolean {
  if (!('execCommand' in document)) return false
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
}

/** The field properties that can change. */
export interface FieldState {
  isReadOnly: boolean
  /** The error message for the text. */
  fault: string | undefined
}

/** The editor that replaces the textarea. */
export interface MarkdownEditor extends TextField {
  /** The element that scrolls. */
  scroller: HTMLElement
  /** Returns the distance in pixels from the top of the content to the top of the line. Lines are numbered from 0. */
  topOf: (line: number) => number
  /** Replaces the text without notifying the owner. Can be undone. */
  replace: (text: string) => void
  set: (state: FieldState) => void
  close: () => void
}

export interface EditorOptions extends FieldState {
  /** The element that the editor fills. */
  host: HTMLElement
  initial: Selected
  onChange: (text: string) => void
  /** Called when the layout changes. */
  onLayout: () => void
}

export const fieldLabel = t('Content (context: of an article)')
export const fieldPlaceholder = t('Write in Markdown…')
