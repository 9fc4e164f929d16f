import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { VerifyPasskeyRegistrationParams } from '@supabase/auth-js'

type Credential = VerifyPasskeyRegistrationParams['credential']

/** Ways in which the authenticator or its browser misbehaves. */
interface Odd {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Reports that the user is present but not verified. */
  isUnverified?: boolean
  counter?: number
  userHandle?: string
  format?: string
  credentialId?: string
}

const flag = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, attested: 64 }

/** A software passkey together with its browser. It uses ES256 and has a signature counter. Source: WebAuthn, 6. */
export class Authenticator {
  readonly credentialId = randomBytes(32).toString('base64url')
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #userHandle = ''
  #counter = 0

  /** @param origin the origin of the page that uses the passkey */
  constructor(origin: string) {
    this.#origin = origin
  }

  /** Returns the result of `navigator.credentials.create()`. */
  create(options: Pick<PublicKeyCredentialCreationOptionsJSON, 'rp' | 'challenge' | 'user'>, odd: Odd = {}) {
    this.#userHandle = options.user.id
    const id = odd.credentialId ?? this.credentialId
    const name = Buffer.from(id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(name.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, name, this.#coseKey()])
    const authData = Buffer.concat([this.#data(options.rp.id!, flag.attested, odd), attested])
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', odd.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    const answer: Credential = {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, odd).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
    return answer
  }

  /** Returns the result of `navigator.credentials.get()`. */
  get(options: Pick<PublicKeyCredentialRequestOptionsJSON, 'rpId' | 'challenge'>, odd: Odd = {}) {
    const id = odd.credentialId ?? this.credentialId
    this.#counter += 1
    const authData = this.#data(options.rpId!, 0, odd)
    const clientData = this.#clientData('webauthn.get', options.challenge, odd)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    const answer: Credential = {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#pair.privateKey).toString('base64url'),
        userHandle: odd.userHandle ?? this.#userHandle,
      },
    }
    return answer
  }

  #data(rpId: string, more: number, odd: Odd): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(odd.counter ?? this.#counter)
    const flags = flag.present | flag.backupEligible | flag.backedUp | (odd.isUnverified ? 0 : flag.verified) | more
    const party = createHash('sha256')
      .update(odd.rpId ?? rpId)
      .digest()
    return Buffer.concat([party, Buffer.from([flags]), counter])
  }

  #clientData(type: string, challenge: string, odd: Odd): Buffer {
    const data = { type: odd.type ?? type, challenge: odd.challenge ?? challenge, origin: odd.origin ?? this.#origin }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }))
  }

  #coseKey(): Buffer {
    const { x, y } = this.#pair.publicKey.export({ format: 'jwk' })
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
  }
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Encodes the subset of CBOR that authenticators use. Source: RFC 8949, 3. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(kind: number, size: number): Buffer {
  const first = kind << 5
  if (size < 24) return Buffer.from([first | size])
  if (size < 256) return Buffer.from([first | 24, size])
  return Buffer.from([first | 25, size >> 8, size & 255])
}
