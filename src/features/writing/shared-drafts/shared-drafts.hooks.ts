import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { draftsQuery } from '#features/writing/drafts/drafts.hooks.ts'
import { call, queryIfThere, queryOf } from '#web/call.ts'
import {
  commentOnDraft,
  getDraftComments,
  getDraftLink,
  getSharedDraft,
  type linkDays,
  removeDraftComment,
  resolveDraftComment,
  revokeDraftLink,
  shareDraft,
} from './shared-drafts.contract.ts'

/** A shared draft; null if its link does not work. */
export const sharedDraftQuery = (token: string) => queryIfThere(getSharedDraft, { params: { token } })

const linkQuery = (key: string) => queryOf(getDraftLink, { params: { key } })
const commentsQuery = (key: string) => queryIfThere(getDraftComments, { params: { key } })

/** Returns the link to the member's draft, with functions to create and revoke it. */
export function useDraftLink(key: string) {
  const cache = useQueryClient()
  const { queryKey } = linkQuery(key)
  const update = async (link: Awaited<ReturnType<typeof create>> | null) => {
    cache.setQueryData(queryKey, link)
    await cache.invalidateQueries(draftsQuery)
  }
  const create = (expiresInDays: (typeof linkDays)[number]) =>
    call(shareDraft, { params: { key }, body: { expiresInDays } })
  return {
    ...useQuery({ ...linkQuery(key), gcTime: 0 }),
    share: async (days: (typeof linkDays)[number]) => update(await create(days)),
    revoke: async () => {
      await call(revokeDraftLink, { params: { key } })
      await update(null)
    },
  }
}

/** Returns the comments on the member's own draft. */
export function useDraftComments(key: string) {
  const cache = useQueryClient()
  const query = commentsQuery(key)
  const refetch = async () => {
    await Promise.all([cache.invalidateQueries(query), cache.invalidateQueries(draftsQuery)])
  }
  const { data } = useQuery(query)
  return {
    comments: data?.comments ?? [],
    resolve: async (id: number, isResolved: boolean) => {
      await call(resolveDraftComment, { params: { id }, body: { isResolved } })
      await refetch()
    },
    remove: async (id: number) => {
      await call(removeDraftComment, { params: { id } })
      await refetch()
    },
  }
}

interface WrittenComment {
  content: string
  authorName?: string
  writingMs: number
}

/** Returns a function that sends a comment on a shared draft, and one that deletes the reader's own comment. */
export function useSharedComments(token: string) {
  const cache = useQueryClient()
  const refetch = () => cache.invalidateQueries({ queryKey: sharedDraftQuery(token).queryKey })
  const { mutateAsync: send } = useMutation({
    mutationFn: (comment: WrittenComment) => call(commentOnDraft, { params: { token }, body: JSON.stringify(comment) }),
    onSuccess: refetch,
  })
  const { mutateAsync: remove } = useMutation({
    mutationFn: (id: number) => call(removeDraftComment, { params: { id } }),
    onSuccess: refetch,
  })
  return { send, remove }
}
