import { onchainTable } from 'ponder'

export const said = onchainTable('said', (t) => ({
  id: t.text().primaryKey(),
  value: t.bigint().notNull(),
  block: t.bigint().notNull(),
}))
