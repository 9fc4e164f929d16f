import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { useCurrentUserId } from '#features/writing/autosave/autosave.hooks.ts'
import { draftKeyOf, PageDraft } from '#features/writing/site-pages/page-draft.hooks.ts'
import { PageEditor } from '#features/writing/site-pages/page-editor.tsx'
import {
  adminPagesAddress,
  type editPageAddress,
  type newPageAddress,
} from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { usePageToEdit } from '#features/writing/site-pages/site-pages.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { readStoredJson } from '#web/storage.ts'
import { AdminOnly } from '../admin/admin-area.tsx'
import type { PageProps, PageView } from '../page.ts'

export const newPageView: PageView<typeof newPageAddress> = {
  View: NewPagePage,
  head: () => ({ title: t('New page'), noindex: true }),
}
export const editPageView: PageView<typeof editPageAddress> = {
  View: EditPagePage,
  head: () => ({ title: t('Edit page'), noindex: true }),
}

function NewPagePage() {
  const userId = useCurrentUserId()
  return (
    <AdminOnly title={t('New page')}>
      <div className="page page-wide">
        <PageEditor key={userId} storageKey={draftKeyOf(userId, null)} page={null} />
      </div>
    </AdminOnly>
  )
}

function EditPagePage({ params }: PageProps<typeof editPageAddress>) {
  const userId = useCurrentUserId()
  return (
    <AdminOnly title={t('Edit page')}>
      <div className="page page-wide">
        {params ? <EditPageById key={userId} userId={userId} id={params.id} /> : <PageNotFound />}
      </div>
    </AdminOnly>
  )
}

function EditPageById({ userId, id }: { userId: string; id: number }) {
  const storageKey = draftKeyOf(userId, id)
  const { isFetchedAfterMount, ...query } = usePageToEdit(id)
  // Read only once, because the editor removes the stored draft when the page is saved.
  const [hasChanges] = useState(() => readStoredJson(storageKey, PageDraft) !== null)
  if (query.data !== undefined && !isFetchedAfterMount) return <PageSkeleton />
  return (
    <Loaded query={query} loading={<PageSkeleton />} failed={t('Error Loading Page')}>
      {(page) =>
        page === null && !hasChanges ? (
          <PageNotFound />
        ) : (
          <PageEditor storageKey={storageKey} page={page} wasDeleted={page === null} />
        )
      }
    </Loaded>
  )
}

const PageNotFound = () => (
  <EmptyState
    icon="search"
    title={t('Page not found')}
    isPageTitle
    actions={<ButtonLink href={adminPagesAddress.href()}>{t('All pages')}</ButtonLink>}
  >
    {t('It may have been deleted.')}
  </EmptyState>
)
