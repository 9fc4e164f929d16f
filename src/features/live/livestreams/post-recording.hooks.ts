import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#messages/messages.ts'
import { refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { deletePost, idempotencyHeader, publishPost } from '#features/writing/posts/posts.contract.ts'
import { call } from '#web/call.ts'
import { randomHex } from '#web/random-hex.ts'
import { type Recording, recordingHref } from './recordings.contract.ts'

/** Publishes a post with a link to the recording. A retry after a lost response does not publish it again. `undo`
 *  deletes the post. */
export function usePostRecording(recording: Recording) {
  const cache = useQueryClient()
  const [key, setKey] = useState(() => randomHex(16))
  const onSuccess = () => refetchPosts(cache)
  const publish = useMutation({
    mutationFn: () => call(publishPost, { body: postOf(recording) }, { headers: { [idempotencyHeader]: key } }),
    onSuccess,
  })
  const undo = useMutation({
    mutationFn: (id: number) => call(deletePost, { params: { id } }),
    onSuccess() {
      setKey(randomHex(16))
      return onSuccess()
    },
  })
  return { publish, undo }
}

const postOf = (recording: Recording) => ({
  title: recording.title,
  content: `${t('I was live. Here’s the recording:')}\n\n${location.origin}${recordingHref(recording)}`,
  isLongForm: false as const,
})
