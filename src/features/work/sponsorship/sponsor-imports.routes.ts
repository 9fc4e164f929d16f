import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { isForm, limitedForm } from '#kernel/limited-bytes.ts'
import { importSponsors, maxImportMb } from './sponsor-imports.contract.ts'

export const sponsorImportRoutes = [
  implement(importSponsors, async ({ request, member, ctx }) => {
    const file = await fileIn(request)
    const { importSponsorFile } = await import('./import-sponsors.ts')
    const bytes = new Uint8Array(await file.arrayBuffer())
    return importSponsorFile({ db: ctx.db, nowMs: ctx.clock.now() }, member.id, bytes)
  }),
]

async function fileIn(request: Request): Promise<File> {
  if (!isForm(request)) throw new AppError('unsupported_type', t('The file must be sent as multipart/form-data.'))
  const form = await limitedForm(request, maxImportMb * 1024 * 1024)
  if (!form) throw new AppError('too_large', t('File size exceeds {maxImportMb}MB limit', { maxImportMb }))
  const file = form.get('file')
  if (file instanceof File && file.size > 0) return file
  const message = t('Choose a file')
  throw new AppError('invalid_input', message, { issues: [{ path: 'file', message }] })
}
