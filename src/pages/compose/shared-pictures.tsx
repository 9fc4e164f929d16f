import { useEffect, useState } from 'react'
import type { Shared } from '#features/writing/posts/shared-form.hooks.ts'

/** The pictures that another app shares, and why the site would reject others. */
export function SharedPictures({ pictures, rejected }: Pick<Shared, 'pictures' | 'rejected'>) {
  const [previews] = useState(() => pictures.map((file) => ({ name: file.name, url: URL.createObjectURL(file) })))
  useEffect(() => () => previews.forEach(({ url }) => URL.revokeObjectURL(url)), [previews])
  return (
    <>
      {previews.length > 0 && (
        <ul className="compose-pictures">
          {previews.map(({ name, url }) => (
            <li key={url}>
              <img src={url} alt={name} />
            </li>
          ))}
        </ul>
      )}
      {rejected.map((reason) => (
        <p key={reason} className="field-error">
          {reason}
        </p>
      ))}
    </>
  )
}
