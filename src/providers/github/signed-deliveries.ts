import { verify } from '@octokit/webhooks-methods'
import { t } from '#messages/messages.ts'
import { AppError } from '#kernel/errors.ts'
import { isJson, limitedBytes } from '#kernel/limited-bytes.ts'

declare module '#kernel/http.ts' {
  interface BaseContext {
    /** The secret for GitHub's webhooks; null if webhooks are not accepted. */
    githubWebhookSecret: string | null
  }
}

/** A verified webhook delivery. */
export interface SignedDelivery {
  id: string
  /** `push`, `sponsorship` … */
  kind: string
  signature: string
  body: unknown
}

/** The format of `X-GitHub-Delivery`. */
const idPattern = /^[\w-]{1,100}$/

/** Reads and verifies a webhook delivery. @throws AppError 503 if no secret is set, 401 for an invalid signature, and
 *  415, 413, or 400 for malformed requests */
export async function readSigned(request: Request, secret: string | null, maxBytes: number): Promise<SignedDelivery> {
  if (secret === null) {
    throw new AppError(
      'not_ready',
      t('This site does not accept webhooks from GitHub: GITHUB_WEBHOOK_SECRET is not set.'),
    )
  }
  const text = await bodyOf(request, maxBytes)
  const signature = request.headers.get('x-hub-signature-256') ?? ''
  if (!(await isSigned(secret, text, signature)))
    throw new AppError('not_signed_in', t('The delivery is not signed with this site’s secret.'))
  const id = request.headers.get('x-github-delivery') ?? ''
  if (!idPattern.test(id)) throw new AppError('invalid_input', t('The delivery has no id.'))
  return { id, kind: request.headers.get('x-github-event') ?? '', signature, body: parsed(text) }
}

async function bodyOf(request: Request, maxBytes: number): Promise<string> {
  if (!isJson(request)) throw new AppError('unsupported_type', t('Deliveries must be sent as application/json.'))
  const bytes = await limitedBytes(request, maxBytes)
  if (!bytes)
    throw new AppError('too_large', t('The delivery is larger than {kibibytes} KiB.', { kibibytes: maxBytes / 1024 }))
  return bytes.toString('utf8')
}

const isSigned = async (secret: string, text: string, signature: string): Promise<boolean> =>
  text !== '' && /^sha256=[0-9a-f]{64}$/.test(signature) && verify(secret, text, signature)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', t('The body is not valid JSON.'))
  }
}
