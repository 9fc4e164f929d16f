import { editPostAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { page } from '../page.ts'

export const editPostPage = page(editPostAddress, {
  name: 'edit-post',
  view: async () => (await import('./edit-post.tsx')).editPostView,
  guard: true,
})
