import { InvalidArgumentError } from '@commander-js/extra-typings'

export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a positive integer.')
  return Number(text)
}
