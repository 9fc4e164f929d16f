import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getUser, getUserByUsername } from '#features/people/profiles/profiles.contract.ts'
import { call, queryIfThere, queryOf, readsOf } from '#web/call.ts'
import { saveFile } from '#web/save-file.ts'
import { useRefetchAsOwner } from '#web/use-refetch-as-owner.ts'
import { jsonResumeOf } from './json-resume.contract.ts'
import { getOwnResume, getResume, type ResumeInput, saveResume } from './resumes.contract.ts'

/** Resolves to null if there is no CV that the viewer may see. */
export const resumeQuery = (username: string) => queryIfThere(getResume, { params: { username } })

export function useResume(username: string) {
  const result = useQuery(resumeQuery(username))
  useRefetchAsOwner(result)
  return result
}

const ownResumeQuery = queryOf(getOwnResume, {})

export const useOwnResume = () => useQuery({ ...ownResumeQuery, refetchOnMount: 'always' })

/** Saves the member's CV and shows the server's version of it. */
export function useSaveResume() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (input: ResumeInput) => {
      const saved = await call(saveResume, { body: input })
      await cache.cancelQueries({ queryKey: ownResumeQuery.queryKey })
      cache.setQueryData(ownResumeQuery.queryKey, saved)
      void cache.invalidateQueries(readsOf(getResume, getUser, getUserByUsername))
    },
  })
}

/** Downloads the member's saved CV as JSON Resume, whether it is published or not. @throws ApiError */
export async function downloadJsonResume(username: string): Promise<void> {
  const resume = await call(getResume, { params: { username } })
  const json = JSON.stringify(jsonResumeOf(resume, location.origin), null, 2)
  saveFile(new Blob([json], { type: 'application/json' }), `cv-${username}.json`)
}
