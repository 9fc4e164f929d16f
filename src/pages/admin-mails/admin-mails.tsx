import { useState } from 'react'
import { useSearch } from 'wouter'
import { RecoveryLinkDialog } from '#features/people/accounts/recovery-link-dialog.tsx'
import { UnsentMailEntry } from '#features/people/accounts/unsent-mail-entry.tsx'
import type { UnsentMailStatus } from '#features/people/accounts/unsent-mails.contract.ts'
import { useMakeRecoveryLink, useUnsentMails } from '#features/people/accounts/unsent-mails.hooks.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { useAction } from '#web/action.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'
import { mailsHref, type MailsPart, mailsPartOf } from './mails-address.ts'

export const adminMailsView: PageView = {
  View: AdminMailsPage,
  head: () => ({ title: 'Email', noindex: true }),
}

function AdminMailsPage() {
  // The list is not rendered on the server: the browser reads the page number from the URL.
  const part = mailsPartOf(new URLSearchParams(useSearch()))
  return (
    <AdminArea title="Email">
      <UnsentMails {...part} />
    </AdminArea>
  )
}

const labels: Record<UnsentMailStatus, string> = { open: 'Password resets', all: 'Unsent email' }

function UnsentMails(part: MailsPart) {
  const { canSendEmail } = useSite()
  const { data, ...rest } = useUnsentMails(part)
  const { made, busy, make, close } = useLinkMaking()
  const counts = { open: data?.openRequests, all: undefined }
  return (
    <>
      {!canSendEmail && (
        <p>
          This site has no mail server, so it can’t send email. When a member forgets their password, create a link here
          and give it to them yourself.
        </p>
      )}
      <LinkTabs
        label="Email"
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

/** Keeps the created link in state outside the request's entry, because the entry is then removed from the list. */
function useLinkMaking() {
  const makeLink = useMakeRecoveryLink()
  const [made, setMade] = useState<{ username: string; link: string } | null>(null)
  const [username, setUsername] = useState<string | null>(null)
  const { run, isBusy } = useAction(
    async (username: string) => {
      setUsername(username)
      setMade({ username, link: await makeLink(username) })
    },
    { title: 'Link not created', fallback: 'Try again in a moment.' },
  )
  return { made, busy: isBusy ? username : null, make: run, close: () => setMade(null) }
}

function NoMails({ status, canSendEmail }: { status: UnsentMailStatus; canSendEmail: boolean }) {
  if (canSendEmail) {
    return (
      <EmptyState icon="mail" title={status === 'open' ? 'No open requests' : 'No unsent email'}>
        Email is set up for this site. Members who forget their password are emailed a reset link.
      </EmptyState>
    )
  }
  return status === 'open' ? (
    <EmptyState icon="mail" title="No open requests">
      Password reset requests from members will appear here.
    </EmptyState>
  ) : (
    <EmptyState icon="mail" title="No unsent email">
      Email that can’t be sent is listed here for 30 days.
    </EmptyState>
  )
}
