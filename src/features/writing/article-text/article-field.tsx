import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  fieldLabel,
  fieldPlaceholder,
  type FieldState,
  type MarkdownEditor,
  type TextField,
  textareaField,
} from './text-field.hooks.ts'

interface Props extends FieldState {
  ref: RefObject<TextField | null>
  content: string
  /** The id of the element that contains the error message. */
  faultId: string
  onChange: (content: string) => void
  onEditor: (editor: MarkdownEditor | null) => void
  /** Called when the editor's layout changes. */
  onLayout: () => void
}

/** The text field: a textarea until the editor loads, or permanently if the editor is unavailable. */
export function ArticleField({ ref, content, fault, faultId, isReadOnly, ...handlers }: Props) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<MarkdownEditor | null>(null)
  const isComposing = useRef(false)
  // Values that the editor has reported but that have not come back as `content` yet.
  const sent = useRef<string[]>([])

  const report = useEffectEvent((text: string) => {
    sent.current.push(text)
    handlers.onChange(text)
  })
  const reportLayout = useEffectEvent(handlers.onLayout)
  const takeOver = useEffectEvent((open: OpenEditor, field: HTMLTextAreaElement, place: HTMLElement) => {
    const initial = textareaField(field, report).read()
    const { scrollTop } = field
    const hadFocus = document.activeElement === field
    sent.current = [initial.text]
    const opened = open({
      host: place,
      initial,
      fault,
      isReadOnly,
      onChange: (text) => report(text),
      onLayout: () => reportLayout(),
    })
    flushSync(() => {
      setEditor(opened)
      handlers.onEditor(opened)
    })
    ref.current = opened
    opened.scroller.scrollTop = scrollTop
    if (hadFocus) opened.focus()
    return opened
  })

  useLayoutEffect(() => {
    ref.current = textareaField(textarea.current!, (text) => report(text))
  }, [ref])
  useEffect(() => {
    let isGone = false
    let opened: MarkdownEditor | undefined
    async function change() {
      const open = await loadEditor()
      if (open && textarea.current && isComposing.current) await endOfWord(textarea.current)
      if (open && !isGone && textarea.current && host.current) opened = takeOver(open, textarea.current, host.current)
    }
    void change()
    return () => {
      isGone = true
      opened?.close()
    }
  }, [])
  useEffect(() => editor?.set({ isReadOnly, fault }), [editor, isReadOnly, fault])
  useLayoutEffect(() => {
    const at = sent.current.lastIndexOf(content)
    if (at < 0) editor?.replace(content)
    sent.current = at < 0 ? [content] : sent.current.slice(at)
  }, [editor, content])

  return (
    <div className="article-field">
      {!editor && (
        <textarea
          ref={textarea}
          className="article-textarea"
          aria-label={fieldLabel}
          aria-describedby={faultId}
          aria-invalid={fault ? true : undefined}
          placeholder={fieldPlaceholder}
          dir="auto"
          spellCheck
          value={content}
          readOnly={isReadOnly}
          onCompositionStart={() => void (isComposing.current = true)}
          onCompositionEnd={() => void (isComposing.current = false)}
          onChange={({ target }) => handlers.onChange(target.value)}
        />
      )}
      <div ref={host} className="article-host" hidden={!editor} />
    </div>
  )
}

type OpenEditor = (typeof import('./markdown-editor.hooks.ts'))['openMarkdownEditor']

/** Loads the editor. Returns null if that fails, or if the browser lacks a feature that it needs. */
async function loadEditor(): Promise<OpenEditor | null> {
  const isAvailable =
    'adoptedStyleSheets' in document && ('caretRangeFromPoint' in document || 'caretPositionFromPoint' in document)
  if (!isAvailable) return null
  try {
    return (await import('./markdown-editor.hooks.ts')).openMarkdownEditor
  } catch {
    return null
  }
}

/** Resolves when the IME composition ends. Replacing the field earlier would lose the word. */
const endOfWord = (field: HTMLTextAreaElement): Promise<void> =>
  new Promise((resolve) => {
    field.addEventListener('compositionend', () => setTimeout(resolve), { once: true })
  })
