import './github-search.css'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { githubPageAddress } from './github-addresses.contract.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

interface Props {
  label: string
  /** What is looked for now. */
  q: string
  /** What the form sends beside it, where there are no scripts. */
  sent: Record<string, string | undefined>
  onSearch: (q: string) => void
}

const restMs = 250

/** A field that looks while one types, as soon as the hands rest. A form: it works without scripts. */
export function GithubSearch({ label, q, sent, onSearch }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(q)

  // Back and Forward lead to other words; what is being typed stays.
  useEffect(() => {
    if (asked.current !== q) input.current!.value = q
    asked.current = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function look() {
    clearTimeout(timer.current)
    const words = input.current!.value.trim()
    if (words === asked.current) return
    asked.current = words
    onSearch(words)
  }
  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    look()
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
            timer.current = setTimeout(look, restMs)
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
