import './github-search.css'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { githubPageAddress } from './github-addresses.contract.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

interface Props {
  label: string
  /** The current search terms. */
  q: string
  /** Other parameters that the form submits without JavaScript. */
  sent: Record<string, string | undefined>
  onSearch: (q: string) => void
}

const debounceMs = 250

/** A search field that searches after a pause in typing. As a form, it also works without JavaScript. */
export function GithubSearch({ label, q, sent, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searched = useRef(q)

  // After Back or Forward, shows the page's search terms; otherwise keeps the typed text.
  useEffect(() => {
    if (searched.current !== q) input.current!.value = q
    searched.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function search() {
    clearTimeout(timer.current)
    const terms = input.current!.value.trim()
    if (terms === searched.current) return
    searched.current = terms
    onSearch(terms)
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    search()
  }
  return (
    <search aria-label="GitHub">
      <form className="github-search" action={githubPageAddress.href()} method="get" onSubmit={onSubmit}>
        {Object.entries(sent).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <TextInput
          type="search"
          name="q"
          label={label}
          hideLabel
          placeholder={label}
          ref={input}
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
          onChange={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(search, debounceMs)
          }}
        />
        <noscript>
          <Button type="submit" size="s">
            Search
          </Button>
        </noscript>
      </form>
    </search>
  )
}
