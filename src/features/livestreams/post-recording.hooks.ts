import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchPosts } from '#features/posts/posts.hooks.ts'
import { idempotencyHeader, Post, postPath, postsPath } from '#features/posts/posts.contract.ts'
import { Nothing, send } from '#web/api.ts'
import { type Recording, recordingHref } from './recordings.contract.ts'

/** Publishes a post that leads to the recording; asked for again after an answer that was lost, it is the same one.
 *  `takeBack` deletes it. */
export function usePostRecording(recording: Recording) {
  const cache = useQueryClient()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const onSuccess = () => refetchPosts(cache)
  const publish = useMutation({
    mutationFn: () => send('POST', postsPath, Post, postOf(recording), { [idempotencyHeader]: key }),
    onSuccess,
  })
  const takeBack = useMutation({
    mutationFn: (postId: number) => send('DELETE', postPath(postId), Nothing),
    onSuccess() {
      setKey(crypto.randomUUID())
      return onSuccess()
    },
  })
  return { publish, takeBack }
}

const postOf = (recording: Recording) => ({
  title: recording.title,
  content: `I was live, and it was recorded:\n\n${location.origin}${recordingHref(recording)}`,
  isLongForm: false,
})
