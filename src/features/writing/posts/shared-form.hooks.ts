import { useEffect, useState } from 'react'
import { faultOfImage } from '#features/writing/uploads/uploads.hooks.ts'
import { readSharedForm } from '#web/offline/shared-forms.ts'
import { sharedPictures, sharedText } from './shared-text.contract.ts'

/** What another app or site shares, as the composer accepts it. */
export interface Shared {
  text: string
  pictures: File[]
  /** The names of pictures that the site would reject, with the reasons. */
  rejected: string[]
  /** Whether pictures were shared that this browser does not have. */
  isIncomplete: boolean
}

/** Reads what the query refers to. Null while reading. */
export function useShared(search: string): Shared | null {
  const [shared, setShared] = useState<Shared | null>(null)
  useEffect(() => {
    let isCurrent = true
    void read(new URLSearchParams(search)).then((found) => isCurrent && setShared(found))
    return () => {
      isCurrent = false
    }
  }, [search])
  return shared
}

async function read(query: URLSearchParams): Promise<Shared> {
  const id = query.get('shared')
  const form = id === null ? null : await readSharedForm(id).catch(() => null)
  const files = form?.getAll(sharedPictures).filter((value) => value instanceof File) ?? []
  return {
    text: sharedText(form ?? query),
    pictures: files.filter((file) => faultOfImage(file) === null),
    rejected: [...new Set(files.flatMap((file) => rejectionOf(file)))],
    isIncomplete: id !== null && form === null,
  }
}

function rejectionOf(file: File): string[] {
  const fault = faultOfImage(file)
  return fault === null ? [] : [`${file.name}: ${fault}`]
}

let chosen: File[] = []

/** Passes pictures that the member has chosen to the composer, which is on another page. */
export function choosePictures(pictures: File[]): void {
  chosen = pictures
}

/** Returns the chosen pictures, and forgets them. */
export function consumeChosenPictures(): File[] {
  const pictures = chosen
  chosen = []
  return pictures
}
