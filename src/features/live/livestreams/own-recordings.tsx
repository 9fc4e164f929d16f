import { useState } from 'react'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { messageOf } from '#web/api.ts'
import { usePostRecording } from './post-recording.hooks.ts'
import { RecordingLink } from './recording-link.tsx'
import type { Recording } from './recordings.contract.ts'
import { useDeleteRecording, useOwnRecordings } from './recordings.hooks.ts'
import './own-recordings.css'

/** What was recorded of a stream of one's own, to be shown to others or deleted. */
export function OwnRecordings({ livestreamId }: { livestreamId: number }) {
  const { data = [] } = useOwnRecordings()
  const recordings = data.filter((recording) => recording.livestreamId === livestreamId)
  if (recordings.length === 0) return null
  return (
    <section className="own-recordings">
      <h3 className="overline">Recordings</h3>
      <ul className="own-recordings-list">
        {recordings.map((recording) => (
          <li key={recording.id} className="own-recording">
            <RecordingLink recording={recording} />
            <span className="row">
              {recording.isPublic && <PostIt recording={recording} />}
              <DeleteIt recording={recording} />
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

const failed = (reason: unknown, description: string) =>
  showToast({ title: 'Error', description: messageOf(reason, description), variant: 'error' })

/** One click and it is published; it can be taken back. */
function PostIt({ recording }: Props) {
  const { publish, takeBack } = usePostRecording(recording)
  async function undo(postId: number) {
    try {
      await takeBack.mutateAsync(postId)
      showToast({ title: 'Post deleted', variant: 'success' })
    } catch (reason) {
      failed(reason, 'Failed to delete post. Please try again.')
    }
  }
  async function post() {
    try {
      const { id } = await publish.mutateAsync()
      showToast({
        title: 'Posted',
        description: 'Your recording is in the feed.',
        variant: 'success',
        link: { label: 'View', href: postAddress.href({ id }) },
        action: { label: 'Undo', onSelect: () => void undo(id) },
      })
    } catch (reason) {
      failed(reason, 'Failed to publish post. Please try again.')
    }
  }
  return (
    <Button
      size="s"
      icon="send"
      busy={publish.isPending}
      aria-label={`Post the recording of ${recording.title}`}
      onClick={() => void post()}
    >
      Post it
    </Button>
  )
}

function DeleteIt({ recording }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync, isPending } = useDeleteRecording(recording)
  async function remove() {
    try {
      await mutateAsync()
      showToast({ title: 'Success', description: 'Recording deleted', variant: 'success' })
    } catch (reason) {
      failed(reason, 'Failed to delete the recording')
    }
    setAsking(false)
  }
  return (
    <>
      <Button
        size="s"
        icon="trash-2"
        aria-label={`Delete the recording of ${recording.title}`}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete Recording"
        description={
          <>
            Are you sure you want to delete the recording of “<bdi>{recording.title}</bdi>”? Links to it lead nowhere
            then. This action cannot be undone.
          </>
        }
        confirmLabel="Delete"
        isBusy={isPending}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
