import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { useDeletePage } from './site-pages.hooks.ts'
import type { SitePage } from './site-pages.contract.ts'

interface Props {
  page: SitePage
  isChanged: boolean
  isPending: boolean
  onDiscard: () => void
  onUnpublish: () => Promise<void>
  onDeleted: () => void
}

/** Discards changes to the page, unpublishes it, or deletes it. */
export function PageActions({ page, isChanged, isPending, onDiscard, onUnpublish, onDeleted }: Props) {
  const remove = useDeletePage()
  return (
    <div className="article-ends">
      {isChanged && (
        <ConfirmButton
          variant="plain"
          icon="undo-2"
          aria-disabled={isPending}
          confirm={{
            title: t('Discard your changes?'),
            description: t('This restores the saved page. Your changes can’t be recovered.'),
            confirmLabel: t('Discard'),
            action: async () => onDiscard(),
          }}
        >
          {t('Discard changes')}
        </ConfirmButton>
      )}
      {page.isPublished && (
        <Button variant="plain" icon="lock" aria-disabled={isPending} onClick={() => void onUnpublish()}>
          {t('Unpublish')}
        </Button>
      )}
      <ConfirmButton
        variant="plain"
        icon="trash-2"
        aria-disabled={isPending}
        confirm={{
          title: t('Delete this page?'),
          description: rich('Links to {title} will stop working. This action cannot be undone.', {
            title: <b dir="auto">{page.title}</b>,
          }),
          confirmLabel: t('Delete'),
          action: () => remove(page.id),
          success: { title: t('Page deleted'), variant: 'success' },
          failure: t('Failed to delete the page. Please try again.'),
          onDone: onDeleted,
        }}
      >
        {t('Delete')}
      </ConfirmButton>
    </div>
  )
}
