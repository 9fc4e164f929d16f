import type { RefObject } from 'react'
import { t } from '#messages/messages.ts'
import { TextInput } from '#ui/field.tsx'
import { useAddressFeedback } from './address-field.hooks.ts'
import { maxSlugLength, slugInPath } from './page-paths.contract.ts'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  slug: string
  pageId: number | null
  /** The error from the last attempt to save. */
  fault: string | undefined
  isReadOnly: boolean
  onChange: (slug: string) => void
  /** Called on Enter, which must not publish the page. */
  onEnter: () => void
}

/** The field for the page's address, with immediate feedback if it is invalid or in use. */
export function AddressField({ ref, slug, pageId, fault, isReadOnly, onChange, onEnter }: Props) {
  const feedback = useAddressFeedback(slug, pageId)
  const error = fault ?? feedback.fault
  const address = slugInPath(slug)
  return (
    <TextInput
      ref={ref}
      label={t('Address')}
      className="page-address"
      value={slug}
      error={error}
      hint={error ? undefined : feedback.note || <span dir="ltr">{`${location.host}/${address ?? '…'}`}</span>}
      placeholder="about"
      maxLength={maxSlugLength + 2}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      aria-required
      readOnly={isReadOnly}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
