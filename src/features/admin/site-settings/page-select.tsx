import { t } from '#messages/messages.ts'
import { usePages } from '#features/writing/site-pages/site-pages.hooks.ts'
import { Select } from '#ui/field.tsx'

interface Props {
  label: string
  /** The option for no page. */
  noneLabel?: string
  /** The slug; empty for none. */
  value: string
  error: string | undefined
  onChange: (slug: string) => void
}

/** A menu of the published pages. */
export function PageSelect({ label, noneLabel = t('None'), value, error, onChange }: Props) {
  const pages = usePages().data?.pages.filter(({ isPublished }) => isPublished) ?? []
  const isListed = value === '' || pages.some(({ slug }) => slug === value)
  return (
    <Select label={label} value={value} error={error} onChange={(event) => onChange(event.target.value)}>
      <option value="">{noneLabel}</option>
      {!isListed && <option value={value}>/{value}</option>}
      {pages.map(({ slug, title }) => (
        <option key={slug} value={slug}>
          {title}
        </option>
      ))}
    </Select>
  )
}
