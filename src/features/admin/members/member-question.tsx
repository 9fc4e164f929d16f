import { t } from '#messages/messages.ts'
import { ConfirmAction } from '#web/action.tsx'
import { useMemberActions } from './members.hooks.ts'

export type MemberQuestion =
  | 'grant'
  | 'revoke'
  | 'moderator'
  | 'revoke-moderator'
  | 'writer'
  | 'reader'
  | 'transfer'
  | 'sign-out'

interface Props {
  member: { id: number; username: string }
  /** Null: closed. */
  question: MemberQuestion | null
  onClose: () => void
}

/** Asks for confirmation before an action on a member. */
export function MemberQuestionDialog({ member: { id, username }, question, onClose }: Props) {
  const { setRole, makeOwner, signOut } = useMemberActions(id)
  const actions: Record<MemberQuestion, () => Promise<unknown>> = {
    grant: () => setRole('admin'),
    revoke: () => setRole('member'),
    moderator: () => setRole('moderator'),
    'revoke-moderator': () => setRole('member'),
    writer: () => setRole('member'),
    reader: () => setRole('reader'),
    transfer: makeOwner,
    'sign-out': signOut,
  }
  const shown = question ?? 'grant'
  const { done, ...texts } = textsFor(`@${username}`)[shown]
  return (
    <ConfirmAction
      {...texts}
      action={actions[shown]}
      isOpen={question !== null}
      onClose={onClose}
      success={{ title: done, variant: 'success' }}
      failure={{ title: t('Nothing was changed'), fallback: t('Try again in a moment.') }}
    />
  )
}

interface Texts {
  title: string
  description: string
  confirmLabel: string
  isDanger: boolean
  /** Shown when the action has succeeded. */
  done: string
}

const textsFor = (handle: string): Record<MemberQuestion, Texts> => ({
  grant: {
    title: t('Make {handle} an administrator?', { handle }),
    description: t(
      'Administrators can change the site’s settings, edit and delete everyone’s content, and suspend members. The member is notified.',
    ),
    confirmLabel: t('Make administrator'),
    isDanger: false,
    done: t('{handle} is now an administrator', { handle }),
  },
  revoke: {
    title: t('Remove {handle} as an administrator?', { handle }),
    description: t('They remain a member and keep everything they have published. The member is notified.'),
    confirmLabel: t('Remove role'),
    isDanger: true,
    done: t('{handle} is no longer an administrator', { handle }),
  },
  moderator: {
    title: t('Make {handle} a moderator?', { handle }),
    description: t(
      'Moderators can approve and remove anyone’s comments, mentions, and guestbook entries, handle reports, delete posts, and suspend members. They can’t act against administrators or other moderators. The member is notified.',
    ),
    confirmLabel: t('Make moderator'),
    isDanger: false,
    done: t('{handle} is now a moderator', { handle }),
  },
  'revoke-moderator': {
    title: t('Remove {handle} as a moderator?', { handle }),
    description: t('They remain a writer and keep everything they have published. The member is notified.'),
    confirmLabel: t('Remove role'),
    isDanger: true,
    done: t('{handle} is no longer a moderator', { handle }),
  },
  writer: {
    title: t('Make {handle} a writer?', { handle }),
    description: t('They can publish posts, articles, projects, and livestreams. The member is notified.'),
    confirmLabel: t('Make writer'),
    isDanger: false,
    done: t('{handle} can now publish', { handle }),
  },
  reader: {
    title: t('Make {handle} a reader?', { handle }),
    description: t(
      'They can still comment, like, follow, and chat, but not publish or edit posts, articles, projects, or livestreams. Everything they have published remains. The member is notified.',
    ),
    confirmLabel: t('Make reader'),
    isDanger: true,
    done: t('{handle} can no longer publish', { handle }),
  },
  transfer: {
    title: t('Transfer ownership to {handle}?', { handle }),
    description: t(
      'They become the owner of this site and an administrator. You remain an administrator, but only they can transfer ownership back.',
    ),
    confirmLabel: t('Transfer ownership'),
    isDanger: true,
    done: t('{handle} now owns this site', { handle }),
  },
  'sign-out': {
    title: t('Sign out {handle} everywhere?', { handle }),
    description: t('This ends all of their sessions immediately. They can sign in again.'),
    confirmLabel: t('Sign out'),
    isDanger: true,
    done: t('{handle} signed out everywhere', { handle }),
  },
})
