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
  restoreDraftComment,
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
    deletable: deletableComments(key, refetch),
  }
}

/** Returns functions that delete and restore comments on a draft. */
const deletableComments = (draft: string, refetch: () => Promise<unknown>) => ({
  list: `draft ${draft}`,
  elementId: (id: number) => `draft-comment-${id}`,
  remove: (id: number) => call(removeDraftComment, { params: { id } }, { keepalive: true }),
  restore: (id: number) => call(restoreDraftComment, { params: { id } }, { keepalive: true }),
  refetch,
})

interface WrittenComment {
  content: string
  authorName?: string
  writingMs: number
}

/** Returns a function that sends a comment on a shared draft, and those that delete and restore the reader's own. */
export function useSharedComments(token: string) {
  const cache = useQueryClient()
  const refetch = () => cache.invalidateQueries({ queryKey: sharedDraftQuery(token).queryKey })
  const { mutateAsync: send } = useMutation({
    mutationFn: (comment: WrittenComment) => call(commentOnDraft, { params: { token }, body: JSON.stringify(comment) }),
    onSuccess: refetch,
  })
  return { send, deletable: deletableComments(token, refetch) }
}
