import { EditorView } from '@codemirror/view'

/** Replaces the selection with typed text. Chromium itself would preserve the selection's appearance with style
 *  attributes, which the content security policy forbids. */
export const typingOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    const text = textOf(event)
    if (text === null || state.selection.main.empty) return false
    if (!state.readOnly)
      view.dispatch(state.update(state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input' }))
    return true
  },
})

function textOf({ inputType, data, isComposing }: InputEvent): string | null {
  if (isComposing) return null
  if (inputType.startsWith('delete')) return ''
  return inputType === 'insertText' ? data : null
}
