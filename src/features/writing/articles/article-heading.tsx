import { type KeyboardEvent, type RefObject, useId } from 'react'
import { t } from '#messages/messages.ts'
import { useCategories } from '#features/writing/categories/categories.hooks.ts'
import { grow } from '#features/writing/posts/composer.hooks.ts'
import { Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'

interface TitleProps {
  ref: RefObject<HTMLTextAreaElement | null>
  title: string
  fault: string | undefined
  isReadOnly: boolean
  onChange: (title: string) => void
  /** Called on Enter. */
  onEnter: () => void
  /** Called on Ctrl or Cmd + S. */
  onSave: () => void
  /** Called on Ctrl or Cmd + Enter. */
  onSubmit: () => void
}

/** The title, which cannot contain line breaks but wraps on narrow screens. */
export function ArticleTitle({ ref, title, fault, isReadOnly, onChange, ...asked }: TitleProps) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const withCtrl = event.ctrlKey || event.metaKey
    const isSave = withCtrl && event.key.toLowerCase() === 's'
    if ((event.key !== 'Enter' && !isSave) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (event.repeat) return
    if (isSave) asked.onSave()
    else if (withCtrl) asked.onSubmit()
    else asked.onEnter()
  }
  return (
    <div className="article-title">
      <textarea
        ref={ref}
        rows={1}
        className="article-title-field"
        aria-label={t('Title')}
        aria-required="true"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        placeholder={t('Title')}
        dir="auto"
        value={title}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(target.value.replaceAll(/[\r\n]+/g, ' '))}
        onFocus={({ currentTarget }) => grow(currentTarget)}
        onInput={({ currentTarget }) => grow(currentTarget)}
        onKeyDown={onKeyDown}
      />
      {fault && (
        <p className="field-error" id={`${id}-fault`} role="alert">
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
    </div>
  )
}

interface CategoryProps {
  ref: RefObject<HTMLSelectElement | null>
  categoryId: number | null
  fault: string | undefined
  isReadOnly: boolean
  onChange: (categoryId: number | null) => void
}

/** The category. There is no default. */
export function ArticleCategory({ ref, categoryId, fault, isReadOnly, onChange }: CategoryProps) {
  const categories = useCategories()
  return (
    <div className="article-category">
      <Select
        ref={ref}
        label={t('Category')}
        error={fault}
        aria-required="true"
        disabled={isReadOnly}
        value={categoryId ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t('Choose a category')}</option>
        {categories.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </Select>
    </div>
  )
}
