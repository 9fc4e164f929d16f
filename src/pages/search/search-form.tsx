import { type SubmitEvent, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { maxQuestionLength } from '#features/discovery/search/search.contract.ts'
import type { Search } from '#features/discovery/search/search.hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { searchHref } from './search-address.ts'

const howToAsk = 'All words must be there. "Quotes" keep words together, a minus leaves out what has the -word.'

/** The field for the question. A form: it works without JavaScript. With it the focus stays where it is. */
export function SearchForm({ search: { q, kind }, error }: { search: Search; error: string | undefined }) {
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)

  // Back and Forward lead to other questions; what was typed before this page could listen stays.
  const shown = useRef(q)
  useEffect(() => {
    if (shown.current !== q) input.current!.value = q
    shown.current = q
  }, [q])

  // Whoever comes without a question comes to ask one.
  useEffect(() => {
    if (shown.current === '') input.current!.focus()
  }, [])

  function ask(event: SubmitEvent) {
    event.preventDefault()
    const asked = input.current!.value.trim()
    shown.current = asked
    navigate(searchHref({ q: asked, kind }))
  }
  return (
    <search aria-label="All of this site">
      <form className="search-form" action={searchAddress.href()} method="get" onSubmit={ask}>
        <TextInput
          type="search"
          name="q"
          label="Search posts, articles, members and projects"
          hideLabel
          placeholder="Words or names"
          ref={input}
          defaultValue={q}
          error={error}
          hint={q === '' && howToAsk}
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
