import { t } from '#messages/messages.ts'
import { defaultCategoryId } from '#features/writing/categories/categories.contract.ts'
import { useCategories } from '#features/writing/categories/categories.hooks.ts'
import { Select } from '#ui/field.tsx'

interface Props {
  categoryId: number
  onChange: (part: { categoryId: number }) => void
}

/** The post's category. Shows the default until the categories have loaded. */
export function ComposerCategory({ categoryId, onChange }: Props) {
  const categories = useCategories()
  return (
    <Select
      label={t('Category')}
      hideLabel
      value={categoryId}
      onChange={({ target }) => onChange({ categoryId: Number(target.value) })}
    >
      {categories.length === 0 && <option value={defaultCategoryId}>General Thoughts</option>}
      {categories.map(({ id, displayName }) => (
        <option key={id} value={id}>
          {displayName}
        </option>
      ))}
    </Select>
  )
}
