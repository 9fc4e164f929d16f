import { t } from '#messages/messages.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { notYoursToEdit } from '#features/writing/post-cards/post-menu.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Shown instead of the editor for other authors' posts. */
export const NotYours = ({ id, title }: { id: number; title: string }) => (
  <EmptyState
    icon="lock"
    title={title}
    isPageTitle
    actions={<ButtonLink href={postAddress.href({ id })}>{t('Back to the post')}</ButtonLink>}
  >
    {notYoursToEdit}
  </EmptyState>
)
