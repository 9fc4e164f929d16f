import { useQuery } from '@tanstack/react-query'
import { call, queryOf, useRefetch } from '#web/call.ts'
import { saveFile } from '#web/save-file.ts'
import {
  cancelImportRun,
  checkImportRun,
  createImportRun,
  getImportExcerpt,
  getImportReport,
  type ImportRun,
  listImportRuns,
  partBytes,
  startImportRun,
  uploadImportPart,
} from './import-runs.contract.ts'

const refreshMs = 2000

export const isUnderWay = ({ state }: Pick<ImportRun, 'state'>): boolean =>
  state === 'checking' || state === 'importing'

/** Reports whether the run is in progress or waiting for the member. */
export const isOpen = (run: Pick<ImportRun, 'state'>): boolean =>
  isUnderWay(run) || run.state === 'uploaded' || run.state === 'checked'

/** Loads the member's latest imports, and refreshes them while one is running. */
export const useImportRuns = () =>
  useQuery({
    ...queryOf(listImportRuns, {}),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data?.runs.some(isUnderWay) ? refreshMs : false),
  })

/** Loads a run's report, which changes when a checked file is imported. */
export const useImportExcerpt = ({ id, state }: ImportRun) => {
  const query = queryOf(getImportExcerpt, { params: { id } })
  return useQuery({ ...query, queryKey: [...query.queryKey, state] as const })
}

/** What to import. `file`: null for a Bluesky account. */
export interface Source {
  name: string
  file: File | null
  oldSite: string | null
}

/** Returns the actions on imports. They throw ApiError. */
export function useImportActions() {
  const refetch = useRefetch(listImportRuns)
  const act = async (action: Promise<unknown>) => {
    await action.finally(() => refetch())
  }
  return {
    /** Uploads the source and starts the check. @param onSent called with the number of bytes sent */
    check: (source: Source, onSent: (bytes: number) => void, signal: AbortSignal) =>
      act(uploadAndCheck(source, onSent, signal)),
    checkAgain: ({ id }: ImportRun) => act(call(checkImportRun, { params: { id } })),
    start: ({ id }: ImportRun) => act(call(startImportRun, { params: { id } })),
    cancel: ({ id }: ImportRun) => act(call(cancelImportRun, { params: { id } })),
  }
}

async function uploadAndCheck(
  { name, file, oldSite }: Source,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { id } = await call(createImportRun, { body: { name, sizeBytes: file?.size ?? 0, oldSite } }, { signal })
  if (file) await uploadParts(id, file, onSent, signal)
  await call(checkImportRun, { params: { id } }, { signal })
}

async function uploadParts(
  id: number,
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let offset = 0; offset < file.size; offset += partBytes) {
    onSent(offset)
    const body = file.slice(offset, offset + partBytes)
    await call(uploadImportPart, { params: { id }, query: { offset }, body }, { signal })
  }
}

/** Downloads a run's report as a file. */
export async function downloadReport({ id, name }: ImportRun, format: 'text' | 'json'): Promise<void> {
  const { report, text } = await call(getImportReport, { params: { id } })
  const content = format === 'json' ? JSON.stringify(report, null, 2) : text
  const type = format === 'json' ? 'application/json' : 'text/plain;charset=utf-8'
  const fileName = `import-${id}-${name.replace(/[^a-z0-9]+/gi, '-').slice(0, 60)}.${format === 'json' ? 'json' : 'txt'}`
  saveFile(new Blob([`${content}\n`], { type }), fileName)
}
