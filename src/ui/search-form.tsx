import type { SubmitEvent } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from './button.tsx'
import { TextInput } from './field.tsx'

interface Props {
  /** What is searched, as the name of the landmark. */
  title: string
  action: string
  /** The name of the query parameter. */
  name: string
  label: string
  placeholder: string
  defaultValue?: string
  maxLength: number
  /** Whether the button is the page's main action. */
  isPrimary?: boolean
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
}

/** A search field with a button. A form, so that it works without JavaScript. */
export const SearchForm = ({ title, action, isPrimary = false, onSubmit, ...field }: Props) => (
  <search aria-label={title}>
    <form className="search-form" action={action} method="get" onSubmit={onSubmit}>
      <TextInput type="search" hideLabel autoComplete="off" autoCapitalize="off" enterKeyHint="search" {...field} />
      <Button type="submit" variant={isPrimary ? 'primary' : 'quiet'} icon="search">
        {t('Search')}
      </Button>
    </form>
  </search>
)
