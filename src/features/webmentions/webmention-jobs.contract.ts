import * as z from 'zod/mini'
import { Id } from '#features/ids/ids.contract.ts'

export const verifyTask = 'webmentions.verify'
export const Verification = z.object({ id: Id })
