import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// The editor is in a shadow root, so the only page styles that reach it are inherited ones, such as the design tokens.

const theme = EditorView.theme({
  '&': {
    boxSizing: 'border-box',
    height: 'var(--article-height)',
    minHeight: 'var(--article-least)',
    maxHeight: 'var(--article-most)',
    color: 'var(--ink)',
    // iOS zooms into fields with text smaller than 16 px.
    fontSize: 'var(--article-text)',
  },
  '&.cm-focused': { outline: '0' },
  '.cm-scroller': {
    flex: '1',
    fontFamily: 'inherit',
    lineHeight: '1.65',
    overflow: 'auto',
    overscrollBehavior: 'contain',
    scrollbarColor: 'var(--line-strong) transparent',
    scrollbarWidth: 'thin',
  },
  '.cm-content': {
    boxSizing: 'border-box',
    minHeight: '100%',
    padding: 'var(--article-inset) max(var(--article-inset), calc((100% - 42rem) / 2))',
    caretColor: 'var(--accent)',
  },
  '.cm-line': { padding: '0', textAlign: 'start' },
  '.cm-line::selection, .cm-line ::selection': { backgroundColor: 'var(--accent-soft)', color: 'inherit' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
})

const heading = { fontWeight: '700', letterSpacing: '-0.018em' }
const quiet = { color: 'var(--ink-3)', fontWeight: '400' }

const highlighting = HighlightStyle.define([
  { tag: tags.heading, ...heading },
  { tag: tags.heading1, ...heading, fontSize: '1.45em', lineHeight: '1.35' },
  { tag: tags.heading2, ...heading, fontSize: '1.28em', lineHeight: '1.4' },
  { tag: tags.heading3, ...heading, fontSize: '1.12em' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.quote, color: 'var(--ink-2)' },
  { tag: tags.monospace, fontFamily: 'var(--mono)', fontSize: '0.88em', color: 'var(--code-ink)' },
  { tag: [tags.url, tags.labelName, tags.string, tags.comment, tags.escape, tags.character], ...quiet },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta], ...quiet },
])

export const markdownLook = [theme, syntaxHighlighting(highlighting)]
