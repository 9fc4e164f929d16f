import './tags-field.css'
import { type ClipboardEvent, type KeyboardEvent, memo, useId, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { maxTags, tagNamesOf } from '#schemas/tag-names.contract.ts'
import { Chip } from '#ui/chip.tsx'
import { Icon } from '#ui/icon.tsx'
import { useTagSuggestions } from './tags.hooks.ts'

interface Props {
  tags: string[]
  error?: string | undefined
  isReadOnly?: boolean
  onChange: (tags: string[]) => void
}

/** The field for an article's tags. Pressing Enter or comma, choosing a suggestion, or leaving the field adds the typed
 *  tag; Backspace in the empty field or × removes one. Additions and removals are announced to screen readers. Memoized,
 *  because it stays the same while the author types. */
export const TagsField = memo(function TagsField({ tags, error, isReadOnly = false, onChange }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [announcement, announce] = useState('')
  const suggestions = useTagSuggestions(text).filter((name) => !tags.includes(name))
  const isFull = tags.length >= maxTags

  function add(typed: string) {
    setText('')
    const added = tagNamesOf(typed.split(',')).filter((name) => !tags.includes(name))
    if (added.length === 0) return
    const next = [...tags, ...added].slice(0, maxTags)
    onChange(next)
    announce(t('{tags} added', { tags: next.slice(tags.length).join(', ') }))
  }

  function remove(name: string) {
    onChange(tags.filter((one) => one !== name))
    announce(t('{name} removed', { name }))
    field.current?.focus()
  }

  function type(typed: string) {
    // Choosing a suggestion inserts its whole text in a single input event.
    const isChosen = typed.length > text.length + 1 && suggestions.includes(typed)
    if (typed.includes(',') || isChosen) add(typed)
    else setText(typed)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && text === '' && tags.length > 0) remove(tags.at(-1)!)
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add(text)
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!/[,\n]/.test(pasted)) return
    event.preventDefault()
    add(text + pasted.replaceAll('\n', ','))
  }

  return (
    <div className="field tags-field">
      <label className="field-label" htmlFor={id}>
        {t('Tags')}
      </label>
      <div className="tags-field-box">
        {tags.map((name) => (
          <Chip
            key={name}
            removeLabel={t('Remove {name}', { name })}
            {...(!isReadOnly && { onRemove: () => remove(name) })}
          >
            <span dir="auto">#{name}</span>
          </Chip>
        ))}
        <input
          ref={field}
          id={id}
          list={`${id}-suggestions`}
          value={text}
          maxLength={200}
          placeholder={tags.length === 0 ? 'typescript, databases' : ''}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="enter"
          dir="auto"
          readOnly={isReadOnly || isFull}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => type(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => add(text)}
        />
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      </div>
      {error ? (
        <p className="field-error" id={`${id}-hint`} role="alert">
          <Icon name="circle-alert" />
          {error}
        </p>
      ) : (
        <p className="field-hint" id={`${id}-hint`}>
          {isFull ? t('An article can have up to {maxTags} tags.', { maxTags }) : t('Hashtags in the text count, too.')}
        </p>
      )}
      <output className="visually-hidden">{announcement}</output>
    </div>
  )
})
