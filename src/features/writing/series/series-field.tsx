import { useId, useState } from 'react'
import { t } from '#messages/messages.ts'
import type { ArticleDetails } from '#features/writing/posts/article-details.contract.ts'
import { TextInput } from '#ui/field.tsx'
import { useOwnSeries } from './series.hooks.ts'

type Chosen = ArticleDetails['series']

interface Props {
  series: Chosen
  error: string | undefined
  isReadOnly: boolean
  onChange: (series: Chosen) => void
}

/** An article's series, with suggestions, and its part number. Without a number, the article comes last. */
export function SeriesField({ series, error, isReadOnly, onChange }: Props) {
  const id = useId()
  const names = useOwnSeries()
  const [name, setName] = useState(series?.name ?? '')
  return (
    <div className="series-field">
      <TextInput
        label={t('Series')}
        hint={t('Articles in the same series link to each other.')}
        list={id}
        maxLength={100}
        autoComplete="off"
        dir="auto"
        value={name}
        error={error}
        readOnly={isReadOnly}
        onChange={({ target }) => {
          setName(target.value)
          const text = target.value.trim()
          onChange(text === '' ? null : { name: text, part: series?.part ?? null })
        }}
      />
      <datalist id={id}>
        {names.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </datalist>
      {series && (
        <TextInput
          label={t('Part')}
          type="number"
          inputMode="numeric"
          min={1}
          max={100_000}
          placeholder={t('Last')}
          value={series.part ?? ''}
          readOnly={isReadOnly}
          onChange={({ target }) => {
            const part = Math.trunc(target.valueAsNumber)
            onChange({ ...series, part: part >= 1 && part <= 100_000 ? part : null })
          }}
        />
      )}
    </div>
  )
}
