import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import {
  adminRedirectCheckAddress,
  adminRedirectsAddress,
} from '#features/admin/redirects/redirect-addresses.contract.ts'
import { PasteRedirectsDialog } from '#features/admin/redirects/paste-redirects-dialog.tsx'
import { RedirectDialog } from '#features/admin/redirects/redirect-dialog.tsx'
import { RedirectEntry } from '#features/admin/redirects/redirect-entry.tsx'
import { type RedirectsPart, useRedirects } from '#features/admin/redirects/redirects.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'

export const adminRedirectsView: PageView<typeof adminRedirectsAddress> = {
  View: AdminRedirectsPage,
  head: () => ({ title: t('Redirects'), noindex: true }),
}

function AdminRedirectsPage() {
  // The list is not rendered on the server: the browser reads the page number from the URL.
  const { q = '', from, page } = adminRedirectsAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea title={t('Redirects')}>
      <p>{t('Redirects send visitors from old addresses to new ones. Existing pages always take precedence.')}</p>
      <Actions key={from} from={from} />
      <SearchForm
        key={`search ${q}`}
        title={t('Redirects')}
        action={adminRedirectsAddress.href()}
        name="q"
        label={t('Search redirects by part of their path')}
        placeholder={t('Part of a path')}
        defaultValue={q}
        maxLength={200}
      />
      <Redirects page={page} q={q} />
    </AdminArea>
  )
}

/** The buttons above the list. With `from` in the URL, the form for a new redirect is open. */
function Actions({ from }: { from: string | undefined }) {
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'add' | 'paste' | null>(from === undefined ? null : 'add')
  function close() {
    setOpen(null)
    if (from !== undefined) navigate(adminRedirectsAddress.href(), { replace: true })
  }
  return (
    <div className="row">
      <Button variant="primary" icon="plus" onClick={() => setOpen('add')}>
        {t('Add redirect')}
      </Button>
      <Button icon="list" onClick={() => setOpen('paste')}>
        {t('Paste many')}
      </Button>
      <ButtonLink icon="circle-check" href={adminRedirectCheckAddress.href()}>
        {t('Check old addresses')}
      </ButtonLink>
      {open === 'add' && <RedirectDialog redirect={{ id: null, from: from ?? '', to: '' }} onClose={close} />}
      {open === 'paste' && <PasteRedirectsDialog onClose={close} />}
    </div>
  )
}

function Redirects(part: RedirectsPart) {
  const { data, ...rest } = useRedirects(part)
  return (
    <AdminList
      noun="redirects"
      list={data && { ...data, count: data.redirects.length }}
      {...rest}
      hrefOf={(page) => adminRedirectsAddress.href({ q: part.q || null, page })}
      empty={
        <EmptyState icon="reply" title={part.q ? undefined : t('No redirects yet')}>
          {part.q
            ? t('No redirect contains “{q}”.', { q: part.q })
            : t('Add them for addresses from your old site. Imports add theirs automatically.')}
        </EmptyState>
      }
    >
      <div className="entries">
        {data?.redirects.map((redirect) => (
          <RedirectEntry key={redirect.id} redirect={redirect} />
        ))}
      </div>
    </AdminList>
  )
}
