import { EditorView } from '@codemirror/view'

/** Writes in place of a selection of several lines. The browser would join the lines with style attributes, which the
 *  page's policy forbids. */
export const typingOverLines = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    const { from, to } = state.selection.main
    const text = textOf(event)
    if (text === null || state.doc.lineAt(from).to >= to) return false
    if (!state.readOnly)
      view.dispatch(state.update(state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' }))
    return true
  },
})

function textOf({ inputType, data }: InputEvent): string | null {
  if (inputType.startsWith('delete')) return ''
  return inputType === 'insertText' ? data : null
}
