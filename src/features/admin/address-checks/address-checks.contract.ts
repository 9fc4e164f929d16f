import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { Outcome } from './outcome.contract.ts'

/** The maximum number of URLs in a sitemap. Source: sitemaps.org, Sitemap protocol */
export const maxAddresses = 50_000
const maxTextLength = 2_000_000

const Count = z.int().check(z.gte(0))

/** A check of old addresses. `problem`: why the check failed. */
export const AddressCheck = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  sitemapUrl: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  /** How many addresses there are, how many have been checked, and how many of those are lost. */
  addressCount: Count,
  checkedCount: Count,
  failedCount: Count,
  createdAt: z.iso.datetime(),
})
export type AddressCheck = z.infer<typeof AddressCheck>

/** An old address with its result. */
export const CheckedAddress = z.object({ place: z.int(), address: z.string(), isOk: z.boolean(), outcome: Outcome })
export type CheckedAddress = z.infer<typeof CheckedAddress>

/** The latest check with a page of its results. */
export const AddressCheckResult = z.object({
  check: z.nullable(AddressCheck),
  addresses: z.array(CheckedAddress),
  ...pageFields,
})
export type AddressCheckResult = z.infer<typeof AddressCheckResult>

const addressesPerPage = 50
export const CheckQuery = z.extend(PageQuery, {
  limit: z._default(PageQuery.shape.limit, addressesPerPage),
  show: z._default(z.enum(['failed', 'all'], 'show must be failed or all'), 'failed'),
})
export type CheckQuery = z.infer<typeof CheckQuery>

/** `source`: the URL of a sitemap, or URLs and paths, one per line. */
export const CheckInput = z.object({
  source: z.string('source must be text').check(
    z.maxLength(maxTextLength, { error: () => t('This list is too long. Enter the URL of a sitemap instead.') }),
    z.refine((text) => text.trim() !== '', { error: () => t('Enter the URL of a sitemap, or the addresses to check') }),
  ),
})

export const getAddressCheck = endpoint('GET /api/admin/address-check', {
  summary: 'Get the latest check of old addresses',
  access: 'admin',
  query: CheckQuery,
  answer: AddressCheckResult,
})
/** Replaces the latest check. */
export const startAddressCheck = endpoint('PUT /api/admin/address-check', {
  summary: 'Check whether old addresses still work',
  access: 'admin',
  body: CheckInput,
  maxBodyBytes: 8 * 1024 * 1024,
  answer: AddressCheck,
  limits: [perMember('address checks', 30, 60)],
})
