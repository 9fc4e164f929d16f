import type { ListedObject, StoredObject } from './objects.store.ts'
import { cacheSeconds } from './storage.ts'

const cacheControl = `max-age=${cacheSeconds}`

/** An object in the `info` response. */
export const infoOf = (object: StoredObject) => ({
  id: object.id,
  name: object.path,
  version: object.file,
  bucket_id: object.bucket,
  size: object.bytes,
  content_type: object.contentType,
  cache_control: cacheControl,
  etag: object.etag,
  metadata: {},
  last_modified: object.updatedAt.toISOString(),
  created_at: object.createdAt.toISOString(),
})

/** An object or a folder in the `list` response. */
export const listedOf = (object: ListedObject) =>
  object.isFolder
    ? { name: object.name, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
    : { ...datesOf(object), name: object.name, id: object.id, metadata: metadataOf(object) }

/** An object in the `remove` response. */
export const removedOf = (object: StoredObject) => ({
  ...datesOf(object),
  name: object.path,
  id: object.id,
  bucket_id: object.bucket,
  version: object.file,
  metadata: metadataOf(object),
})

const datesOf = ({ createdAt, updatedAt }: StoredObject) => ({
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
  last_accessed_at: updatedAt.toISOString(),
})

const metadataOf = ({ etag, bytes, contentType, updatedAt }: StoredObject) => ({
  eTag: etag,
  size: bytes,
  mimetype: contentType,
  cacheControl,
  lastModified: updatedAt.toISOString(),
  contentLength: bytes,
  httpStatusCode: 200,
})
