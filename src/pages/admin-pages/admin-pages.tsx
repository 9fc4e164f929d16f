import { t } from '#messages/messages.ts'
import { PageList } from '#features/writing/site-pages/page-list.tsx'
import { newPageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import { usePages } from '#features/writing/site-pages/site-pages.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Loaded } from '#web/loaded.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import type { PageView } from '../page.ts'

export const adminPagesView: PageView = {
  View: AdminPagesPage,
  head: () => ({ title: t('Pages'), noindex: true }),
}

function AdminPagesPage() {
  return (
    <AdminArea
      title={t('Pages')}
      actions={
        <ButtonLink variant="primary" icon="plus" href={newPageAddress.href()}>
          {t('Add page')}
        </ButtonLink>
      }
    >
      <Pages />
    </AdminArea>
  )
}

const Pages = () => (
  <Loaded
    query={usePages()}
    loading={<Skeletons count={3} label={t('Loading pages')} />}
    failed={t('Error Loading Pages')}
  >
    {({ pages }) =>
      pages.length === 0 ? (
        <EmptyState icon="file-text" title={t('No pages yet')}>
          {t('Pages have their own address, such as /about, /now, or /uses, and no date.')}
        </EmptyState>
      ) : (
        <PageList pages={pages} />
      )
    }
  </Loaded>
)
