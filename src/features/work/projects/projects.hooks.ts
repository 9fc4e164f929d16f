import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#messages/messages.ts'
import { ApiError, messageOf } from '#web/api.ts'
import { call, queryIfThere, queryOf, readsOf } from '#web/call.ts'
import { getProjectPictures } from './project-pictures.contract.ts'
import { getProjectRepository } from './project-repositories.contract.ts'
import {
  createProject,
  deleteProject,
  getProject,
  getProjectMentions,
  listProjects,
  type Project,
  type ProjectInput,
  updateProject,
} from './projects.contract.ts'

/** Filters a list of projects. */
export interface ProjectChoice {
  page?: number
  username?: string | undefined
  userId?: number | undefined
  technology?: string | undefined
}

export const projectListQuery = ({ page = 1, ...choice }: ProjectChoice) =>
  queryOf(listProjects, { query: { page: page > 1 ? page : undefined, ...choice } })

/** A page of projects. While another page loads, the previous one stays on screen. */
export const useProjects = (choice: ProjectChoice) =>
  useQuery({ ...projectListQuery(choice), placeholderData: keepPreviousData })

/** Resolves to null for an unknown project. */
export const projectQuery = (id: number) => queryIfThere(getProject, { params: { id } })
export const useProject = (id: number) => useQuery(projectQuery(id))

export const projectMentionsQuery = (id: number) => queryOf(getProjectMentions, { params: { id } })
export const useProjectMentions = (id: number) => useQuery(projectMentionsQuery(id))

export const projectPicturesQuery = (id: number) => queryOf(getProjectPictures, { params: { id } })
export const useProjectPictures = (id: number) => useQuery(projectPicturesQuery(id))

export const projectRepositoryQuery = (id: number) => queryOf(getProjectRepository, { params: { id } })
export const useProjectRepository = (id: number) => useQuery(projectRepositoryQuery(id))

/** Adds or updates a project. @throws ApiError */
export function useSaveProject(project: Project | null) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (input: ProjectInput) =>
      project ? call(updateProject, { params: { id: project.id }, body: input }) : call(createProject, { body: input }),
    onSuccess: (saved) => {
      cache.setQueryData(projectQuery(saved.id).queryKey, saved)
      void cache.invalidateQueries({ queryKey: projectRepositoryQuery(saved.id).queryKey })
      void cache.invalidateQueries({ queryKey: projectPicturesQuery(saved.id).queryKey })
      return refetchProjects(cache)
    },
  })
}

export function useDeleteProject(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteProject, { params: { id } }),
    onSuccess: () => refetchProjects(cache),
  })
}

/** Refetches the project lists on screen and marks the others as stale. */
export const refetchProjects = (cache: QueryClient): Promise<void> => cache.invalidateQueries(readsOf(listProjects))

/** Returns the toast for a failed change. It shows the server's message for errors that the member can fix. Source:
 *  docs/product.md, Errors. */
export function failureOf(reason: unknown, doing: keyof typeof failures) {
  const { title, fallback } = failures[doing]
  const isTheirs = reason instanceof ApiError && reason.status < 500
  return { title, description: isTheirs ? messageOf(reason, fallback) : fallback }
}

const failures = {
  creating: {
    title: t('Error creating project'),
    fallback: t('There was an error creating your project. Please try again.'),
  },
  updating: {
    title: t('Error updating project'),
    fallback: t('There was an error updating your project. Please try again.'),
  },
  deleting: {
    title: t('Error deleting project'),
    fallback: t('There was an error deleting your project. Please try again.'),
  },
}
