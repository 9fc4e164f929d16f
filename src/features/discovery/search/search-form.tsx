import type { SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { searchAddress } from './search-addresses.contract.ts'

/** A search field that opens the search page. Works without JavaScript. */
export function SearchForm() {
  const [, navigate] = useLocation()
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const query = event.currentTarget.querySelector('input')!.value.trim()
    navigate(searchAddress.href({ q: query || undefined }))
  }
  return (
    <search aria-label={t('Search this site')}>
      <form className="search-form" action={searchAddress.href()} method="get" onSubmit={onSubmit}>
        <TextInput
          type="search"
          name="q"
          label={t('Search this site')}
          hideLabel
          placeholder={t('Search this site')}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
        />
        <Button type="submit" variant="primary" icon="search">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}
