import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConfirmButton, useAction } from '#web/action.tsx'
import { usePostRecording } from './post-recording.hooks.ts'
import { RecordingLink } from './recording-link.tsx'
import type { Recording } from './recordings.contract.ts'
import { useDeleteRecording, useOwnRecordings } from './recordings.hooks.ts'
import './own-recordings.css'

/** The recordings of one of the viewer's own livestreams, with buttons to share them in a post or delete them. */
export function OwnRecordings({ livestreamId }: { livestreamId: number }) {
  const { data = [] } = useOwnRecordings()
  const recordings = data.filter((recording) => recording.livestreamId === livestreamId)
  if (recordings.length === 0) return null
  return (
    <section className="own-recordings">
      <h3 className="overline">{t('Recordings')}</h3>
      <ul className="own-recordings-list">
        {recordings.map((recording) => (
          <li key={recording.id} className="own-recording">
            <RecordingLink recording={recording} />
            <span className="row">
              {recording.isPublic && <PostButton recording={recording} />}
              <DeleteButton recording={recording} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Props {
  recording: Recording
}

/** Publishes a post right away, with an option to undo it. */
function PostButton({ recording }: Props) {
  const { publish, undo } = usePostRecording(recording)
  const remove = useAction(async (postId: number) => {
    await undo.mutateAsync(postId)
    showToast({ title: t('Post deleted'), variant: 'success' })
  }, t('Failed to delete post. Please try again.'))
  const post = useAction(async () => {
    const { id } = await publish.mutateAsync()
    showToast({
      title: t('Posted'),
      description: t('Your recording is in the feed.'),
      variant: 'success',
      link: { label: t('View'), href: postAddress.href({ id }) },
      action: { label: t('Undo'), onSelect: () => void remove.run(id) },
    })
  }, t('Failed to publish post. Please try again.'))
  return (
    <Button
      size="s"
      icon="send"
      className="for-writers"
      busy={post.isBusy}
      aria-label={t('Post the recording of {title}', { title: recording.title })}
      onClick={() => void post.run()}
    >
      {t('Post')}
    </Button>
  )
}

function DeleteButton({ recording }: Props) {
  const remove = useDeleteRecording(recording)
  return (
    <ConfirmButton
      size="s"
      icon="trash-2"
      aria-label={t('Delete the recording of {title}', { title: recording.title })}
      confirm={{
        title: t('Delete recording'),
        description: rich(
          'Are you sure you want to delete the recording of “{title}”? Links to it will stop working. This action cannot be undone.',
          { title: <bdi>{recording.title}</bdi> },
        ),
        confirmLabel: t('Delete'),
        action: () => remove.mutateAsync(),
        success: { title: t('Success'), description: t('Recording deleted'), variant: 'success' },
        failure: t('Failed to delete the recording'),
      }}
    >
      {t('Delete')}
    </ConfirmButton>
  )
}
