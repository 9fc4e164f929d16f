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
            title: 'Discard your changes?',
            description: 'This restores the saved page. Your changes can’t be recovered.',
            confirmLabel: 'Discard',
            action: async () => onDiscard(),
          }}
        >
          Discard changes
        </ConfirmButton>
      )}
      {page.isPublished && (
        <Button variant="plain" icon="lock" aria-disabled={isPending} onClick={() => void onUnpublish()}>
          Unpublish
        </Button>
      )}
      <ConfirmButton
        variant="plain"
        icon="trash-2"
        aria-disabled={isPending}
        confirm={{
          title: 'Delete this page?',
          description: (
            <>
              Links to <b dir="auto">{page.title}</b> will stop working. This action cannot be undone.
            </>
          ),
          confirmLabel: 'Delete',
          action: () => remove(page.id),
          success: { title: 'Page deleted', variant: 'success' },
          failure: 'Failed to delete the page. Please try again.',
          onDone: onDeleted,
        }}
      >
        Delete
      </ConfirmButton>
    </div>
  )
}
