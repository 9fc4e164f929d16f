import './article-details.css'
import { memo, useId, useState } from 'react'
import { locale, t } from '#messages/messages.ts'
import { ArticleDetails as Details } from '#features/writing/posts/article-details.contract.ts'
import { articleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Select, Switch, TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Language, languages } from '#schemas/languages.contract.ts'
import { slugOf } from '#schemas/slugs.contract.ts'
import type { Faults } from '#web/use-form.ts'
import { SeriesField } from '#features/writing/series/series-field.tsx'
import { CoverField } from './cover-field.tsx'

interface Props {
  details: Details
  /** The title; the default address is derived from it. */
  title: string
  faults: Faults
  isReadOnly: boolean
  /** Called with the fields that change. */
  onChange: (part: Partial<Details>) => void
  onUploading: (isUploading: boolean) => void
}

/** An article's cover, address, original address, language, and series, and a switch to unlist it. Open if one of the
 *  fields has an error. Memoized, because it stays the same while the author types. */
export const ArticleDetails = memo(function ArticleDetails(props: Props) {
  const { details, title, faults, isReadOnly, onChange: change, onUploading } = props
  const hasFault = ['slug', 'cover', 'canonicalUrl', 'series'].some((name) => faults[name])
  const ready = { title, isReadOnly }
  return (
    <details className="article-details" {...(hasFault && { open: true })}>
      <summary>
        <Icon name="sliders-horizontal" />
        {t('Cover, address, and more')}
      </summary>
      <div className="article-details-fields">
        <CoverField
          cover={details.cover}
          error={faults['cover']}
          isReadOnly={isReadOnly}
          onChange={(cover) => change({ cover })}
          onUploading={onUploading}
        />
        <SlugField {...ready} slug={details.slug} error={faults['slug']} onChange={(slug) => change({ slug })} />
        <CheckedField
          label={t('Original address')}
          hint={t('Use this if you first published the text on another site. Search engines will credit that page.')}
          placeholder="https://"
          inputMode="url"
          name="canonicalUrl"
          value={details.canonicalUrl}
          error={faults['canonicalUrl']}
          isReadOnly={isReadOnly}
          onChange={(canonicalUrl) => change({ canonicalUrl })}
        />
        <Switch
          label={t('Unlisted')}
          hint={t('Only people with the link can find it. It won’t appear in lists, feeds, or search.')}
          checked={details.isUnlisted}
          disabled={isReadOnly}
          onChange={(isUnlisted) => change({ isUnlisted })}
        />
        <LanguageField
          language={details.language}
          isReadOnly={isReadOnly}
          onChange={(language) => change({ language })}
        />
        <SeriesField
          series={details.series}
          error={faults['series']}
          isReadOnly={isReadOnly}
          onChange={(series) => change({ series })}
        />
      </div>
    </details>
  )
})

interface LanguageProps {
  language: Language | null
  isReadOnly: boolean
  onChange: (language: Language | null) => void
}

const LanguageField = ({ language, isReadOnly, onChange }: LanguageProps) => (
  <Select
    label={t('Language')}
    hint={t('For screen readers, hyphenation, translation, and feeds.')}
    value={language ?? ''}
    disabled={isReadOnly}
    onChange={({ target }) => onChange(Language.safeParse(target.value).data ?? null)}
  >
    <option value="">{t('Detect automatically')}</option>
    {languageNames.map(([code, name]) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </Select>
)

const displayNames = new Intl.DisplayNames(locale(), { type: 'language' })

/** The languages with their names, sorted by name. */
const languageNames = languages
  .map((code) => [code, displayNames.of(code) ?? code] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other, locale()))

interface SlugProps {
  slug: string | null
  title: string
  error: string | undefined
  isReadOnly: boolean
  onChange: (slug: string | null) => void
}

const SlugField = ({ slug, title, ...field }: SlugProps) => (
  <CheckedField
    {...field}
    label={t('Address')}
    name="slug"
    value={slug}
    normalize={slugOf}
    placeholder={slugOf(title) || t('made-from-the-title')}
    hint={slugHint(slug ?? slugOf(title))}
  />
)

const slugHint = (slug: string): string =>
  slug === ''
    ? t('Based on the title. If you change it later, the old address redirects to the new one.')
    : t('The article’s address is {address}. Old addresses redirect to it.', {
        address: decodeURI(articleAddress.href({ slug })),
      })

interface CheckedProps {
  label: string
  name: 'slug' | 'canonicalUrl'
  hint: string
  placeholder: string
  value: string | null
  error: string | undefined
  isReadOnly: boolean
  inputMode?: 'url'
  normalize?: (text: string) => string
  onChange: (value: string | null) => void
}

/** A field that is saved on blur. Keeps invalid text and shows what is wrong with it. */
function CheckedField({ name, value, error, isReadOnly, normalize = trimmed, onChange, ...field }: CheckedProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [fault, setFault] = useState<string>()

  function leave() {
    if (typed === null) return
    const text = normalize(typed)
    const parsed = Details.shape[name].safeParse(text === '' ? null : text)
    setFault(parsed.error?.issues[0]?.message)
    if (!parsed.success) return
    onChange(parsed.data)
    setTyped(null)
  }

  return (
    <TextInput
      {...field}
      id={id}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      dir="ltr"
      value={typed ?? value ?? ''}
      error={fault ?? error}
      readOnly={isReadOnly}
      onChange={({ target }) => {
        setTyped(target.value)
        setFault(undefined)
      }}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        leave()
      }}
    />
  )
}

const trimmed = (text: string) => text.trim()
