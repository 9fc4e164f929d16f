import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#features/posts/posts.contract.ts'
import { patchPost, refetchPosts } from '#features/posts/posts.hooks.ts'
import { send } from '#web/api.ts'
import { PinState, pinPath } from './pins.contract.ts'

/** Pins the post, or unpins it; the lists that show it are read again. */
export function usePin({ id }: Pick<Post, 'id'>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (isPinned: boolean) => send(isPinned ? 'PUT' : 'DELETE', pinPath(id), PinState),
    onSuccess: (state) => {
      patchPost(cache, id, state)
      return refetchPosts(cache)
    },
  })
}
