import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { fieldLabel, fieldPlaceholder, type FieldState, type TextField, textareaField } from './text-field.hooks.ts'

interface Props extends FieldState {
  ref: RefObject<TextField | null>
  content: string
  /** The id of the words that say what is wrong. */
  faultId: string
  onChange: (content: string) => void
}

/** The field of the text: a textarea. */
export function ArticleField({ ref, content, fault, faultId, isReadOnly, onChange }: Props) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const tell = useEffectEvent(onChange)
  useLayoutEffect(() => {
    ref.current = textareaField(textarea.current!, (text) => tell(text))
  }, [ref])
  return (
    <div className="article-field">
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
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
