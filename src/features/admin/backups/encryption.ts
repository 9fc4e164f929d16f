import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer, json } from 'node:stream/consumers'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import * as z from 'zod/mini'
import { webStreamOf } from '#kernel/web-stream.ts'
import { BackupError, DamagedFile, isReadFailure } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'
import { type BackupIndex, isIndexPath } from './manifest.contract.ts'

/** How to encrypt new backups and read encrypted ones. With neither a passphrase nor a recipient, backups are not
 *  encrypted. */
export interface EncryptionSettings {
  passphrase: string | null
  /** An age recipient: `age1…`. */
  recipient: string | null
  /** The age identity that belongs to the recipient: `AGE-SECRET-KEY-1…`. Only reading needs it. */
  identity: string | null
}

/** Encrypts what a backup stores. */
export interface Sealer {
  kind: BackupIndex['encryption']
  /** The folder for files in the target: files are encrypted for one recipient, so each has its own folder. */
  store: string
  /** The suffix of encrypted archives. */
  suffix: '' | '.age'
  seal(content: Readable): Promise<Readable>
}
/** Decrypts what a backup has stored. @throws BackupError if the key is missing or wrong */
export type Decrypt = (content: Readable) => Promise<Readable>

/** The content was encrypted for another identity, or its header is damaged. */
export class WrongIdentity extends DamagedFile {
  constructor(options: ErrorOptions) {
    super('The backup cannot be decrypted with this identity, or it is damaged.', options)
  }
}

/** An age identity, encrypted with the passphrase. Files are encrypted for this identity, because encrypting each of
 *  them with the passphrase would be slow by design. */
const keyPath = 'key.age'
/** Takes 64 MB and a third of a second; age's default of 18 takes 256 MB. */
const scryptWorkFactor = 16
const plainStore = 'files'

/** Prepares the encryption that the settings specify. Creates the key in the target for a new passphrase. */
export async function openSealer(target: BackupTarget, settings: EncryptionSettings): Promise<Sealer> {
  const { passphrase, recipient } = settings
  if (recipient !== null) return ageSealer('recipient', recipient)
  if (passphrase === null) return { kind: 'none', store: plainStore, suffix: '', seal: async (content) => content }
  const identity = (await readKey(target, passphrase)) ?? (await createKey(target, passphrase))
  return ageSealer('passphrase', await identityToRecipient(identity))
}

/** Prepares to decrypt a backup. @throws BackupError */
export async function createDecrypter(
  target: BackupTarget,
  { encryption }: Pick<BackupIndex, 'encryption'>,
  settings: EncryptionSettings,
): Promise<Decrypt> {
  if (encryption === 'none') return async (content) => content
  const identity = encryption === 'recipient' ? settings.identity : await unlockedKey(target, settings.passphrase)
  if (identity === null)
    throw new BackupError(
      'The backup is encrypted for an age recipient. Pass the file with its identity: --identity FILE.',
    )
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(identity)
  } catch (cause) {
    throw new BackupError('The identity is not a valid age identity: AGE-SECRET-KEY-1….', { cause })
  }
  return async (content) => {
    const plain = await decrypter.decrypt(webStreamOf(content)).catch((cause: unknown) => {
      content.destroy()
      if (isReadFailure(cause)) throw cause
      if (cause instanceof Error && cause.message.startsWith('no identity matched')) throw new WrongIdentity({ cause })
      throw new DamagedFile('The backup cannot be decrypted: it is damaged.', { cause })
    })
    return fromWeb(plain)
  }
}

function ageSealer(kind: 'passphrase' | 'recipient', recipient: string): Sealer {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const fingerprint = createHash('sha256').update(recipient).digest('hex').slice(0, 8)
  return {
    kind,
    store: `${plainStore}-${fingerprint}`,
    suffix: '.age',
    seal: async (content) => fromWeb(await encrypter.encrypt(webStreamOf(content))),
  }
}

async function unlockedKey(target: BackupTarget, passphrase: string | null): Promise<string> {
  if (passphrase === null) throw new BackupError('The backup is encrypted. Set BACKUP_PASSPHRASE.')
  const identity = await readKey(target, passphrase)
  if (identity === null)
    throw new BackupError(
      `The file ${keyPath} is missing from ${target.name}. Without it, the backup cannot be decrypted.`,
    )
  return identity
}

async function isEncryptedWithKey(target: BackupTarget, path: string): Promise<boolean> {
  const stored = await target.get(path)
  const index = stored && (await json(stored).catch(() => null))
  return Encrypted.safeParse(index).success
}
const Encrypted = z.looseObject({ encryption: z.literal('passphrase') })

async function readKey(target: BackupTarget, passphrase: string): Promise<string | null> {
  const stored = await target.get(keyPath)
  if (!stored) return null
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(await buffer(stored), 'text')
  } catch (cause) {
    throw new BackupError(
      `BACKUP_PASSPHRASE is not the passphrase for the backups in ${target.name}, or their key file ${keyPath} is damaged.`,
      { cause },
    )
  }
}

/** @throws BackupError if the target has backups that need a key it no longer contains */
async function createKey(target: BackupTarget, passphrase: string): Promise<string> {
  for await (const path of target.list(''))
    if (isIndexPath(path) && (await isEncryptedWithKey(target, path)))
      throw new BackupError(
        `${target.name} lacks the file ${keyPath}, without which its backups cannot be decrypted. Copy that file back from another copy of the backups. If there is none, move the backups away: they are lost.`,
      )
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  await target.put(keyPath, Readable.from([Buffer.from(await encrypter.encrypt(identity))]))
  return identity
}

const fromWeb = (content: ReadableStream<Uint8Array>) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node.js declares its own types for the same streams
  Readable.fromWeb(content as unknown as NodeStream<Uint8Array>)
