import { type ChangeEvent, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { maxUploadMb, uploadFailed } from '#providers/storage/storage.contract.ts'
import { imageTypes } from '#features/writing/uploads/uploads.contract.ts'
import { faultOfImage, uploadImage } from '#features/writing/uploads/uploads.hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { RowTools } from '#ui/row-tools.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { Loaded } from '#web/loaded.tsx'
import { useFocusAfterwards } from '#web/use-focus-afterwards.ts'
import { maxAltLength, maxPictures, type PictureInput } from './project-pictures.contract.ts'
import type { Project } from './projects.contract.ts'
import { useProjectPictures } from './projects.hooks.ts'

interface Props {
  project: Project | null
  /** Null until they are changed. */
  pictures: PictureInput[] | null
  onChange: (change: (current: PictureInput[] | null) => PictureInput[]) => void
  onBusy: (isBusy: boolean) => void
}

/** The pictures on the project's page, with controls for uploading, describing, moving, and removing them. */
export const ProjectGalleryField = ({ project, ...props }: Props) =>
  project ? <SavedGallery projectId={project.id} {...props} /> : <GalleryOf saved={[]} {...props} />

function SavedGallery({ projectId, ...props }: Omit<Props, 'project'> & { projectId: number }) {
  return (
    <Loaded
      query={useProjectPictures(projectId)}
      loading={<Skeletons count={1} label={t('Loading pictures')} />}
      failed={t('The project’s pictures failed to load')}
    >
      {({ pictures }) => <GalleryOf saved={pictures.map(({ src, alt }) => ({ src, alt }))} {...props} />}
    </Loaded>
  )
}

/** The saved pictures until they are changed. */
const GalleryOf = ({ saved, pictures, onChange, onBusy }: Omit<Props, 'project'> & { saved: PictureInput[] }) => (
  <GalleryEditor
    pictures={pictures ?? saved}
    onChange={(change) => onChange((current) => change(current ?? saved))}
    onBusy={onBusy}
  />
)

interface EditorProps {
  pictures: PictureInput[]
  onChange: (change: (current: PictureInput[]) => PictureInput[]) => void
  onBusy: (isBusy: boolean) => void
}

function GalleryEditor({ pictures, onChange, onBusy }: EditorProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const focusNext = useFocusAfterwards(list)
  const { isUploading, fault, upload } = useUploads({ pictures, onChange, onBusy })
  const file = useRef<HTMLInputElement>(null)

  function move(from: number, to: number) {
    onChange((current) => current.toSpliced(from, 1).toSpliced(to, 0, current[from]!))
    const [same, other] = to < from ? ['up', 'down'] : ['down', 'up']
    focusNext(`pictures.${to}.${same}`, `pictures.${to}.${other}`)
  }

  function remove(index: number) {
    onChange((current) => current.toSpliced(index, 1))
    focusNext(`pictures.${Math.min(index, pictures.length - 2)}.remove`, 'pictures.add')
  }

  const describe = (index: number, alt: string) =>
    onChange((current) => current.map((picture, at) => (at === index ? { ...picture, alt } : picture)))

  return (
    <fieldset className="project-gallery-field" ref={list}>
      <legend className="field-label">{t('Pictures')}</legend>
      <p className="field-hint">
        {t('Up to {maxPictures} pictures, {maxUploadMb} MB each. They appear on the project’s page in this order.', {
          maxPictures,
          maxUploadMb,
        })}
      </p>
      {pictures.length > 0 && (
        <ol>
          {pictures.map(({ src, alt }, index) => (
            <li key={src}>
              <img src={src} alt="" />
              <TextInput
                label={t('Alt text of picture {number}', { number: index + 1 })}
                name={`pictures.${index}.alt`}
                maxLength={maxAltLength}
                autoComplete="off"
                placeholder={t('What the picture shows')}
                value={alt}
                onChange={(event) => describe(index, event.target.value)}
              />
              <RowTools
                name={`pictures.${index}`}
                label={t('picture {number}', { number: index + 1 })}
                index={index}
                count={pictures.length}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      <div className="row">
        <Button
          name="pictures.add"
          icon="plus"
          size="s"
          busy={isUploading}
          disabled={pictures.length >= maxPictures}
          onClick={() => file.current?.click()}
        >
          {isUploading ? t('Uploading image...') : t('Add pictures')}
        </Button>
        <input
          ref={file}
          type="file"
          multiple
          accept={imageTypes}
          aria-label={t('Pictures to add')}
          className="visually-hidden"
          tabIndex={-1}
          onChange={(event) => void upload(event)}
        />
      </div>
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** Uploads the chosen files one after another. Files that arrive before one that is rejected are added. */
function useUploads({ pictures, onChange, onBusy }: EditorProps) {
  const [isUploading, setUploading] = useState(false)
  const [fault, setFault] = useState<string>()

  async function addAll(files: File[]): Promise<string | undefined> {
    for (const [index, chosen] of files.entries()) {
      if (pictures.length + index >= maxPictures)
        return t('A project can have at most {maxPictures} pictures.', { maxPictures })
      const refusal = faultOfImage(chosen)
      if (refusal) return `${chosen.name}: ${refusal}`
      const { address } = await uploadImage(chosen, 'project-images')
      onChange((current) => [...current, { src: address, alt: '' }])
    }
    return undefined
  }

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])]
    if (files.length === 0 || isUploading) return
    setUploading(true)
    onBusy(true)
    try {
      setFault(await addAll(files))
    } catch (reason) {
      setFault(messageOf(reason, uploadFailed()))
    } finally {
      target.value = ''
      setUploading(false)
      onBusy(false)
    }
  }

  return { isUploading, fault, upload }
}
