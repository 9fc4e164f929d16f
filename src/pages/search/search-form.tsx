import { type SubmitEvent, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { maxQuestionLength } from '#features/discovery/search/search.contract.ts'
import type { Search } from '#features/discovery/search/search.hooks.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { searchHref } from './search-address.ts'
import { searchedText } from './searched-kinds.ts'

const searchHint =
  'Results match all of your search terms. Use "quotes" for an exact phrase and a minus sign to exclude a -word.'

/** The search form. Works without JavaScript; with JavaScript, the field keeps focus. */
export function SearchForm({ search: { q, kind }, error }: { search: Search; error: string | undefined }) {
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)

  // Shows the page's query after going back or forward, but keeps text typed before hydration.
  const shownQuery = useRef(q)
  useEffect(() => {
    if (shownQuery.current !== q) input.current!.value = q
    shownQuery.current = q
  }, [q])

  // Focuses the field if the page has no query.
  useEffect(() => {
    if (shownQuery.current === '') input.current!.focus()
  }, [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const terms = input.current!.value.trim()
    shownQuery.current = terms
    navigate(searchHref({ q: terms, kind }))
  }
  return (
    <search aria-label="Entire site">
      <form className="search-form" action={searchAddress.href()} method="get" onSubmit={submit}>
        <TextInput
          type="search"
          name="q"
          label={`Search ${searchedText(useSite())}`}
          hideLabel
          placeholder="Words or names"
          ref={input}
          defaultValue={q}
          error={error}
          hint={q === '' && searchHint}
          maxLength={maxQuestionLength}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
        />
        {kind !== 'all' && <input type="hidden" name="kind" value={kind} />}
        <Button type="submit" variant="primary" icon="search">
          Search
        </Button>
      </form>
    </search>
  )
}
