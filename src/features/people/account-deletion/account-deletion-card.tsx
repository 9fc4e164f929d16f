import { useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import type { Viewer } from '#features/people/profiles/profiles.contract.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { TextInput } from '#ui/field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useForm } from '#web/use-form.ts'
import { AccountDeletionChoice } from './account-deletion-choice.tsx'
import { type AccountDeletion, accountDeletionForm, type PostsChoice } from './account-deletion.contract.ts'
import { requestDeletion } from './account-deletion.hooks.ts'

/** The form that deletes the account, with or without its posts. */
export function AccountDeletionCard({ viewer }: { viewer: Viewer }) {
  const { username, postCount } = viewer
  const [requested, setRequested] = useState<AccountDeletion | null>(null)
  const { onSubmit, faults } = useForm(accountDeletionForm(username), ({ posts }) => {
    setRequested({ posts })
    return Promise.resolve()
  })
  const { confirm, isDeleting } = useDeletion(() => setRequested(null))

  return (
    <Card id="departure" title={t('Delete account')}>
      <p>
        {rich(
          'This permanently deletes your profile, drafts, likes, follows, and pictures, and signs you out everywhere. No one else can claim your username. You may want to <link>download your data</link> first.',
          {
            link: (text) => (
              <a href="#data" className="link">
                {text}
              </a>
            ),
          },
        )}
      </p>
      <form method="post" noValidate className="form" onSubmit={onSubmit}>
        <AccountDeletionChoice />
        <TextInput
          label={t('Your username, {username}', { username })}
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={faults.username}
        />
        <div className="form-actions">
          <Button type="submit">{t('Delete account')}</Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={requested !== null}
        title={t('Delete your account?')}
        description={noticeOf(postCount, requested?.posts ?? 'keep')}
        confirmLabel={t('Delete permanently')}
        isBusy={isDeleting}
        onConfirm={() => void (requested && confirm(requested))}
        onCancel={() => isDeleting || setRequested(null)}
      />
    </Card>
  )
}

/** Deletes the account and opens the feed. */
function useDeletion(onFailure: () => void) {
  const [isDeleting, setDeleting] = useState(false)
  const [, navigate] = useLocation()
  async function confirm(deletion: AccountDeletion) {
    setDeleting(true)
    const outcome = await requestDeletion(deletion)
    setDeleting(false)
    if (outcome.ok) {
      navigate('/')
      showToast({ title: t('Your account has been deleted'), description: t('Thanks for being part of this site.') })
      return
    }
    onFailure()
    showToast({ title: t('Account not deleted'), description: outcome.message, variant: 'error' })
  }
  return { confirm, isDeleting }
}

function noticeOf(count: number, choice: PostsChoice): string {
  if (count === 0) return t('This cannot be undone.')
  if (choice === 'remove')
    return t(
      '{count, plural, one {This cannot be undone. Your post will be removed along with everything else.} other {This cannot be undone. Your # posts will be removed along with everything else.}}',
      { count },
    )
  return t(
    '{count, plural, one {This cannot be undone. Your post will be kept and attributed to “Deleted member”.} other {This cannot be undone. Your # posts will be kept and attributed to “Deleted member”.}}',
    { count },
  )
}
