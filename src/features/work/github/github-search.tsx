import './github-search.css'
import { githubPageAddress } from './github-addresses.contract.ts'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { useSearchField } from '#web/use-search-field.ts'

interface Props {
  label: string
  /** The current search terms. */
  q: string
  /** Other parameters that the form submits without JavaScript. */
  sent: Record<string, string | undefined>
  onSearch: (q: string) => void
}

/** A search field that searches after a pause in typing. As a form, it also works without JavaScript. */
export function GithubSearch({ label, q, sent, onSearch }: Props) {
  const { input, onChange, onSubmit } = useSearchField(q, { onSearch })
  return (
    <search aria-label={t('GitHub')}>
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
          onChange={onChange}
        />
        <noscript>
          <Button type="submit" size="s">
            {t('Search')}
          </Button>
        </noscript>
      </form>
    </search>
  )
}
