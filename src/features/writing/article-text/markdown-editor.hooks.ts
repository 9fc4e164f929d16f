import {
  history,
  historyKeymap,
  indentLess,
  indentMore,
  isolateHistory,
  moveLineDown,
  moveLineUp,
  standardKeymap,
} from '@codemirror/commands'
import { deleteMarkupBackward, insertNewlineContinueMarkupCommand, markdownLanguage } from '@codemirror/lang-markdown'
import { indentUnit } from '@codemirror/language'
import { Annotation, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state'
import { dropCursor, EditorView, keymap, placeholder } from '@codemirror/view'
import { lineDirections } from './line-directions.hooks.ts'
import { markdownLook } from './markdown-theme.hooks.ts'
import {
  changeBetween,
  type EditorOptions,
  fieldLabel,
  fieldPlaceholder,
  type FieldState,
  type MarkdownEditor,
} from './text-field.hooks.ts'
import { typingOver } from './replace-selection.hooks.ts'

/** Opens the editor in a shadow root on its host element. In a shadow root, it adopts style sheets; in the page, it
 *  would add a style element, which the content security policy forbids. */
export function openMarkdownEditor({ host, initial, onChange, onLayout, ...state }: EditorOptions): MarkdownEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const fault = faultIn(root)
  const changing = new Compartment()
  const view = new EditorView({
    root,
    parent: root,
    doc: initial.text,
    selection: { anchor: initial.start, head: initial.end },
    extensions: [
      basics,
      changing.of(stateful(state)),
      EditorView.updateListener.of((update) => {
        const isOurs = update.transactions.some((transaction) => transaction.annotation(known))
        if (update.docChanged && !isOurs) onChange(update.state.doc.toString())
        if (update.geometryChanged) onLayout()
      }),
    ],
  })
  fault.textContent = state.fault ?? ''
  return {
    ...asField(view),
    scroller: view.scrollDOM,
    topOf(line) {
      const { doc } = view.state
      return view.lineBlockAt(doc.line(Math.min(line + 1, doc.lines)).from).top + view.documentPadding.top
    },
    replace(text) {
      const changes = changeBetween(view.state.doc.toString(), text)
      view.dispatch({ changes, annotations: [known.of(true), aStepOfItsOwn] })
    },
    set(state) {
      fault.textContent = state.fault ?? ''
      view.dispatch({ effects: changing.reconfigure(stateful(state)) })
    },
    close() {
      view.destroy()
      fault.remove()
    },
  }
}

function asField(view: EditorView) {
  const read = () => {
    const { from, to } = view.state.selection.main
    return { text: view.state.doc.toString(), start: from, end: to }
  }
  return {
    read,
    write({ text, start, end }: ReturnType<typeof read>) {
      const changes = changeBetween(read().text, text)
      const selection = { anchor: start, head: end }
      view.dispatch({ changes, selection, scrollIntoView: true, annotations: aStepOfItsOwn })
      view.focus()
    },
    insertPlaceholder(place: number, mark: string) {
      const { main } = view.state.selection
      view.dispatch({
        changes: { from: place, insert: mark },
        ...(main.empty && main.head === place && { selection: { anchor: place + mark.length } }),
        annotations: unknownToUndo,
      })
    },
    replacePlaceholder(mark: string, by: string) {
      const from = read().text.indexOf(mark)
      if (from < 0) return
      view.dispatch({ changes: { from, to: from + mark.length }, annotations: unknownToUndo })
      if (by !== '') view.dispatch({ changes: { from, insert: by }, annotations: aStepOfItsOwn })
    },
    placeAt: (x: number, y: number) => view.posAtCoords({ x, y }),
    focus: () => view.focus(),
  }
}

/** Marks a change that the owner already knows about. */
const known = Annotation.define<boolean>()
const unknownToUndo = Transaction.addToHistory.of(false)
const aStepOfItsOwn = isolateHistory.of('full')

const faultId = 'fault'

/** Creates a copy of the error inside the shadow root, because elements outside it cannot describe the field. */
function faultIn(root: ShadowRoot): HTMLElement {
  const words = document.createElement('p')
  words.id = faultId
  words.hidden = true
  root.append(words)
  return words
}

const stateful = ({ isReadOnly, fault }: FieldState): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of({
    'aria-readonly': String(isReadOnly),
    'aria-invalid': String(fault !== undefined),
    ...(fault !== undefined && { 'aria-describedby': faultId }),
  }),
]

/** Returns the height covered by bars, in pixels: the editor's own bar and, on phones, the site's top bar and the
 *  toolbar. */
const coveredByBars = () =>
  matchMedia('(max-width: 47.99rem)').matches ? { top: 176, bottom: 96 } : { top: 80, bottom: 48 }

// Tab is not bound, so that it moves focus to the next control.
const basics: Extension = [
  history(),
  dropCursor(),
  markdownLanguage,
  indentUnit.of('    '), // enough to nest items in numbered lists, too
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorView.scrollMargins.of(coveredByBars),
  EditorView.contentAttributes.of({
    'aria-label': fieldLabel,
    tabindex: '0',
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  }),
  placeholder(fieldPlaceholder),
  lineDirections,
  typingOver,
  markdownLook,
  keymap.of([
    { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
    { key: 'Backspace', run: deleteMarkupBackward },
    { key: 'Mod-]', run: indentMore },
    { key: 'Mod-[', run: indentLess },
    { key: 'Alt-ArrowUp', run: moveLineUp },
    { key: 'Alt-ArrowDown', run: moveLineDown },
    ...historyKeymap,
    ...standardKeymap,
  ]),
]
