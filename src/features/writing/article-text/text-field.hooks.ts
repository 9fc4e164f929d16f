import { flushSync } from 'react-dom'
import type { Selected } from '#features/writing/posts/markdown-snippets.hooks.ts'

/** A field with a long text: a textarea, or the editor that takes its place. */
export interface TextField {
  read: () => Selected
  /** Makes it this text with this selection, in one step that can be undone, and gives it the focus. */
  write: (after: Selected) => void
  /** Puts in what stands for something to come: undo does not know of it. */
  insertPlaceholder: (place: number, mark: string) => void
  /** Puts what has come in the mark's place, or nothing, wherever the caret is. A mark that is gone is not missed. */
  replacePlaceholder: (mark: string, by: string) => void
  /** The place in the text under a point of the window; null beside it. */
  placeAt: (x: number, y: number) => number | null
  focus: () => void
}

/** A change that leads from one text to the other: `insert` in place of what is between `from` and `to`. */
export interface Change {
  from: number
  to: number
  insert: string
}

/** The smallest change between two texts. */
export function changeBetween(before: string, after: string): Change {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let tail = 0
  while (tail < most - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}

/** A textarea whose text is given by React; `onChange` is what its owner listens to. */
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

/** Deprecated by name, but the only way to change a textarea so that it can be undone. @returns whether it did */
function typeUndoably(text: string): boolean {
  if (!('execCommand' in document)) return false
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
}

/** What changes about a field while it is used. */
export interface FieldState {
  isReadOnly: boolean
  /** What is wrong with the text. */
  fault: string | undefined
}

/** The editor that takes the place of the textarea. */
export interface MarkdownEditor extends TextField {
  /** What scrolls. */
  scroller: HTMLElement
  /** Pixels from the top of what scrolls to the top of the line, the first being 0. */
  topOf: (line: number) => number
  /** Makes it this text, which its owner knows; it can be undone. */
  replace: (text: string) => void
  set: (state: FieldState) => void
  close: () => void
}

export interface EditorOptions extends FieldState {
  /** What it fills. */
  host: HTMLElement
  initial: Selected
  onChange: (text: string) => void
  /** Lines have moved. */
  onLayout: () => void
}

export const fieldLabel = 'Content'
export const fieldPlaceholder = 'Write your article in markdown…'
