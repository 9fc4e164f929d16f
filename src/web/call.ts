import type * as z from 'zod/mini'
import type { Access, Endpoint, ParamsOf, Schema } from '#kernel/endpoint.contract.ts'
import { read, send } from './api.ts'

type Params = Record<string, Schema>
type Input<P extends Params, B extends Schema | undefined> = (keyof P extends never
  ? object
  : { params: ParamsOf<P> }) &
  (B extends Schema ? { body: z.input<B> } : object)

/** A cached read of an endpoint, see {@link read}. */
export const queryOf = <P extends Params, R extends Schema>(
  { href, answer }: Endpoint<Access, P, undefined, R>,
  input: Input<P, undefined>,
) => read(href(paramsOf<P>(input)), answer)

/** Calls an endpoint that changes something. @throws ApiError */
export function call<P extends Params, B extends Schema | undefined, R extends Schema>(
  { method, href, answer }: Endpoint<Access, P, B, R>,
  input: Input<P, B>,
): Promise<z.output<R>> {
  if (method === 'GET') throw new TypeError('A GET changes nothing: read it with queryOf.')
  return send(method, href(paramsOf<P>(input)), answer, 'body' in input ? input.body : undefined)
}

const paramsOf = <P extends Params>(input: object): ParamsOf<P> =>
  ('params' in input ? input.params : {}) as ParamsOf<P>
