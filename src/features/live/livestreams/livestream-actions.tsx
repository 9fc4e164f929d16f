import { useState } from 'react'
import { goLiveAddress, livestreamAddress } from './livestream-addresses.contract.ts'
import { Button, ButtonLink, IconButton } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { type OwnLivestream } from './livestreams.contract.ts'
import { useDeleteLivestream, useDisableLivestream, useEnableLivestream, useRenewKey } from './livestreams.hooks.ts'

interface Props {
  stream: OwnLivestream
}

/** Does it and tells what came of it. Source: spec §8 */
async function withToast(change: () => Promise<unknown>, done: string, failed: string): Promise<void> {
  try {
    await change()
    showToast({ title: 'Success', description: done, variant: 'success' })
  } catch (reason) {
    showToast({ title: 'Error', description: messageOf(reason, failed), variant: 'error' })
  }
}

export function LivestreamActions({ stream, onEdit }: Props & { onEdit: () => void }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <div className="row">
      <ButtonLink
        size="s"
        icon="eye"
        href={livestreamAddress.href({ id: stream.id })}
        aria-label={`View ${stream.title}`}
      >
        View
      </ButtonLink>
      {stream.takesBrowsers && (
        <ButtonLink
          size="s"
          icon="video"
          href={goLiveAddress.href({ id: stream.id })}
          aria-label={`Go live from this browser with ${stream.title}`}
        >
          Go live
        </ButtonLink>
      )}
      {stream.status === 'active' ? <Disable stream={stream} /> : <Enable stream={stream} />}
      <Button size="s" icon="pencil" aria-label={`Edit ${stream.title}`} onClick={onEdit}>
        Edit
      </Button>
      <Button size="s" icon="trash-2" aria-label={`Delete ${stream.title}`} onClick={() => setDeleting(true)}>
        Delete
      </Button>
      {isDeleting && <Deletion stream={stream} onClose={() => setDeleting(false)} />}
    </div>
  )
}

function Enable({ stream }: Props) {
  const { mutateAsync, isPending } = useEnableLivestream(stream.id)
  const enable = () => void withToast(mutateAsync, 'Livestream enabled', 'Failed to enable livestream')
  return (
    <Button size="s" icon="play" busy={isPending} aria-label={`Enable ${stream.title}`} onClick={enable}>
      Enable
    </Button>
  )
}

function Disable({ stream }: Props) {
  const { mutateAsync, isPending } = useDisableLivestream(stream.id)
  const disable = () => void withToast(mutateAsync, 'Livestream disabled', 'Failed to disable livestream')
  return (
    <Button size="s" icon="ban" busy={isPending} aria-label={`Disable ${stream.title}`} onClick={disable}>
      Disable
    </Button>
  )
}

function Deletion({ stream, onClose }: Props & { onClose: () => void }) {
  const { mutateAsync, isPending } = useDeleteLivestream(stream.id)
  const remove = () =>
    void withToast(mutateAsync, 'Livestream deleted successfully', 'Failed to delete livestream').then(onClose)
  return (
    <ConfirmDialog
      isOpen
      title="Delete Livestream"
      description={
        <>
          Are you sure you want to delete “<bdi>{stream.title}</bdi>”? It is also removed from the streaming provider,
          with its recordings. This action cannot be undone.
        </>
      }
      confirmLabel="Delete"
      isBusy={isPending}
      onConfirm={remove}
      onCancel={onClose}
    />
  )
}

/** Another key, for one that somebody else may have seen. */
export function RenewKey({ stream }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync, isPending } = useRenewKey(stream.id)
  const close = () => setAsking(false)
  const renew = () =>
    void withToast(mutateAsync, 'Stream key regenerated', 'Failed to regenerate the stream key').then(close)
  return (
    <>
      <IconButton icon="refresh-cw" label="Regenerate Stream Key" size="s" onClick={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title="Regenerate Stream Key"
        description="The present key stops working at once, and an encoder that uses it is cut off. Put the new one into your streaming software."
        confirmLabel="Regenerate"
        isBusy={isPending}
        onConfirm={renew}
        onCancel={close}
      />
    </>
  )
}
