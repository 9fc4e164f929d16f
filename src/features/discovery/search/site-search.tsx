import type { SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { SearchForm } from '#ui/search-form.tsx'
import { searchAddress } from './search-addresses.contract.ts'

/** A search field that opens the search page. Works without JavaScript. */
export function SiteSearch() {
  const [, navigate] = useLocation()
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const query = event.currentTarget.querySelector('input')!.value.trim()
    navigate(searchAddress.href({ q: query || undefined }))
  }
  return (
    <SearchForm
      title={t('Search this site')}
      action={searchAddress.href()}
      name="q"
      label={t('Search this site')}
      placeholder={t('Search this site')}
      maxLength={200}
      isPrimary
      onSubmit={onSubmit}
    />
  )
}
