import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { RecoveryLinkDialog, useRecoveryLink } from '#features/people/accounts/recovery-link-dialog.tsx'
import { UnsentMailEntry } from '#features/people/accounts/unsent-mail-entry.tsx'
import type { UnsentMailStatus } from '#features/people/accounts/unsent-mails.contract.ts'
import { useUnsentMails } from '#features/people/accounts/unsent-mails.hooks.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'
import { mailsHref, type MailsPart, mailsPartOf } from './mails-address.ts'

export const adminMailsView: PageView = {
  View: AdminMailsPage,
  head: () => ({ title: t('Email'), noindex: true }),
}

function AdminMailsPage() {
  // The list is not rendered on the server: the browser reads the page number from the URL.
  const part = mailsPartOf(new URLSearchParams(useSearch()))
  return (
    <AdminArea title={t('Email')}>
      <UnsentMails {...part} />
    </AdminArea>
  )
}

const labels: Record<UnsentMailStatus, string> = { open: t('Password resets'), all: t('Unsent email') }

function UnsentMails(part: MailsPart) {
  const { canSendEmail } = useSite()
  const { data, ...rest } = useUnsentMails(part)
  const { made, busy, make, close } = useRecoveryLink()
  const counts = { open: data?.openRequests, all: undefined }
  return (
    <>
      {!canSendEmail && (
        <p>
          {t(
            'This site has no mail server, so it can’t send email. When a member forgets their password, create a link here and give it to them yourself.',
          )}
        </p>
      )}
      <LinkTabs
        label={t('Email')}
        tabs={(['open', 'all'] as const).map((status) => ({
          label: labels[status],
          href: mailsHref({ status }),
          isCurrent: status === part.status,
          count: counts[status],
        }))}
      />
      <AdminList
        noun={part.status === 'open' ? 'requests' : 'emails'}
        list={data && { ...data, count: data.mails.length }}
        {...rest}
        hrefOf={(page) => mailsHref({ ...part, page })}
        empty={<NoMails status={part.status} canSendEmail={canSendEmail} />}
      >
        <div className="entries">
          {data?.mails.map((mail) => (
            <UnsentMailEntry
              key={mail.id}
              mail={mail}
              isBusy={busy === mail.member?.username}
              onMakeLink={(username) => void make(username)}
            />
          ))}
        </div>
      </AdminList>
      <RecoveryLinkDialog made={made} onClose={close} />
    </>
  )
}

function NoMails({ status, canSendEmail }: { status: UnsentMailStatus; canSendEmail: boolean }) {
  if (canSendEmail) {
    return (
      <EmptyState icon="mail" title={status === 'open' ? t('No open requests') : t('No unsent email')}>
        {t('Email is set up for this site. Members who forget their password are emailed a reset link.')}
      </EmptyState>
    )
  }
  return status === 'open' ? (
    <EmptyState icon="mail" title={t('No open requests')}>
      {t('Password reset requests from members will appear here.')}
    </EmptyState>
  ) : (
    <EmptyState icon="mail" title={t('No unsent email')}>
      {t('Email that can’t be sent is listed here for 30 days.')}
    </EmptyState>
  )
}
