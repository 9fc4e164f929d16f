import { RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view'

const inItsOwnDirection = Decoration.line({ attributes: { dir: 'auto' } })

/** Sets the text direction of each line according to its content. */
export const lineDirections = ViewPlugin.define(
  (view) => ({
    lines: linesOf(view),
    update(update) {
      if (update.docChanged || update.viewportChanged) this.lines = linesOf(update.view)
    },
  }),
  { decorations: (plugin) => plugin.lines },
)

function linesOf(view: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>()
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at)
      lines.add(line.from, line.from, inItsOwnDirection)
      at = line.to + 1
    }
  }
  return lines.finish()
}
