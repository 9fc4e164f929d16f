import type { NewCommentBlock } from '#features/conversation/comments/comment-blocks.contract.ts'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure } from '#web/action.tsx'
import { useBlock, useUnblock } from './moderation-queue.hooks.ts'

interface BlockMenuProps {
  /** The author's name. */
  name: string
  choices: { label: string; block: NewCommentBlock }[]
  /** What the site does with new text from a blocked author. */
  effect: string
}

/** The ways to block an author. Each can be undone. */
export function BlockMenu({ name, choices, effect }: BlockMenuProps) {
  const { mutate: block } = useBlock()
  const { mutate: unblock } = useUnblock()
  const add = (wanted: NewCommentBlock) =>
    block(wanted, {
      onSuccess: ({ id, label }) => {
        const action = { label: 'Undo', onSelect: () => unblock(id, { onError }) }
        showToast({ title: `Blocked ${label}`, description: effect, variant: 'success', action })
      },
      onError,
    })
  return (
    <Menu label={`Block ${name}`} icon="ban">
      {choices.map(({ label, block: wanted }) => (
        <MenuItem key={label} onSelect={() => add(wanted)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

const onError = (reason: unknown) => showFailure(reason)
