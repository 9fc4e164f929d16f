import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { patchPost, refetchPosts } from '#features/writing/posts/posts.hooks.ts'
import { call } from '#web/call.ts'
import { pinPost, unpinPost } from './pins.contract.ts'

/** Pins or unpins the post, and refetches the lists that show it. */
export function usePin({ id }: Pick<Post, 'id'>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (isPinned: boolean) => call(isPinned ? pinPost : unpinPost, { params: { id } }),
    onSuccess: (state) => {
      patchPost(cache, id, state)
      return refetchPosts(cache)
    },
  })
}
