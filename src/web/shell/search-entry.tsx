import './search-entry.css'
import type { SubmitEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { Icon } from '#ui/icon.tsx'

/** The search in the sidebar: a field, or a link if the sidebar is narrow. Uses a form, which works without
 *  JavaScript. */
export function SearchEntry({ isCurrent }: { isCurrent: boolean }) {
  const [, navigate] = useLocation()
  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const question = form.querySelector('input')!.value.trim()
    form.reset()
    form.closest<HTMLElement>(':popover-open')?.hidePopover()
    navigate(searchAddress.href({ q: question || undefined }))
  }
  return (
    <search className="search-entry" aria-label={t('Sidebar')}>
      <form action={searchAddress.href()} method="get" onSubmit={ask}>
        <input
          type="search"
          name="q"
          className="control"
          aria-label={t('Search')}
          placeholder={t('Search')}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
          aria-keyshortcuts="/"
        />
        <button type="submit" className="search-entry-submit" aria-label={t('Search')} title={t('Search')}>
          <Icon name="search" />
        </button>
        <kbd aria-hidden="true">/</kbd>
      </form>
      <Link href={searchAddress.href()} className="side-link" aria-current={isCurrent ? 'page' : undefined}>
        <span className="side-link-icon">
          <Icon name="search" />
        </span>
        {t('Search')}
      </Link>
    </search>
  )
}

/** The search link in the top bar on phones. */
export const SearchLink = () => (
  <Link
    href={searchAddress.href()}
    className="button button-icon"
    data-variant="plain"
    data-size="m"
    aria-label={t('Search')}
    title={t('Search')}
  >
    <Icon name="search" />
  </Link>
)
