import { useState } from 'react'
import { goLiveAddress, livestreamAddress } from './livestream-addresses.contract.ts'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button, ButtonLink, IconButton } from '#ui/button.tsx'
import { showToast, type Toast } from '#ui/toasts.ts'
import { ConfirmAction, ConfirmButton, useAction } from '#web/action.tsx'
import { type OwnLivestream } from './livestreams.contract.ts'
import { useDeleteLivestream, useDisableLivestream, useEnableLivestream, useRenewKey } from './livestreams.hooks.ts'

interface Props {
  stream: OwnLivestream
}

const success = (description: string): Toast => ({ title: t('Success'), description, variant: 'success' })

export function LivestreamActions({ stream, onEdit }: Props & { onEdit: () => void }) {
  return (
    <div className="row">
      <ButtonLink
        size="s"
        icon="eye"
        href={livestreamAddress.href({ id: stream.id })}
        aria-label={t('View {title}', { title: stream.title })}
      >
        {t('View')}
      </ButtonLink>
      {stream.takesBrowsers && (
        <ButtonLink
          size="s"
          icon="video"
          className="for-writers"
          href={goLiveAddress.href({ id: stream.id })}
          aria-label={t('Go live from this browser with {title}', { title: stream.title })}
        >
          {t('Go live')}
        </ButtonLink>
      )}
      {stream.status === 'active' ? <Disable stream={stream} /> : <Enable stream={stream} />}
      <Button
        size="s"
        icon="pencil"
        className="for-writers"
        aria-label={t('Edit {title}', { title: stream.title })}
        onClick={onEdit}
      >
        {t('Edit')}
      </Button>
      <Deletion stream={stream} />
    </div>
  )
}

function Enable({ stream }: Props) {
  const { mutateAsync } = useEnableLivestream(stream.id)
  const { run, isBusy } = useAction(async () => {
    await mutateAsync()
    showToast(success(t('Livestream enabled')))
  }, t('Failed to enable livestream'))
  return (
    <Button
      size="s"
      icon="play"
      className="for-writers"
      busy={isBusy}
      aria-label={t('Enable {title}', { title: stream.title })}
      onClick={() => void run()}
    >
      {t('Enable')}
    </Button>
  )
}

function Disable({ stream }: Props) {
  const { mutateAsync } = useDisableLivestream(stream.id)
  const { run, isBusy } = useAction(async () => {
    await mutateAsync()
    showToast(success(t('Livestream disabled')))
  }, t('Failed to disable livestream'))
  return (
    <Button
      size="s"
      icon="ban"
      busy={isBusy}
      aria-label={t('Disable {title}', { title: stream.title })}
      onClick={() => void run()}
    >
      {t('Disable')}
    </Button>
  )
}

function Deletion({ stream }: Props) {
  const { mutateAsync } = useDeleteLivestream(stream.id)
  return (
    <ConfirmButton
      size="s"
      icon="trash-2"
      aria-label={t('Delete {title}', { title: stream.title })}
      confirm={{
        title: t('Delete livestream'),
        description: rich(
          'Are you sure you want to delete “{title}”? It will also be removed from the streaming provider, along with its recordings. This action cannot be undone.',
          { title: <bdi>{stream.title}</bdi> },
        ),
        confirmLabel: t('Delete'),
        action: mutateAsync,
        success: success(t('Livestream deleted successfully')),
        failure: t('Failed to delete livestream'),
      }}
    >
      {t('Delete')}
    </ConfirmButton>
  )
}

/** Replaces a stream key that others may have seen. */
export function RenewKey({ stream }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useRenewKey(stream.id)
  return (
    <>
      <IconButton
        icon="refresh-cw"
        label={t('Regenerate stream key')}
        size="s"
        className="for-writers"
        onClick={() => setAsking(true)}
      />
      <ConfirmAction
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('Regenerate stream key')}
        description={t(
          'The current key stops working immediately, and an encoder that uses it is disconnected. Enter the new key in your streaming software.',
        )}
        confirmLabel={t('Regenerate')}
        action={mutateAsync}
        success={success(t('Stream key regenerated'))}
        failure={t('Failed to regenerate the stream key')}
      />
    </>
  )
}
