import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchPosts } from '#features/posts/posts.hooks.ts'
import { idempotencyHeader, Post, postPath, postsPath } from '#features/posts/posts.contract.ts'
import { Nothing, send } from '#web/api.ts'
import { randomHex } from '#web/random-hex.ts'
import { type Recording, recordingHref } from './recordings.contract.ts'

/** Publishes a post that leads to the recording; asked for again after an answer that was lost, it is the same one.
 *  `takeBack` deletes it. */
export function usePostRecording(recording: Recording) {
  const cache = useQueryClient()
  const [key, setKey] = useState(() => randomHex(16))
  const onSuccess = () => refetchPosts(cache)
  const publish = useMutation({
    mutationFn: () => send('POST', postsPath, Post, postOf(recording), { [idempotencyHeader]: key }),
    onSuccess,
  })
  const takeBack = useMutation({
    mutationFn: (postId: number) => send('DELETE', postPath(postId), Nothing),
    onSuccess() {
      setKey(randomHex(16))
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
