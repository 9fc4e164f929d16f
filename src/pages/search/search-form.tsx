import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { maxQuestionLength, searchQueryError } from '#features/discovery/search/search.contract.ts'
import type { Search } from '#features/discovery/search/search.hooks.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { useSearchField } from '#web/use-search-field.ts'
import { searchHref } from './search-address.ts'
import { searchedText } from './searched-kinds.ts'

const searchHint = t(
  'Results match all of your search terms. Use "quotes" for an exact phrase and a minus sign to exclude a -word.',
)

/** The search form, which shows results while the user is typing. Works without JavaScript; with JavaScript, the field
 *  keeps focus. */
export function SearchPageForm({ search: { q, kind }, error }: { search: Search; error: string | undefined }) {
  const [, navigate] = useLocation()
  // The first search while typing adds a history entry, which the following ones replace.
  const isRefining = useRef(false)
  const { input, onChange, onSubmit } = useSearchField(q, { onSearch, isSearchable })
  function onSearch(terms: string, isTyping: boolean) {
    const href = searchHref({ q: terms, kind })
    const isSame = href === location.pathname + location.search
    navigate(href, { replace: isSame || (isTyping && isRefining.current) })
    isRefining.current = isTyping
  }

  // Focuses the field if the page has no query.
  useEffect(() => {
    if (input.current!.defaultValue === '') input.current!.focus()
  }, [input])

  return (
    <search aria-label={t('Entire site')}>
      <form className="search-form" action={searchAddress.href()} method="get" onSubmit={onSubmit}>
        <TextInput
          type="search"
          name="q"
          label={t('Search {kinds}', { kinds: searchedText(useSite()) })}
          hideLabel
          placeholder={t('Words or names')}
          ref={input}
          defaultValue={q}
          error={error}
          hint={q === '' && searchHint}
          maxLength={maxQuestionLength}
          onChange={onChange}
          onBlur={() => {
            isRefining.current = false
          }}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
        />
        {kind !== 'all' && <input type="hidden" name="kind" value={kind} />}
        <Button type="submit" variant="primary" icon="search">
          {t('Search')}
        </Button>
      </form>
    </search>
  )
}

/** An empty field clears the results. */
const isSearchable = (terms: string) => terms === '' || searchQueryError(terms) === null
