import { AppError } from '#kernel/errors.ts'
import { asMember, route } from '#kernel/http.ts'
import { isForm, limitedForm } from '#kernel/limited-bytes.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { importSponsors } from './import-sponsors.ts'
import { maxImportMb, sponsorImportPath } from './sponsor-imports.contract.ts'

export const sponsorImportRoutes = [
  route(
    'POST',
    sponsorImportPath,
    asMember(async ({ request, member, ctx }) => {
      const file = await fileIn(request)
      const bytes = new Uint8Array(await file.arrayBuffer())
      const report = await importSponsors({ db: ctx.db, nowMs: ctx.clock.now() }, member.id, bytes)
      await ctx.announce('members', 'removals') // sponsors who ended, or are private now
      return report
    }),
    { limits: [perMember('sponsor-imports', 20, 600)] },
  ),
]

async function fileIn(request: Request): Promise<File> {
  if (!isForm(request)) throw new AppError('unsupported_type', 'The file must be sent as multipart/form-data.')
  const form = await limitedForm(request, maxImportMb * 1024 * 1024)
  if (!form) throw new AppError('too_large', `File size exceeds ${maxImportMb}MB limit`)
  const file = form.get('file')
  if (file instanceof File && file.size > 0) return file
  const message = 'Please choose a file'
  throw new AppError('invalid_input', message, { issues: [{ path: 'file', message }] })
}
