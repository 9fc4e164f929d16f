import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'

/** Checks this process only: a slow database must not cause a healthy process to be replaced. */
export const checkHealth = endpoint('GET /healthz', {
  summary: 'Check that the process is running',
  access: 'anyone',
  answer: z.object({ status: z.literal('ok') }),
})
/** Routes exist only after the migrations have run, so only the database can be unavailable. */
export const checkReadiness = endpoint('GET /readyz', {
  summary: 'Check that the database accepts writes',
  access: 'anyone',
  answer: z.object({ status: z.literal('ready') }),
})
