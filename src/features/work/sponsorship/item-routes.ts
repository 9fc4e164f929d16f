import type * as z from 'zod/mini'
import type { Db } from '#kernel/db.ts'
import type { Endpoint, Params, Schema } from '#kernel/endpoint.contract.ts'
import { AppError, found, type Noun } from '#kernel/errors.ts'
import { allowed, type Context, created, type Member } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import type { IdText } from '#schemas/ids.contract.ts'
import { mayPublish } from '#schemas/roles.contract.ts'
import { canManage, isForSelf, notForOthers, notYours } from './sponsorship.contract.ts'

type Write<Access extends 'writer' | 'member', P extends Params, B extends Schema | undefined, Answer> = Endpoint<
  Access,
  P,
  undefined,
  B,
  z.ZodMiniType<Answer, Answer>,
  undefined
>
type OfItem = { id: typeof IdText }

interface Items<Input, Change, Item> {
  create: Write<'writer', { [Name in never]: Schema }, z.ZodMiniType<Input>, Item>
  update: Write<'writer', OfItem, z.ZodMiniType<Change>, Item>
  remove: Write<'member', OfItem, undefined, null>
  /** Returns null for an unknown item. `conflict`: why the item cannot be changed here, except deleted by a reader. */
  find: (db: Db, id: number) => Promise<{ userId: number; conflict?: string | null } | null>
  /** Returns null if the member has reached the maximum. */
  onCreate: (ctx: Context, memberId: number, input: Input) => Promise<Item | null>
  /** Returns the error for a member who has reached the maximum. */
  onFull: (ctx: Context, memberId: number) => Promise<AppError> | AppError
  /** Returns null if the item was deleted in the meantime. */
  onUpdate: (ctx: Context, id: number, change: Change) => Promise<Item | null>
  /** Returns the number of deleted items. */
  onRemove: (db: Db, id: number) => Promise<number>
}

/** Creates the routes that add, update, and delete the items of a sponsor page, such as its tiers.
 *  @param noun the item's name in “not found” errors */
export function itemRoutes<Input extends { userId?: unknown }, Change extends { userId?: unknown }, Item>(
  noun: Noun,
  { create, update, remove, find, onCreate, onFull, onUpdate, onRemove }: Items<Input, Change, Item>,
) {
  /** @throws AppError not_found, forbidden, conflict */
  async function checkMayChange({ db }: Context, id: number, member: Member): Promise<void> {
    const { userId, conflict } = found(await find(db, id), noun)
    allowed(canManage(member, userId), notYours())
    if (conflict && mayPublish(member)) throw new AppError('conflict', conflict)
  }
  return [
    implement(create, async ({ body, member, ctx }) => {
      allowed(isForSelf(member, body.userId), notForOthers())
      const item = await onCreate(ctx, member.id, body)
      if (!item) throw await onFull(ctx, member.id)
      return created(item)
    }),
    implement(update, async ({ params: { id }, body, member, ctx }) => {
      await checkMayChange(ctx, id, member)
      allowed(isForSelf(member, body.userId), notForOthers())
      return found(await onUpdate(ctx, id, body), noun)
    }),
    implement(remove, async ({ params: { id }, member, ctx }) => {
      await checkMayChange(ctx, id, member)
      found((await onRemove(ctx.db, id)) || null, noun)
      return null
    }),
  ]
}
