import { randomBytes } from 'node:crypto'
import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import type { Call, Member } from '#kernel/http.ts'
import { processImage, type ProcessedImage } from '#kernel/images.ts'
import { implement } from '#kernel/implement.ts'
import { isForm, limitedForm } from '#kernel/limited-bytes.ts'
import { bucketRules } from '#providers/storage/storage.ts'
import { maxProfilePictureMb, uploadPicture } from './uploads.contract.ts'
import {
  BucketName,
  bucketMissing,
  bytesOf,
  fileTooLarge,
  maxUploadMb,
  type ObjectKey,
  uploadFailed,
} from '#providers/storage/storage.contract.ts'

export const uploadRoutes = [
  implement(uploadPicture, async (call) => {
    const { file, bucket } = await readForm(call.request)
    const image = await processImage(new Uint8Array(await file.arrayBuffer()), bucketRules[bucket])
    const place = await putUnderNewName(call, bucket, image)
    const { storage } = call.ctx
    const { width, height } = image
    return { publicUrl: storage.publicUrl(place), address: storage.addressOf(place), width, height }
  }),
]

async function readForm(request: Request): Promise<{ file: File; bucket: BucketName }> {
  if (!isForm(request)) throw new AppError('unsupported_type', t('The file must be sent as multipart/form-data.'))
  const form = await limitedForm(request, bytesOf(maxUploadMb))
  if (!form) throw new AppError('too_large', fileTooLarge(maxUploadMb))
  const [file, name] = [form.get('file'), form.get('bucketName')]
  const bucket = BucketName.safeParse(name)
  if (!bucket.success) throw fault('bucketName', bucketMissing(typeof name === 'string' ? name.slice(0, 100) : ''))
  if (!(file instanceof File) || file.size === 0) throw fault('file', t('Choose a file'))
  const maxMb = bucket.data === 'profile-images' ? maxProfilePictureMb : maxUploadMb
  if (file.size > bytesOf(maxMb)) throw new AppError('too_large', fileTooLarge(maxMb))
  return { file, bucket: bucket.data }
}

const fault = (path: string, message: string) => new AppError('invalid_input', message, { issues: [{ path, message }] })

const tries = 3

/** Names contain the time and random characters, so a second attempt is rarely needed. Source: docs/product.md,
 *  Validation. */
async function putUnderNewName(
  { ctx, member, request }: Pick<Call<Member>, 'ctx' | 'member' | 'request'>,
  bucket: BucketName,
  image: ProcessedImage,
): Promise<ObjectKey> {
  for (let i = 0; i < tries; i++) {
    const path = `${member.id}/${ctx.clock.now()}-${randomBytes(9).toString('base64url')}.${image.extension}`
    const authorization = request.headers.get('authorization')
    const outcome = await ctx.storage.put({ bucket, path, image, ownerId: member.id, authorization })
    if (outcome === 'stored') return { bucket, path }
  }
  throw new AppError('internal', uploadFailed())
}
