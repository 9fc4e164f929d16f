import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import {
  adminMessagesAddress,
  contactAddress,
} from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { messageDays, spamDays } from '#features/conversation/contact-messages/contact-messages.contract.ts'
import { useMessages } from '#features/conversation/contact-messages/contact-messages.hooks.ts'
import { MessageEntry } from '#features/conversation/contact-messages/message-entry.tsx'
import { type MessageFolder, messageFolders } from '#features/conversation/contact-messages/message-folders.contract.ts'
import { BlockedAuthors } from '#features/conversation/moderation-queue/blocked-authors.tsx'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'

export const adminMessagesView: PageView<typeof adminMessagesAddress> = {
  View: AdminMessagesPage,
  head: () => ({ title: t('Messages'), noindex: true }),
}

const labels: Record<MessageFolder, string> = {
  inbox: t('Inbox'),
  archive: t('Archived (context: messages)'),
  spam: t('Spam'),
}
const noMessages: Record<MessageFolder, [title: string, text: string]> = {
  inbox: [t('No messages'), t('Messages from the contact form will appear here.')],
  archive: [t('Nothing archived'), t('Messages that you archive will appear here.')],
  spam: [t('No spam'), t('Messages that you mark as spam and messages from blocked authors will appear here.')],
}

function AdminMessagesPage() {
  const { hasContactForm } = useSite()
  // The list is not rendered on the server: the browser reads the folder from the URL.
  const part = adminMessagesAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea
      title={t('Messages')}
      actions={
        hasContactForm && (
          <ButtonLink icon="external-link" href={contactAddress.href()}>
            {t('Contact form')}
          </ButtonLink>
        )
      }
    >
      <Messages {...part} />
    </AdminArea>
  )
}

function Messages({ folder, page }: { folder: MessageFolder; page: number }) {
  const { data, ...rest } = useMessages(folder, page)
  const { name: siteName } = useSite()
  const [title, text] = noMessages[folder]
  return (
    <>
      <p>
        {t(
          'Messages to you from the contact form. They are deleted {messageDays} days after they arrive, or {spamDays} days if they are in Spam.',
          { messageDays, spamDays },
        )}
      </p>
      <LinkTabs
        label={t('Messages')}
        tabs={messageFolders.map((one) => ({
          href: adminMessagesAddress.href({ folder: one }),
          label: labels[one],
          count: data?.counts[one],
          isCurrent: one === folder,
        }))}
      />
      <AdminList
        noun="messages"
        list={data && { ...data, count: data.messages.length }}
        {...rest}
        hrefOf={(next) => adminMessagesAddress.href({ folder, page: next })}
        empty={
          <EmptyState icon="mail" title={title}>
            {text}
          </EmptyState>
        }
      >
        <div className="entries">
          {data?.messages.map((message) => (
            <MessageEntry key={message.id} message={message} siteName={siteName} />
          ))}
        </div>
      </AdminList>
      {data && <BlockedAuthors />}
    </>
  )
}
