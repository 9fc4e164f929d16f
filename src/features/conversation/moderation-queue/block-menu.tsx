import { t } from '#messages/messages.ts'
import type { NewCommentBlock } from '#features/conversation/comments/comment-blocks.contract.ts'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure } from '#web/action.tsx'
import { useBlock, useUnblock } from './moderation-queue.hooks.ts'

interface Choice {
  label: string
  block: NewCommentBlock
  /** What the site does with new text from the blocked author. */
  effect: string
}

/** The ways to block an author with this name. Each can be undone. */
export function BlockMenu({ name, choices }: { name: string; choices: Choice[] }) {
  const { mutate: unblock } = useUnblock(onError)
  const { mutate } = useBlock<Choice>({
    onSuccess: ({ id, label }, { effect }) => {
      const action = { label: t('Undo'), onSelect: () => unblock(id) }
      showToast({ title: t('Blocked {label}', { label }), description: effect, variant: 'success', action })
    },
    onError,
  })
  return (
    <Menu label={t('Block {name}', { name })} icon="ban">
      {choices.map((choice) => (
        <MenuItem key={choice.label} onSelect={() => mutate(choice)}>
          {choice.label}
        </MenuItem>
      ))}
    </Menu>
  )
}

const onError = (reason: Error) => showFailure(reason)
