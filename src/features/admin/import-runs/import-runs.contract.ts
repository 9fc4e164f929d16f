import * as z from 'zod/mini'
import { locale, t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { ReportCounts, RunReport } from './import-report.contract.ts'

/** Files are uploaded in parts of this size, so that neither slow connections nor proxies limit how large a file can
 *  be. */
export const partBytes = 4 * 1024 * 1024
export const listedRuns = 10
export const reportDays = 90
export const fileHours = 24
/** File names for the `accept` attribute of a file input. */
export const fileTypes = '.zip,.tar.gz,.tgz,.tar,.json,.xml,.car,.md,.mdx,.markdown'
const supported = /\.(?:zip|tar\.gz|tgz|tar|json|xml|car|mdx?|markdown)$/i
const bluesky = /^bluesky:[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i

const unsupportedFile = (): string =>
  t(
    'This file type can’t be imported. Choose a .zip, .tar.gz, .json, .xml, .car, or .md file. To import a folder, compress it to a .zip file first.',
  )
export const fileTooLarge = (maxBytes: number): string =>
  t('The file is too large: at most {size} MB can be uploaded. An administrator can import it from the command line.', {
    size: Math.floor(maxBytes / 1024 ** 2).toLocaleString(locale()),
  })
const emptyFile = (): string => t('The file is empty.')

export const isBluesky = (name: string): boolean => name.startsWith('bluesky:')

export const RunState = z.enum([
  'uploading',
  'uploaded',
  'checking',
  'checked',
  'importing',
  'done',
  'failed',
  'canceled',
])
export type RunState = z.infer<typeof RunState>

const Count = z.int().check(z.gte(0))

/** An import. `name`: the file, or `bluesky:` and a handle. `done` of `total` items have been processed; `total` is
 *  0 until the source has been read. */
export const ImportRun = z.object({
  id: Id,
  name: z.string(),
  oldSite: z.nullable(z.string()),
  state: RunState,
  receivedBytes: Count,
  sizeBytes: Count,
  done: Count,
  total: Count,
  error: z.nullable(z.string()),
  hasReport: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type ImportRun = z.infer<typeof ImportRun>

/** A member's latest imports, newest first, and the file size limit. */
export const ImportRuns = z.object({ runs: z.array(ImportRun), maxBytes: Count })
export type ImportRuns = z.infer<typeof ImportRuns>

/** The first entries of each list in the report, and the lists' full lengths. */
export const ReportExcerpt = z.object({ report: RunReport, counts: ReportCounts })
export type ReportExcerpt = z.infer<typeof ReportExcerpt>

const oldSiteFault = (): string => t('Enter the URL of your old site, such as https://old.example')
/** A site's address, with or without `https://`. Empty text becomes null. */
const OldSite = z.pipe(
  z._default(z.nullable(z.string().check(z.maxLength(300, { error: oldSiteFault }))), null),
  z.transform((text, context) => {
    const typed = (text ?? '').trim()
    if (typed === '') return null
    const url = URL.parse(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`)
    if (url && /^https?:$/.test(url.protocol) && url.hostname.includes('.')) return url.origin
    context.issues.push({ code: 'custom', message: oldSiteFault(), input: text })
    return z.NEVER
  }),
)

/** `name`: the name of the file, or `bluesky:` and a handle, for which no file is uploaded. */
export const RunInput = z
  .object({
    name: z.string('name must be text').check(
      z.minLength(1, { error: () => t('Choose a file') }),
      z.maxLength(300, { error: () => t('The file name is too long.') }),
      z.refine((name) => bluesky.test(name) || (!isBluesky(name) && supported.test(name)), {
        error: ({ input }) =>
          isBluesky(String(input)) ? t('Enter a handle, such as bluesky:you.bsky.social') : unsupportedFile(),
      }),
    ),
    sizeBytes: z.int('sizeBytes must be a whole number').check(z.gte(0, 'sizeBytes must not be negative')),
    oldSite: OldSite,
  })
  .check(z.refine(({ name, sizeBytes }) => isBluesky(name) || sizeBytes > 0, { path: ['name'], error: emptyFile }))

const params = { id: IdText }

export const listImportRuns = endpoint('GET /api/imports', {
  summary: 'List your latest imports',
  access: 'member',
  answer: ImportRuns,
})
/** Replaces an import that has not been started. */
export const createImportRun = endpoint('POST /api/imports', {
  summary: 'Prepare an import',
  access: 'writer',
  body: RunInput,
  answer: ImportRun,
  creates: true,
  limits: [perMember('imports', 30, 3600)],
})
/** `offset`: the number of bytes received so far. */
export const uploadImportPart = endpoint('PUT /api/imports/:id/file', {
  summary: 'Upload the next part of the file',
  access: 'writer',
  params,
  query: z.object({ offset: z.coerce.number().check(z.int(), z.gte(0)) }),
  body: media('application/octet-stream'),
  answer: ImportRun,
  limits: [perMember('import parts', 1200, 60)],
})
export const checkImportRun = endpoint('PUT /api/imports/:id/check', {
  summary: 'Check what an import would do',
  access: 'writer',
  params,
  answer: ImportRun,
  limits: [perMember('import starts', 60, 3600)],
})
export const startImportRun = endpoint('PUT /api/imports/:id/start', {
  summary: 'Start an import',
  access: 'writer',
  params,
  answer: ImportRun,
  limits: [perMember('import starts', 60, 3600)],
})
/** Keeps what has been imported so far. */
export const cancelImportRun = endpoint('PUT /api/imports/:id/cancellation', {
  summary: 'Cancel an import',
  access: 'member',
  params,
  answer: ImportRun,
})
export const getImportExcerpt = endpoint('GET /api/imports/:id/excerpt', {
  summary: 'Get an import’s report, with the first 100 entries of each list',
  access: 'member',
  params,
  answer: ReportExcerpt,
})
export const getImportReport = endpoint('GET /api/imports/:id/report', {
  summary: 'Get an import’s full report, as JSON and as text',
  access: 'member',
  params,
  answer: z.object({ report: RunReport, text: z.string() }),
})
