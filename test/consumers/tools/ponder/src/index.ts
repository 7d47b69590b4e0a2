import { ponder } from 'ponder:registry'
import { said } from 'ponder:schema'

ponder.on('Emitter:Said', async ({ event, context }) => {
  const { transaction, block, args } = event
  await context.db
    .insert(said)
    .values({ id: transaction.hash, value: args.value, block: block.number })
})
