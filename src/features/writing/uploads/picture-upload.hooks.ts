import { useState } from 'react'
import { messageOf } from '#web/api.ts'
import { type BucketName, uploadFailed } from '#providers/storage/storage.contract.ts'
import { faultOfImage, uploadImage } from './uploads.hooks.ts'

export type Uploaded = { ok: true; url: string } | { ok: false; message: string }

/** Uploads a picture, or returns why it was not uploaded. */
export async function uploadTo(bucketName: BucketName, file: File): Promise<Uploaded> {
  const refusal = faultOfImage(file)
  if (refusal !== null) return { ok: false, message: refusal }
  try {
    return { ok: true, url: (await uploadImage(file, bucketName)).address }
  } catch (reason) {
    return { ok: false, message: messageOf(reason, uploadFailed()) }
  }
}

interface Options {
  upload: (file: File) => Promise<Uploaded>
  onUploaded: (url: string) => void
  onBusy: (isBusy: boolean) => void
}

/** The state of a field for one uploaded picture. `choose` uploads a file unless another upload is in progress. */
export function usePictureUpload({ upload, onUploaded, onBusy }: Options) {
  const [isUploading, setUploading] = useState(false)
  const [fault, setFault] = useState<string>()

  async function choose(file: File): Promise<void> {
    if (isUploading) return
    setFault(undefined)
    setUploading(true)
    onBusy(true)
    const outcome = await upload(file)
    setUploading(false)
    onBusy(false)
    if (outcome.ok) onUploaded(outcome.url)
    else setFault(outcome.message)
  }

  return { isUploading, fault, choose: (file: File) => void choose(file) }
}
