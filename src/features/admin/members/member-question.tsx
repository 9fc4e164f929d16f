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
      failure={{ title: 'Nothing was changed', fallback: 'Try again in a moment.' }}
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
    title: `Make ${handle} an administrator?`,
    description:
      'Administrators can change the site’s settings, edit and delete everyone’s content, and suspend members. The member is notified.',
    confirmLabel: 'Make administrator',
    isDanger: false,
    done: `${handle} is now an administrator`,
  },
  revoke: {
    title: `Remove ${handle} as an administrator?`,
    description: 'They remain a member and keep everything they have published. The member is notified.',
    confirmLabel: 'Remove role',
    isDanger: true,
    done: `${handle} is no longer an administrator`,
  },
  moderator: {
    title: `Make ${handle} a moderator?`,
    description:
      'Moderators can approve and remove anyone’s comments, mentions, and guestbook entries, handle reports, delete posts, and suspend members. They can’t act against administrators or other moderators. The member is notified.',
    confirmLabel: 'Make moderator',
    isDanger: false,
    done: `${handle} is now a moderator`,
  },
  'revoke-moderator': {
    title: `Remove ${handle} as a moderator?`,
    description: 'They remain a writer and keep everything they have published. The member is notified.',
    confirmLabel: 'Remove role',
    isDanger: true,
    done: `${handle} is no longer a moderator`,
  },
  writer: {
    title: `Make ${handle} a writer?`,
    description: 'They can publish posts, articles, projects, and livestreams. The member is notified.',
    confirmLabel: 'Make writer',
    isDanger: false,
    done: `${handle} can now publish`,
  },
  reader: {
    title: `Make ${handle} a reader?`,
    description:
      'They can still comment, like, follow, and chat, but not publish or edit posts, articles, projects, or livestreams. Everything they have published remains. The member is notified.',
    confirmLabel: 'Make reader',
    isDanger: true,
    done: `${handle} can no longer publish`,
  },
  transfer: {
    title: `Transfer ownership to ${handle}?`,
    description:
      'They become the owner of this site and an administrator. You remain an administrator, but only they can transfer ownership back.',
    confirmLabel: 'Transfer ownership',
    isDanger: true,
    done: `${handle} now owns this site`,
  },
  'sign-out': {
    title: `Sign out ${handle} everywhere?`,
    description: 'This ends all of their sessions immediately. They can sign in again.',
    confirmLabel: 'Sign out',
    isDanger: true,
    done: `${handle} signed out everywhere`,
  },
})
