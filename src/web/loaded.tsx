import type { ReactNode } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { messageOf } from './api.ts'

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** The content to show until the first response. */
  loading: ReactNode
  /** The title of the error panel, such as “Error Loading Members”. */
  failed: string
  /** Shows the error as a line instead of a panel, for cards. */
  isInline?: boolean
  children: (data: Data) => ReactNode
}

/** Renders a query: a placeholder while loading, an error with “Try Again” if it failed, otherwise the data. Data that
 *  is already loaded remains visible when refetching fails. */
export function Loaded<Data>({ query: { data, error, refetch }, loading, failed, isInline, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  if (!error) return loading
  const retry = () => void refetch()
  if (isInline)
    return (
      <div className="row" role="alert">
        <p>{failed}</p>
        <Button size="s" onClick={retry}>
          {t('Try Again')}
        </Button>
      </div>
    )
  return (
    <ErrorPanel title={failed} actions={<Button onClick={retry}>{t('Try Again')}</Button>}>
      {messageOf(error, t('Please try again.'))}
    </ErrorPanel>
  )
}
