import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '#messages/messages.ts'
import { refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { ImportCard } from './import-card.tsx'
import { ImportForm } from './import-form.tsx'
import { ImportHistory } from './import-history.tsx'
import type { ImportRuns } from './import-runs.contract.ts'
import { isOpen, useImportRuns } from './import-runs.hooks.ts'

/** The form or the current import, followed by earlier imports. */
export function ImportScreen() {
  return (
    <Loaded
      query={useImportRuns()}
      loading={<Skeletons count={2} label={t('Loading your imports')} />}
      failed={t('Your imports failed to load')}
    >
      {(imports) => <Imports {...imports} />}
    </Loaded>
  )
}

function Imports({ runs, maxBytes }: ImportRuns) {
  const cache = useQueryClient()
  const open = runs.find(isOpen)
  // The result is shown until the member closes it.
  const [watchedId, setWatchedId] = useState<number | null>(null)
  if (open && open.id !== watchedId) setWatchedId(open.id)
  const current = open ?? runs.find(({ id, state }) => id === watchedId && state !== 'uploading')
  const isDone = current?.state === 'done'
  useEffect(() => {
    if (isDone) void refetchPosts(cache)
  }, [cache, isDone])
  return (
    <>
      {current ? (
        <ImportCard key={current.id} run={current} onClose={() => setWatchedId(null)} />
      ) : (
        <ImportForm maxBytes={maxBytes} />
      )}
      <ImportHistory runs={runs.filter(({ id }) => id !== current?.id)} />
    </>
  )
}
